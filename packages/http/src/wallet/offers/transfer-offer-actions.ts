import {
  TransferOffer,
  TransferOffer_Accept,
  TransferOffer_Reject,
  TransferOffer_Withdraw,
  walletPackage,
} from "@tallystick/coin";
import { type Choice, commandsOf, type PartyId } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { optional, wireObject, wireString } from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { type ActionReply, actionOn, exerciseOwn, noBody, oneText } from "../rows/contract-rows.js";
import { contractId } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/**
 * Request body of the actions on offers in the specification's form: one of the three identifies it
 * (specification 4.6).
 */
const OfferActionRequest = wireObject("OfferActionRequest", {
  contract_id: optional(contractId),
  offer_contract_id: optional(contractId),
  tracking_id: optional(wireString),
});

type OfferRole = "receiver" | "sender";

/**
 * The open offer with a tracking id that a party has sent, or that it can answer. Several senders
 * may use one id, so the last use may be closed while an earlier one is open.
 */
const openOffer = (
  { views }: Wallet,
  party: PartyId,
  role: OfferRole,
  trackingId: string,
): string | undefined => {
  const known =
    role === "sender"
      ? views.tracked(party, "transfer-offer", trackingId)
      : views.trackedByOther(party, "transfer-offer", trackingId);
  return known?.status === "created" && known["contract_id"] !== undefined
    ? known["contract_id"]
    : views
        .of(TransferOffer, party)
        .find(({ payload }) => payload.trackingId === trackingId && payload[role] === party)
        ?.contractId;
};

const namedOffer = (
  wallet: Wallet,
  party: PartyId,
  role: OfferRole,
  { contract_id, offer_contract_id, tracking_id }: TypeOf<typeof OfferActionRequest>,
): string => {
  const given = contract_id ?? offer_contract_id;
  if (given !== undefined) return given;
  if (tracking_id === undefined)
    throw refused(400, "Invalid body: expected contract_id, offer_contract_id or tracking_id");
  const found = openOffer(wallet, party, role, tracking_id);
  if (found === undefined) throw refused(404, "No open offer with this tracking id is known.");
  return found;
};

/** The rows of one action: with the offer in the body, and in the path. */
const actionRows = <A, R>(
  name: string,
  summary: string,
  role: OfferRole,
  choice: Choice<A, unknown>,
  argument: A,
  reply: ActionReply<R>,
): ReadonlyArray<Endpoint> => {
  const asRole = {
    name: role,
    of: (offer: Readonly<Record<OfferRole, string>>) => offer[role],
  };
  const action = {
    by: commandsOf(walletPackage),
    operation: `offer-${name}`,
    argument: () => argument,
  };
  return [
    walletRow({
      method: "POST",
      path: `/v0/wallet/transfer-offers/${name}`,
      external: "signed",
      summary: `${summary}; the body says which`,
      body: OfferActionRequest,
      response: reply.response,
      handle: async ({ body }, services) => {
        if (services.executed !== undefined) return reply.of(services.executed.result);
        const cid = namedOffer(services.wallet, services.party, role, body);
        return reply.of(await exerciseOwn(TransferOffer, choice, asRole, action, services, cid));
      },
    }),
    actionOn(TransferOffer, choice, asRole, {
      path: `/v0/wallet/transfer-offers/{contract_id}/${name}`,
      summary,
      reply,
      ...action,
    }),
  ];
};

/**
 * The rows that accept, reject and withdraw an offer (specification 4.6, wallet 2), with the offer
 * in the body and in the path.
 */
export const offerActionRows: ReadonlyArray<Endpoint> = [
  ...actionRows(
    "accept",
    "Accept an offer; the sender's wallet then pays",
    "receiver",
    TransferOffer_Accept,
    {},
    oneText("AcceptTransferOfferResponse", "accepted_offer_contract_id", "acceptedTransferOffer"),
  ),
  ...actionRows("reject", "Reject an offer", "receiver", TransferOffer_Reject, {}, noBody),
  ...actionRows(
    "withdraw",
    "Take an offer back",
    "sender",
    TransferOffer_Withdraw,
    { reason: "Withdrawn by sender" },
    noBody,
  ),
];
