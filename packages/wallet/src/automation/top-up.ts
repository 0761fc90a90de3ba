import {
  isTopUpDue,
  neverToppedUp,
  type TopUpPlan,
  topUpPlan,
  ValidatorTopUpState,
  walletPackage,
} from "@tallystick/coin";
import { commandsOf, int64From, type Numeric } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { trafficCostInCc } from "../treasury/prices.js";
import { executeBatch } from "../treasury/execute-batch.js";
import { contextFor, type Funding, fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";
import { lackOf } from "./lack.js";

const wallet = commandsOf(walletPackage);

/** The state of this member's loop, created if there is none. */
const loopOf = ({ view, network, operator, memberId, synchronizerId }: AutomationContext) => {
  const zero = int64From(0);
  if (isLeft(zero)) return undefined;
  const loop = {
    dso: network.dso,
    validator: operator,
    memberId,
    synchronizerId,
    migrationId: zero.right,
  };
  const state = view
    .of(ValidatorTopUpState, operator)
    .find(
      ({ payload }) =>
        payload.validator === operator &&
        payload.memberId === memberId &&
        payload.synchronizerId === synchronizerId,
    );
  return { loop, state };
};

const planOf = ({ config, network }: AutomationContext) =>
  topUpPlan({
    targetThroughput: config.traffic.targetThroughput,
    minTopupIntervalMicros: BigInt(config.traffic.minTopupIntervalMicros),
    pollIntervalMicros: BigInt(config.pollIntervalMicros),
    minTopupAmountBytes: network.config.decentralizedSynchronizer.fees.minTopupAmount,
  });

type State = ActiveContract<ReturnType<typeof neverToppedUp>>;

/**
 * Buys traffic in the operator's wallet: the ledger sets the loop's time in the same transaction,
 * and checks the interval again, so that it cannot happen twice. On a development network it is
 * paid with a tap of exactly the cost, elsewhere with the operator's coins (wallet 13.2).
 */
const purchase = (
  context: AutomationContext,
  { contractId, payload: { memberId, synchronizerId, migrationId } }: State,
  { amountBytes, intervalMicros }: TopUpPlan,
  funding: Pick<Funding, "inputs" | "context">,
): Submission | undefined => {
  const [trafficAmount, microseconds] = [int64From(amountBytes), int64From(intervalMicros)];
  if (isLeft(trafficAmount) || isLeft(microseconds)) return undefined;
  const operation = {
    tag: "CO_BuyMemberTraffic",
    value: {
      trafficAmount: trafficAmount.right,
      memberId,
      synchronizerId,
      migrationId,
      minTopupInterval: { microseconds: microseconds.right },
      topupStateCid: contractId,
    },
  } as const;
  const commandId = commandIdOf("top-up", contractId);
  return executeBatch(context, context.operator, funding, [operation], commandId);
};

/** The cost of a purchase in CC; undefined when there is none, or it is out of range. */
const costOf = (
  { network }: AutomationContext,
  wanted: TopUpPlan | undefined,
): Numeric | undefined => {
  const amount = wanted && int64From(wanted.amountBytes);
  return amount === undefined || isLeft(amount)
    ? undefined
    : trafficCostInCc(amount.right, network.config, network.round.payload.amuletPrice);
};

/** The inputs of a purchase, and their amount. */
const fundsFor = (
  { view, network, operator, now }: AutomationContext,
  cost: Numeric,
): Pick<Funding, "inputs" | "context" | "total"> => {
  if (!network.isDevNet) return fundingFor(cost, view, network, operator, now);
  const context = contextFor(view, network, operator, []);
  return { inputs: [], context: { amuletRules: network.amuletRules, context }, total: cost };
};

/** The purchase that is due, and what the operator has for it; undefined when none is. */
const dueOf = (context: AutomationContext) => {
  const { now, trafficRemainderBytes } = context;
  const wanted = planOf(context);
  const state = loopOf(context)?.state;
  const cost = costOf(context, wanted);
  if (wanted === undefined || trafficRemainderBytes === undefined) return undefined;
  if (state === undefined || cost === undefined) return undefined;
  const isDue = isTopUpDue(wanted, {
    extraTrafficRemainderBytes: trafficRemainderBytes,
    lastPurchasedAt: state.payload.lastPurchasedAt,
    now: BigInt(now),
  });
  return isDue ? { wanted, state, cost, funds: fundsFor(context, cost) } : undefined;
};

/** Begins the loop of this member; none when it has begun, or nothing is to be bought. */
const begin = (context: AutomationContext): ReadonlyArray<Submission> => {
  const { operator, trafficRemainderBytes } = context;
  const found = loopOf(context);
  if (found === undefined || found.state !== undefined) return [];
  if (planOf(context) === undefined || trafficRemainderBytes === undefined) return [];
  const { loop } = found;
  const commandId = commandIdOf("top-up-state", loop.memberId, loop.synchronizerId);
  const command = wallet.create(ValidatorTopUpState, neverToppedUp(loop));
  return [{ commandId, actAs: [operator], readAs: [], commands: [command] }];
};

const plan = (context: AutomationContext): ReadonlyArray<Submission> => {
  const due = dueOf(context);
  if (due === undefined) return begin(context);
  const { wanted, state, cost, funds } = due;
  const isPaid = funds.total !== undefined && funds.total >= cost;
  const bought = isPaid ? purchase(context, state, wanted, funds) : undefined;
  return bought === undefined ? [] : [bought];
};

/** True while the operator could not pay for the next purchase: earning comes first then. */
export const lacksTopUpFunds = (context: AutomationContext): boolean => {
  const cost = costOf(context, planOf(context));
  const total = cost === undefined ? undefined : fundsFor(context, cost).total;
  return cost !== undefined && total !== undefined && total < cost;
};

/**
 * Buys traffic with the operator's CC when less than one purchase is left and the interval is over
 * (specification 1, wallet 13.2); needs a count of the remaining traffic.
 */
export const topUpTraffic: Automation = {
  name: "top-up-traffic",
  runsFor: "operator",
  bound: { oncePer: "`minTopupInterval`" },
  lack: (context) => {
    const due = dueOf(context);
    return due && lackOf(context.operator, due.cost, due.funds.total);
  },
  plan: (context) => plan(context).filter(({ commandId }) => !context.isWaiting(commandId)),
};
