import {
  AcceptedTransferOffer,
  AcceptedTransferOffer_Abort,
  shownDecimal,
  walletPackage,
} from "@tallystick/coin";
import { commandsOf, type Numeric, numericFromUnits, type Static } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { ccOf } from "../treasury/prices.js";
import { payInOrder, type Payment, paymentId } from "../treasury/execute-batch.js";
import type { Automation, AutomationContext } from "./automation.js";

const { exercise } = commandsOf(walletPackage);

/** Prefix of command ids. */
const paid = "complete-offer";
const givenUp = "abort-offer";

/** The amount of an offer in CC; undefined for a unit other than USD and CC. */
const amountOf = (
  { amount, unit }: { readonly amount: Numeric; readonly unit: string },
  price: Numeric,
): Numeric | undefined => {
  if (unit === "AmuletUnit") return amount;
  return unit === "USDUnit" ? ccOf(amount, price) : undefined;
};

/** The abort reason for missing funds, in the form of clients (wallet 6.2). */
export const outOfFunds = (amount: Numeric, total: Numeric): string => {
  const missing = numericFromUnits(amount - total);
  return `out of funds (missing ${isLeft(missing) ? "more" : shownDecimal(missing.right)} CC)`;
};

type Accepted = ActiveContract<Static<(typeof AcceptedTransferOffer)["payload"]>>;

const abort = ({ contractId, payload }: Accepted, reason: string): Submission => ({
  commandId: commandIdOf(givenUp, contractId),
  actAs: [payload.sender],
  readAs: [],
  commands: [exercise(AcceptedTransferOffer_Abort, contractId, { reason })],
});

/** The payment of an accepted offer; Left: the offer is aborted. */
const paymentOf = (
  { network }: AutomationContext,
  offer: Accepted,
): Either<Submission, Payment> => {
  const { contractId, payload } = offer;
  const cost = amountOf(payload.amount, network.round.payload.amuletPrice);
  if (cost === undefined) return left(abort(offer, "the amount has a unit that cannot be paid"));
  if (cost <= 0n) return left(abort(offer, "the amount is not above 0"));
  const operation = { tag: "CO_CompleteAcceptedTransfer", value: contractId } as const;
  return right({ contractId, cost, operation });
};

/** The first offers that can be paid, if the funds allow; Left: the first one is aborted. */
const paymentsOf = (
  context: AutomationContext,
  offers: ReadonlyArray<Accepted>,
): Either<Submission, ReadonlyArray<Payment>> => {
  const payments: Array<Payment> = [];
  for (const offer of offers) {
    const payment = paymentOf(context, offer);
    if (isLeft(payment)) return payments.length === 0 ? payment : right(payments);
    payments.push(payment.right);
  }
  return right(payments);
};

/**
 * Pays accepted offers from the sender's wallet, the oldest first and several in one transaction,
 * and aborts those without funds (wallet 6.4).
 */
export const completeOffers: Automation = {
  name: "complete-accepted-offers",
  runsFor: "party",
  bound: { oncePer: "accepted offer" },
  lack: "ends it",
  plan: (context, party) => {
    const { view, config, now, isWaiting } = context;
    const offers = firstOf(view, {
      template: AcceptedTransferOffer,
      party,
      keep: ({ contractId, payload: { sender, expiresAt } }) =>
        sender === party &&
        now < expiresAt &&
        !isWaiting(paymentId(paid, contractId)) &&
        !isWaiting(commandIdOf(givenUp, contractId)),
      wanted: config.treasuryBatchSize,
    });
    const payments = paymentsOf(context, offers);
    if (isLeft(payments)) return [payments.left];
    const submission = payInOrder(context, party, paid, payments.right);
    const [first] = offers;
    if (isLeft(submission)) {
      const cost = payments.right[0]?.cost;
      return first === undefined || cost === undefined
        ? []
        : [abort(first, outOfFunds(cost, submission.left))];
    }
    return submission.right === undefined ? [] : [submission.right];
  },
};
