import type { UseQueryResult } from "@tanstack/react-query";
import { ApiError } from "./api-error.js";
import { type Api, answerOf } from "./client.js";
import type { WalletSchemas } from "./openapi.js";
import { type Fate, fateOfChoice } from "../history/fate.js";
import { usePartyQuery } from "./queries.js";
import { useWallet } from "./wallet-context.js";

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

/** What became of it, and by which update. */
interface FateFound {
  readonly fate: Fate;
  readonly updateId: string | undefined;
  /** Why an offer was withdrawn, as whoever withdrew it says. */
  readonly reason?: string | undefined;
}

/** What a party sees of anything. */
const formatOf = (party: string) => ({
  filtersByParty: {
    [party]: { cumulative: [{ identifierFilter: { WildcardFilter: { value: {} } } }] },
  },
  verbose: false,
});

/** Ids of contracts: an address may have any text in place of one. */
const contractId = /^(?:00(?:[0-9a-f]{2}){32,126}|01(?:[0-9a-f]{2}){12,45})$/;

/** When a contract was archived; undefined while it is active, or where nothing is known of it. */
const archivedAt = async (api: Api, party: string, cid: string): Promise<number | undefined> => {
  if (!contractId.test(cid)) return undefined;
  try {
    const found = await answerOf(
      api.ledger.POST("/v2/events/events-by-contract-id", {
        body: { contractId: cid, eventFormat: formatOf(party) },
      }),
    );
    return found.archived?.archivedEvent.offset;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return undefined;
    throw thrown;
  }
};

/**
 * How a contract ended, by the ledger: the choice that consumed it; undefined while it is active,
 * and where the choice does not say it.
 */
const endOfContract = async (
  api: Api,
  party: string,
  cid: string,
): Promise<FateFound | undefined> => {
  const offset = await archivedAt(api, party, cid);
  if (offset === undefined) return undefined;
  const { update } = await answerOf(
    api.ledger.POST("/v2/updates/update-by-offset", {
      body: {
        offset,
        updateFormat: {
          includeTransactions: {
            eventFormat: formatOf(party),
            transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
          },
        },
      },
    }),
  );
  if (update === undefined || !("Transaction" in update)) return undefined;
  const { events, updateId } = update.Transaction.value;
  // a choice that does not consume may archive its contract, as those of token standard V2 do
  let archivedIn: Fate | undefined;
  for (const event of events) {
    if (!("ExercisedEvent" in event)) continue;
    const { contractId, consuming, choice } = event.ExercisedEvent;
    const fate = contractId === cid ? fateOfChoice(choice) : undefined;
    if (fate !== undefined && consuming) return { fate, updateId };
    archivedIn ??= fate;
  }
  return archivedIn === undefined ? undefined : { fate: archivedIn, updateId };
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
export const useFate = ({ transfer, trackingId, waiting, updateId }: SentTransfer) => {
  const { party } = useWallet();
  return usePartyQuery("transactions", { fate: trackingId }, async (api): Promise<FateFound> => {
    if (transfer.way === "transfer-offer") return fateOfOffer(api, trackingId);
    if (waiting === undefined) return { fate: "completed", updateId };
    return (await endOfContract(api, party, waiting)) ?? { fate: "waiting", updateId: undefined };
  });
};

/**
 * How what waited has ended; undefined where nothing says it.
 *
 * @param party whose eyes see it
 * @param offerId the tracking id of an offer; undefined: it is no offer
 */
export const endOf = (
  api: Api,
  party: string,
  cid: string,
  offerId?: string,
): Promise<FateFound | undefined> =>
  offerId === undefined ? endOfContract(api, party, cid) : fateOfOffer(api, offerId);

/** How what is not in the inbox any more has ended; null where nothing says it. */
export const useEnd = (
  cid: string,
  offerId: string | undefined,
): UseQueryResult<FateFound | null> => {
  const { party } = useWallet();
  return usePartyQuery(
    "transactions",
    { end: cid, offerId },
    async (api) => (await endOf(api, party, cid, offerId)) ?? null,
  );
};

/** The party of the network itself, by which networks are told apart. */
export const useNetworkParty = (): UseQueryResult<string> =>
  usePartyQuery("user", { network: "party" }, async (api) => {
    const found = await answerOf(api.wallet.GET("/v0/scan-proxy/dso-party-id"));
    return found.dso_party_id;
  });
