import {
  BuyTrafficRequest,
  BuyTrafficRequest_Cancel,
  type BuyTrafficRequestPayload,
  buyTrafficRejectionText,
  walletPackage,
} from "@tallystick/coin";
import { commandsOf, type Numeric, numericFromUnits } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { trafficCostInCc } from "../treasury/prices.js";
import { payInOrder, type Payment, paymentId } from "../treasury/execute-batch.js";
import type { Automation, AutomationContext } from "./automation.js";

const { exercise } = commandsOf(walletPackage);

/** Prefix of command ids. */
const bought = "complete-traffic-request";
const cancelled = "cancel-traffic-request";

type Request = ActiveContract<BuyTrafficRequestPayload>;

const cancel = ({ contractId, payload }: Request, reason: string): Submission => ({
  commandId: commandIdOf(cancelled, contractId),
  actAs: [payload.endUserParty],
  readAs: [],
  commands: [exercise(BuyTrafficRequest_Cancel, contractId, { reason })],
});

/**
 * Why a request cannot be bought as it is (wallet 7); undefined when it can, were there funds.
 */
const rejection = (
  { config }: AutomationContext["network"],
  { synchronizerId, trafficAmount }: BuyTrafficRequestPayload,
): string | undefined => {
  const { requiredSynchronizers, fees } = config.decentralizedSynchronizer;
  if (!requiredSynchronizers.map.some(([name]) => name === synchronizerId))
    return buyTrafficRejectionText({ kind: "unknown-synchronizer", synchronizerId });
  const { minTopupAmount } = fees;
  return trafficAmount < minTopupAmount
    ? buyTrafficRejectionText({ kind: "insufficient-topup-amount", trafficAmount, minTopupAmount })
    : undefined;
};

/** The first requests that can be bought, if the funds allow; Left: the first one is cancelled. */
const paymentsOf = (
  { network }: AutomationContext,
  requests: ReadonlyArray<Request>,
): Either<Submission, ReadonlyArray<Payment>> => {
  const payments: Array<Payment> = [];
  for (const request of requests) {
    const { contractId, payload } = request;
    const rejected = rejection(network, payload);
    if (rejected !== undefined)
      return payments.length === 0 ? left(cancel(request, rejected)) : right(payments);
    const price = network.round.payload.amuletPrice;
    const cost = trafficCostInCc(payload.trafficAmount, network.config, price);
    if (cost === undefined) continue;
    const value = { trafficRequestCid: contractId };
    payments.push({
      contractId,
      cost,
      operation: { tag: "CO_CompleteBuyTrafficRequest", value },
    });
  }
  return right(payments);
};

/** Cancels a request without funds. */
const withoutFunds = (
  requests: ReadonlyArray<Request>,
  { contractId, cost }: Payment,
  total: Numeric,
): ReadonlyArray<Submission> => {
  const request = requests.find((it) => it.contractId === contractId);
  const missing = numericFromUnits(cost - total);
  if (request === undefined || isLeft(missing)) return [];
  const reason = buyTrafficRejectionText({ kind: "out-of-funds", missing: missing.right });
  return [cancel(request, reason)];
};

/**
 * Executes requests to buy traffic, or cancels them with the reason (wallet 7), the oldest first
 * and several in one transaction.
 */
export const buyRequestedTraffic: Automation = {
  name: "complete-buy-traffic-requests",
  runsFor: "party",
  bound: { oncePer: "request to buy traffic" },
  lack: "ends it",
  plan: (context, party) => {
    const { view, config, now, isWaiting } = context;
    const requests = firstOf(view, {
      template: BuyTrafficRequest,
      party,
      keep: ({ contractId, payload: { endUserParty, expiresAt } }) =>
        endUserParty === party &&
        now < expiresAt &&
        !isWaiting(paymentId(bought, contractId)) &&
        !isWaiting(commandIdOf(cancelled, contractId)),
      wanted: config.treasuryBatchSize,
    });
    const payments = paymentsOf(context, requests);
    if (isLeft(payments)) return [payments.left];
    const submission = payInOrder(context, party, bought, payments.right);
    const [first] = payments.right;
    if (isLeft(submission))
      return first === undefined ? [] : withoutFunds(requests, first, submission.left);
    return submission.right === undefined ? [] : [submission.right];
  },
};
