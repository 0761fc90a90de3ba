import { AcceptedTransferOffer, TransferOffer, walletPackage } from "@tallystick/coin";
import {
  commandsOf,
  optional,
  required,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { ownContracts } from "../rows/own-contract.js";
import {
  futureTime,
  knownParty,
  partyId,
  positiveAmount,
  shortText,
  trackingIdText,
} from "../rows/request-values.js";
import { onceId, submissionBy } from "../rows/submissions.js";
import { offerActionRows } from "./transfer-offer-actions.js";
import { refused, walletRow } from "../rows/wallet-row.js";

const { create } = commandsOf(walletPackage);

/** Request body of `POST /v0/wallet/transfer-offers` (wallet 2.1). */
export const CreateTransferOfferRequest = wireObject("CreateTransferOfferRequest", {
  receiver_party_id: required(wireString),
  amount: required(wireString),
  description: required(wireString),
  expires_at: required(wireInt64),
  tracking_id: required(wireString),
});

/** Answer of `POST /v0/wallet/transfer-offers` (wallet 2.1). */
export const CreateTransferOfferResponse = wireObject("CreateTransferOfferResponse", {
  offer_contract_id: required(wireString),
});

/** `POST /v0/wallet/transfer-offers` (specification 4.5, wallet 2.1). */
export const createTransferOffer = walletRow({
  method: "POST",
  path: "/v0/wallet/transfer-offers",
  summary: "Offer CC to a party; after its acceptance the sender's wallet pays",
  description: "A tracking id is used once, whatever becomes of the offer.",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: CreateTransferOfferRequest,
  response: { kind: "json", codec: CreateTransferOfferResponse },
  statuses: {
    409: "An offer with this tracking id was created before",
    429: "An offer with this tracking id is being created",
  },
  handle: async ({ wallet, ledger, party, body }) => {
    const receiver = partyId(body.receiver_party_id, "receiver_party_id");
    if (isLeft(receiver)) return receiver;
    const amount = positiveAmount(body.amount, "amount");
    if (isLeft(amount)) return amount;
    const description = shortText(body.description, "description");
    if (isLeft(description)) return description;
    const trackingId = trackingIdText(body.tracking_id);
    if (isLeft(trackingId)) return trackingId;
    const known = wallet.views.tracked(party, "transfer-offer", trackingId.right);
    if (known !== undefined)
      return refused(409, "An offer with this tracking id was created before; ask for its status.");
    const expiresAt = futureTime(body.expires_at, "expires_at", wallet.now());
    if (isLeft(expiresAt)) return expiresAt;
    const informed = knownParty(ledger, receiver.right, "receiver_party_id");
    if (isLeft(informed)) return informed;
    const command = create(TransferOffer, {
      sender: party,
      receiver: receiver.right,
      dso: wallet.settings.dso,
      amount: { amount: amount.right, unit: "AmuletUnit" },
      description: description.right,
      expiresAt: expiresAt.right,
      trackingId: trackingId.right,
    });
    const commandId = onceId("transfer-offer", party, trackingId.right);
    const done = await wallet.submit(submissionBy(wallet, party, commandId, command));
    if (isLeft(done)) return done;
    const { result } = done.right;
    return right({ offer_contract_id: typeof result === "string" ? result : "" });
  },
});

/** Answer of `GET /v0/wallet/transfer-offers` (wallet 2.2). */
export const ListTransferOffersResponse = wireObject("ListTransferOffersResponse", {
  offers: required(wireArray(ContractWire)),
});

/** `GET /v0/wallet/transfer-offers` (specification 4.5, wallet 2.2). */
export const listTransferOffers = walletRow({
  method: "GET",
  path: "/v0/wallet/transfer-offers",
  summary: "Open offers of which the party is sender or receiver",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ListTransferOffersResponse },
  handle: ({ wallet, party }) =>
    right({ offers: ownContracts(wallet, party, TransferOffer).map(contractToWire) }),
});

/** Answer of `GET /v0/wallet/accepted-transfer-offers` (wallet 3.2). */
export const ListAcceptedTransferOffersResponse = wireObject("ListAcceptedTransferOffersResponse", {
  accepted_offers: required(wireArray(ContractWire)),
});

/** `GET /v0/wallet/accepted-transfer-offers` (wallet 3.2). */
export const listAcceptedTransferOffers = walletRow({
  method: "GET",
  path: "/v0/wallet/accepted-transfer-offers",
  summary: "Accepted offers that are not paid yet",
  access: "user",
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ListAcceptedTransferOffersResponse },
  handle: ({ wallet, party }) =>
    right({
      accepted_offers: ownContracts(wallet, party, AcceptedTransferOffer).map(contractToWire),
    }),
});

/** Path of the rows about one tracking id. */
export const TrackingIdPath = wireObject("TrackingIdPath", { tracking_id: required(wireString) });

/** Answer of `POST /v0/wallet/transfer-offers/{tracking_id}/status` (wallet 2.3). */
export const TransferOfferStatus = wireObject("GetTransferOfferStatusResponse", {
  status: required(wireString),
  transaction_id: optional(wireString),
  contract_id: optional(wireString),
  failure_kind: optional(wireString),
  withdrawn_reason: optional(wireString),
});

/** `POST /v0/wallet/transfer-offers/{tracking_id}/status` (specification 4.5, wallet 2.3). */
export const transferOfferStatus = walletRow({
  method: "POST",
  path: "/v0/wallet/transfer-offers/{tracking_id}/status",
  summary: "What has become of an offer",
  access: "user",
  changesNothing: true,
  parameters: TrackingIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: TransferOfferStatus },
  statuses: { 404: "The tracking id is unknown" },
  handle: ({ wallet: { views }, party, parameters }) => {
    const trackingId = parameters.tracking_id;
    const found =
      views.tracked(party, "transfer-offer", trackingId) ??
      views.trackedByOther(party, "transfer-offer", trackingId);
    return found === undefined
      ? refused(404, "No offer with this tracking id is known.")
      : right({ ...found });
  },
});

/**
 * The rows of transfer offers (specification 4.5, 4.6, wallet 2 and 3.2); accept, reject and
 * withdraw with the offer in the body and in the path.
 */
export const transferOfferRows: ReadonlyArray<Endpoint> = [
  createTransferOffer,
  listTransferOffers,
  listAcceptedTransferOffers,
  transferOfferStatus,
  ...offerActionRows,
];
