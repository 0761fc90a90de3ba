import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "./api-error.js";
import { type Api, answerOf } from "./client.js";
import type { WalletSchemas } from "./openapi.js";
import { usePartyQuery } from "./queries.js";

/** What a transfer would do. */
export type TransferPreview = WalletSchemas["PreviewTransferResponse"];

/** How a transfer is made: locked until it is accepted, or offered and paid after that. */
export type TransferWay = "token-standard" | "transfer-offer";

/** A transfer as it is reviewed and sent. */
export interface Transfer {
  readonly receiver: string;
  /** As the API writes it. */
  readonly amount: string;
  readonly memo: string;
  /** Microseconds since 1970. */
  readonly expiresAt: number;
  readonly way: TransferWay;
}

/** A transfer that was sent. */
export interface SentTransfer {
  readonly transfer: Transfer;
  readonly trackingId: string;
  /** What waits for the receiver; undefined when nothing does. */
  readonly waiting: string | undefined;
  readonly updateId: string | undefined;
}

/** What would happen if it was sent now; nothing is recorded. */
export const previewOf = (api: Api, transfer: Transfer): Promise<TransferPreview> => {
  const { receiver, amount, memo, expiresAt, way } = transfer;
  return answerOf(
    api.wallet.POST("/v0/wallet/transfers/preview", {
      body: {
        receiver_party_id: receiver,
        amount,
        way,
        expires_at: expiresAt,
        ...(memo === "" ? {} : { description: memo }),
      },
    }),
  );
};

/** Sends it; a repeat with the same id of a transfer, not of an offer, has the first answer. */
export const sendTransfer = async (
  api: Api,
  transfer: Transfer,
  id: string,
): Promise<SentTransfer> => {
  const { receiver, amount, memo, expiresAt, way } = transfer;
  const body = {
    receiver_party_id: receiver,
    amount,
    description: memo,
    expires_at: expiresAt,
    tracking_id: id,
  };
  if (way === "transfer-offer") {
    const offer = await answerOf(api.wallet.POST("/v0/wallet/transfer-offers", { body }));
    return { transfer, trackingId: id, waiting: offer.offer_contract_id, updateId: undefined };
  }
  const sent = await answerOf(api.wallet.POST("/v0/wallet/token-standard/transfers", { body }));
  return {
    transfer,
    trackingId: id,
    waiting: sent.output.transfer_instruction_cid ?? undefined,
    updateId: sent.update_id ?? undefined,
  };
};

const statusOf = (api: Api, id: string) =>
  answerOf(
    api.wallet.POST("/v0/wallet/transfer-offers/{tracking_id}/status", {
      params: { path: { tracking_id: id } },
    }),
  );

/** What became of an offer that was sent before; undefined when the node does not know it. */
export const sentOffer = async (
  api: Api,
  transfer: Transfer,
  id: string,
): Promise<SentTransfer | undefined> => {
  if (transfer.way !== "transfer-offer") return undefined;
  try {
    const { status, contract_id: offer } = await statusOf(api, id);
    const waiting = status === "created" ? (offer ?? undefined) : undefined;
    return { transfer, trackingId: id, waiting, updateId: undefined };
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return undefined;
    throw thrown;
  }
};

/** How something that waited has ended. */
export type Fate = "waiting" | "accepted" | "completed" | "rejected" | "withdrawn" | "expired";

/** What became of it, and by which update. */
interface FateFound {
  readonly fate: Fate;
  readonly updateId: string | undefined;
  /** Why an offer was withdrawn, as whoever withdrew it says. */
  readonly reason?: string | undefined;
}

const fateOfChoice: Readonly<Record<string, Fate>> = {
  TransferInstruction_Accept: "completed",
  TransferInstruction_Reject: "rejected",
  TransferInstruction_Withdraw: "withdrawn",
  TransferInstruction_Update: "expired",
};

/** Rows of the history in which an end is looked for. */
const rowsSearched = 200;

/** `#<update id>:<node>` */
const updateOf = (eventId: string): string | undefined => /^#(.+):\d+$/.exec(eventId)?.[1];

/** How a transfer in two steps ended, by the history; undefined where that does not say it. */
const endOfInstruction = async (api: Api, cid: string): Promise<FateFound | undefined> => {
  const { items } = await answerOf(
    api.wallet.POST("/v0/wallet/transactions", { body: { page_size: rowsSearched } }),
  );
  for (const item of items) {
    if (item.transaction_type === "notification" || item.transfer_instruction_cid !== cid) continue;
    const fate = fateOfChoice[item.transaction_subtype.choice];
    if (fate !== undefined) return { fate, updateId: updateOf(item.event_id) };
  }
  return undefined;
};

const fateOfOffer = async (api: Api, id: string): Promise<FateFound> => {
  const found = await statusOf(api, id);
  const { status, failure_kind: failure, withdrawn_reason: reason } = found;
  const updateId = found.transaction_id ?? undefined;
  if (status === "completed" || status === "accepted") return { fate: status, updateId };
  if (failure === "rejected" || failure === "withdrawn" || failure === "expired")
    return { fate: failure, updateId, ...(reason === "" ? {} : { reason: reason ?? undefined }) };
  return { fate: "waiting", updateId };
};

/** What has become of a transfer that was sent. */
export const useFate = ({ transfer, trackingId, waiting, updateId }: SentTransfer) =>
  usePartyQuery("transactions", { fate: trackingId }, async (api): Promise<FateFound> => {
    if (transfer.way === "transfer-offer") return fateOfOffer(api, trackingId);
    if (waiting === undefined) return { fate: "completed", updateId };
    return (await endOfInstruction(api, waiting)) ?? { fate: "waiting", updateId: undefined };
  });

/**
 * How what waited has ended; undefined where nothing says it.
 *
 * @param offerId the tracking id of an offer; undefined: it is no offer
 */
export const endOf = (
  api: Api,
  cid: string,
  offerId: string | undefined,
): Promise<FateFound | undefined> =>
  offerId === undefined ? endOfInstruction(api, cid) : fateOfOffer(api, offerId);

/** How what is not in the inbox any more has ended; null where nothing says it. */
export const useEnd = (
  cid: string,
  offerId: string | undefined,
): UseQueryResult<FateFound | null> =>
  usePartyQuery(
    "transactions",
    { end: cid, offerId },
    async (api) => (await endOf(api, cid, offerId)) ?? null,
  );

/** The party of the network itself, by which networks are told apart. */
export const useNetworkParty = (): UseQueryResult<string> =>
  usePartyQuery("user", { network: "party" }, async (api) => {
    const found = await answerOf(api.wallet.GET("/v0/scan-proxy/dso-party-id"));
    return found.dso_party_id;
  });
