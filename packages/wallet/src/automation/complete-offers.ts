import {
  AcceptedTransferOffer,
  AcceptedTransferOffer_Abort,
  AcceptedTransferOffer_Complete,
  walletPackage,
} from "@tallystick/coin";
import { type Numeric, numericFromUnits, numericToText, type Static } from "@tallystick/core";
import { commandsOf } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { ccOf } from "../treasury/prices.js";
import { fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";

const { exercise } = commandsOf(walletPackage);

/** Accepted offers that are looked at: the oldest first, one is paid at a time. */
const maxAccepted = 1_000;

/** What an offer is over in CC; undefined for a unit that is neither USD nor CC. */
const amountOf = (
  { amount, unit }: { readonly amount: Numeric; readonly unit: string },
  price: Numeric,
): Numeric | undefined => {
  if (unit === "AmuletUnit") return amount;
  return unit === "USDUnit" ? ccOf(amount, price) : undefined;
};

/** The reason of giving up for want of funds, as clients read it (wallet 6.2). */
export const outOfFunds = (amount: Numeric, total: Numeric): string => {
  const missing = numericFromUnits(amount - total);
  return `out of funds (missing ${isLeft(missing) ? "more" : numericToText(missing.right)} CC)`;
};

type Accepted = ActiveContract<Static<(typeof AcceptedTransferOffer)["payload"]>>;

const abort = ({ contractId, payload }: Accepted, reason: string): Submission => ({
  commandId: commandIdOf("abort-offer", contractId),
  actAs: [payload.sender],
  readAs: [],
  commands: [exercise(AcceptedTransferOffer_Abort, contractId, { reason })],
});

/** What becomes of an accepted offer: it is paid, or given up. */
const settle = (
  { view, network, operator, now }: AutomationContext,
  offer: Accepted,
): Submission | undefined => {
  const { contractId, payload } = offer;
  const amount = amountOf(payload.amount, network.round.payload.amuletPrice);
  if (amount === undefined) return abort(offer, "the amount has a unit that cannot be paid");
  if (amount <= 0n) return abort(offer, "the amount is not above 0");
  const { inputs, context, total } = fundingFor(amount, view, network, payload.sender, now);
  if (total === undefined) return undefined;
  if (total < amount) return abort(offer, outOfFunds(amount, total));
  const command = exercise(AcceptedTransferOffer_Complete, contractId, {
    inputs,
    transferContext: context,
    walletProvider: operator,
  });
  return {
    commandId: commandIdOf("complete-offer", contractId),
    actAs: [...new Set([payload.sender, operator])],
    readAs: [network.dso],
    commands: [command],
  };
};

/**
 * The sender's wallet pays accepted offers, the oldest first, and gives up those it has no funds
 * for (wallet 6.4).
 */
export const completeOffers: Automation = {
  name: "complete-accepted-offers",
  runsFor: "party",
  plan: (context, party) => {
    for (const offer of context.view.of(AcceptedTransferOffer, party, maxAccepted)) {
      if (offer.payload.sender !== party || offer.payload.expiresAt <= context.now) continue;
      const submission = settle(context, offer);
      if (submission !== undefined && !context.isWaiting(submission.commandId)) return [submission];
    }
    return [];
  },
};
