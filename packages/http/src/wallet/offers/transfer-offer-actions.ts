import {
  TransferOffer,
  TransferOffer_Accept,
  TransferOffer_Reject,
  TransferOffer_Withdraw,
  walletPackage,
} from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import type { Submission } from "@tallystick/wallet";
import { commandsOf, optional, required, wireObject, wireString } from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractIdPath } from "../rows/contract-id-path.js";
import { ownContractAs, resultText } from "../rows/own-contract.js";
import { onceId, submissionBy } from "../rows/submissions.js";
import { type Outcome, type WalletError, refused, walletRow } from "../rows/wallet-row.js";

const { exercise } = commandsOf(walletPackage);

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
 * The open offer with a tracking id that a party has sent, or that it can answer. Several senders
 * may use one id, so that the last use of it may be over while an earlier one is open.
 */
const openOffer = (
  { views }: Wallet,
  party: string,
  { role }: OfferAction,
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

/** The open offer that a request names. */
const namedOffer = (
  wallet: Wallet,
  party: string,
  action: OfferAction,
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
  const found = openOffer(wallet, party, action, tracking_id);
  return found === undefined
    ? refused(404, "No open offer with this tracking id is known.")
    : right(found);
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
      const contractId = namedOffer(wallet, party, action, body);
      if (isLeft(contractId)) return contractId;
      const done = await perform(wallet, party, action, contractId.right);
      return isLeft(done) ? done : right({ accepted_offer_contract_id: done.right });
    },
  });

/**
 * The rows that accept, reject and withdraw an offer (specification 4.6, wallet 2), with the offer
 * in the body and in the path.
 */
export const offerActionRows: ReadonlyArray<Endpoint> = [
  ...actions.map(byBody),
  ...actions.map(byPath),
];
