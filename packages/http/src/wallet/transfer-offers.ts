import {
  AcceptedTransferOffer,
  TransferOffer,
  TransferOffer_Accept,
  TransferOffer_Reject,
  TransferOffer_Withdraw,
  walletPackage,
} from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import type { Submission } from "@tallystick/wallet";
import {
  commandsOf,
  optional,
  required,
  wireArray,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../endpoints/endpoint.js";
import { ContractWire, contractToWire } from "./contract-wire.js";
import { ownContractAs, ownContracts, resultText } from "./own-contract.js";
import {
  futureTime,
  partyId,
  positiveAmount,
  shortText,
  trackingIdText,
} from "./request-values.js";
import { onceId, submissionBy } from "./submissions.js";
import { type Outcome, type WalletError, refused, walletRow } from "./wallet-row.js";

const { create, exercise } = commandsOf(walletPackage);

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
  handle: async ({ wallet, party, body }) => {
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

/** What can be done with an open offer: who does it, and by what. */
interface OfferAction {
  readonly name: "accept" | "reject" | "withdraw";
  readonly role: "receiver" | "sender";
  readonly summary: string;
}

const actions: ReadonlyArray<OfferAction> = [
  { name: "accept", role: "receiver", summary: "Accept an offer; the sender's wallet then pays" },
  { name: "reject", role: "receiver", summary: "Reject an offer" },
  { name: "withdraw", role: "sender", summary: "Take an offer back" },
];

const actionCommand = ({ name }: OfferAction, contractId: string) => {
  switch (name) {
    case "accept":
      return exercise(TransferOffer_Accept, contractId, {});
    case "reject":
      return exercise(TransferOffer_Reject, contractId, {});
    case "withdraw":
      return exercise(TransferOffer_Withdraw, contractId, { reason: "Withdrawn by sender" });
  }
};

/** Answer of the actions on offers: the accepted offer, where there is one. */
export const AcceptTransferOfferResponse = wireObject("AcceptTransferOfferResponse", {
  accepted_offer_contract_id: required(wireString),
});

const planned = (
  wallet: Wallet,
  party: string,
  action: OfferAction,
  contractId: string,
): Either<WalletError, Submission> => {
  const offer = ownContractAs(
    wallet,
    party,
    TransferOffer,
    contractId,
    ({ sender, receiver }) => (action.role === "sender" ? sender : receiver),
    action.role,
  );
  if (isLeft(offer)) return offer;
  const command = actionCommand(action, contractId);
  const commandId = onceId(`offer-${action.name}`, party, contractId);
  return right(submissionBy(wallet, party, commandId, command));
};

const perform = async (
  wallet: Wallet,
  party: string,
  action: OfferAction,
  contractId: string,
): Promise<Outcome<string>> => {
  const submission = planned(wallet, party, action, contractId);
  if (isLeft(submission)) return submission;
  const done = await wallet.submit(submission.right);
  return isLeft(done) ? done : right(resultText(done.right.result, "acceptedTransferOffer"));
};

/** Path of the rows about one contract. */
export const ContractIdPath = wireObject("ContractIdPath", { contract_id: required(wireString) });

/**
 * Request body of the actions on offers in the specification's form: one of the three says which
 * (specification 4.6).
 */
export const OfferActionRequest = wireObject("OfferActionRequest", {
  contract_id: optional(wireString),
  offer_contract_id: optional(wireString),
  tracking_id: optional(wireString),
});

/**
 * The open offer that a request names; by its tracking id it is looked for among the party's own.
 */
const namedOffer = (
  wallet: Wallet,
  party: string,
  {
    contract_id,
    offer_contract_id,
    tracking_id,
  }: { contract_id?: string; offer_contract_id?: string; tracking_id?: string },
): Either<WalletError, string> => {
  const given = contract_id ?? offer_contract_id;
  if (given !== undefined) return right(given);
  if (tracking_id === undefined)
    return refused(400, "Invalid body: expected contract_id, offer_contract_id or tracking_id");
  const found = wallet.views
    .of(TransferOffer, party)
    .find(({ payload }) => payload.trackingId === tracking_id);
  return found === undefined
    ? refused(404, "No open offer with this tracking id is known.")
    : right(found.contractId);
};

const actionAnswer = ({ name }: OfferAction) =>
  name === "accept"
    ? ({ kind: "json", codec: AcceptTransferOfferResponse } as const)
    : ({ kind: "empty" } as const);

const byPath = (action: OfferAction): Endpoint =>
  walletRow({
    method: "POST",
    path: `/v0/wallet/transfer-offers/{contract_id}/${action.name}`,
    summary: action.summary,
    access: "user",
    parameters: ContractIdPath,
    query: nothing,
    body: nothing,
    response: actionAnswer(action),
    handle: async ({ wallet, party, parameters }) => {
      const done = await perform(wallet, party, action, parameters.contract_id);
      return isLeft(done) ? done : right({ accepted_offer_contract_id: done.right });
    },
  });

const byBody = (action: OfferAction): Endpoint =>
  walletRow({
    method: "POST",
    path: `/v0/wallet/transfer-offers/${action.name}`,
    summary: `${action.summary}; the body says which`,
    access: "user",
    parameters: nothing,
    query: nothing,
    body: OfferActionRequest,
    response: actionAnswer(action),
    handle: async ({ wallet, party, body }) => {
      const contractId = namedOffer(wallet, party, body);
      if (isLeft(contractId)) return contractId;
      const done = await perform(wallet, party, action, contractId.right);
      return isLeft(done) ? done : right({ accepted_offer_contract_id: done.right });
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
  ...actions.map(byBody),
  ...actions.map(byPath),
];
