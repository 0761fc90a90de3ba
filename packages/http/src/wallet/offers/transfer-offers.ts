import { AcceptedTransferOffer, TransferOffer, walletPackage } from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { optional, required, wireObject, wireString } from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { listOf, plain } from "../rows/contract-rows.js";
import { createdId } from "../rows/own-contract.js";
import { onceId, submitCommand } from "../rows/submissions.js";
import {
  inFuture,
  knownParty,
  moment,
  partyId,
  positiveAmount,
  shortText,
  trackingId,
} from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { offerActionRows } from "./transfer-offer-actions.js";

const { create } = commandsOf(walletPackage);

/** `POST /v0/wallet/transfer-offers` (specification 4.5, wallet 2.1). */
const createTransferOffer = walletRow({
  method: "POST",
  path: "/v0/wallet/transfer-offers",
  external: {
    refused:
      "The node pays an accepted offer by itself, which it cannot for a party that signs outside of it: send by /v0/wallet/token-standard/transfers.",
  },
  summary: "Offer CC to a party; after its acceptance the sender's wallet pays",
  description: "A tracking id is used once, whatever becomes of the offer.",
  body: wireObject("CreateTransferOfferRequest", {
    receiver_party_id: required(partyId),
    amount: required(positiveAmount),
    description: required(shortText),
    expires_at: required(moment),
    tracking_id: required(trackingId),
  }),
  response: wireObject("CreateTransferOfferResponse", { offer_contract_id: required(wireString) }),
  errorStatuses: {
    409: "An offer with this tracking id was created before",
    429: "An offer with this tracking id is being created",
  },
  handle: async ({ body }, { wallet, ledger, party }) => {
    if (wallet.views.tracked(party, "transfer-offer", body.tracking_id) !== undefined)
      throw refused(409, "An offer with this tracking id was created before; ask for its status.");
    const command = create(TransferOffer, {
      sender: party,
      expiresAt: inFuture(body.expires_at, "expires_at", wallet.now()),
      receiver: knownParty(ledger, body.receiver_party_id, "receiver_party_id"),
      dso: wallet.settings.dso,
      amount: { amount: body.amount, unit: "AmuletUnit" },
      description: body.description,
      trackingId: body.tracking_id,
    });
    const commandId = onceId("transfer-offer", party, body.tracking_id);
    const { result } = await submitCommand(wallet, party, commandId, command);
    return { offer_contract_id: createdId(result) };
  },
});

/** Path of the rows about one tracking id. */
export const TrackingIdPath = wireObject("TrackingIdPath", { tracking_id: required(wireString) });

/** `POST /v0/wallet/transfer-offers/{tracking_id}/status` (specification 4.5, wallet 2.3). */
const transferOfferStatus = walletRow({
  method: "POST",
  path: "/v0/wallet/transfer-offers/{tracking_id}/status",
  summary: "What has become of an offer",
  submits: false,
  parameters: TrackingIdPath,
  response: wireObject("GetTransferOfferStatusResponse", {
    status: required(wireString),
    transaction_id: optional(wireString),
    contract_id: optional(wireString),
    failure_kind: optional(wireString),
    withdrawn_reason: optional(wireString),
  }),
  errorStatuses: { 404: "The tracking id is unknown" },
  handle: ({ parameters: { tracking_id: id } }, { wallet: { views }, party }) => {
    const known =
      views.tracked(party, "transfer-offer", id) ??
      views.trackedByOther(party, "transfer-offer", id);
    if (known === undefined) throw refused(404, "No offer with this tracking id is known.");
    return { ...known };
  },
});

/**
 * The rows of transfer offers (specification 4.5, 4.6, wallet 2 and 3.2); accept, reject and
 * withdraw with the offer in the body and in the path.
 */
export const transferOfferRows: ReadonlyArray<Endpoint> = [
  createTransferOffer,
  listOf(TransferOffer, {
    path: "/v0/wallet/transfer-offers",
    summary: "Open offers of which the party is sender or receiver",
    answer: ["ListTransferOffersResponse", "offers"],
    form: plain,
  }),
  listOf(AcceptedTransferOffer, {
    path: "/v0/wallet/accepted-transfer-offers",
    summary: "Accepted offers that are not paid yet",
    answer: ["ListAcceptedTransferOffersResponse", "accepted_offers"],
    form: plain,
  }),
  transferOfferStatus,
  ...offerActionRows,
];
