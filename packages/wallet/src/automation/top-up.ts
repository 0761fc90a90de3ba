import {
  AmuletRules_BuyMemberTraffic,
  amuletPackage,
  isTopUpDue,
  neverToppedUp,
  topUpPlan,
  ValidatorTopUpState,
  walletPackage,
} from "@tallystick/coin";
import { type Int64, int64From, type Numeric } from "@tallystick/core";
import { commandsOf, type JsCommand } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { trafficCostInCc } from "../treasury/prices.js";
import { executeBatch } from "../treasury/execute-batch.js";
import { contextFor, fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";

const amulet = commandsOf(amuletPackage);
const wallet = commandsOf(walletPackage);

/** The choice every contract has. */
const archive = (templateId: string, contractId: string): JsCommand => ({
  ExerciseCommand: { templateId, contractId, choice: "Archive", choiceArgument: {} },
});

const stateTemplate = `#${walletPackage.name}:${ValidatorTopUpState.name}`;

/** The state of this member's loop, made when there is none yet. */
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

/**
 * Buys traffic and sets the loop's time, in one transaction that uses up the state it saw: it
 * cannot happen twice.
 */
const purchase = (
  context: AutomationContext,
  state: string,
  loop: ReturnType<typeof neverToppedUp>,
  trafficAmount: Int64,
  cost: Numeric,
): Submission | undefined => {
  const { view, network, operator, now } = context;
  const { inputs, context: payment, total } = fundingFor(cost, view, network, operator, now);
  if (total === undefined || total < cost) return undefined;
  const { dso, memberId, synchronizerId, migrationId } = loop;
  return {
    commandId: commandIdOf("top-up", state),
    actAs: [operator],
    readAs: [dso],
    commands: [
      archive(stateTemplate, state),
      amulet.exercise(AmuletRules_BuyMemberTraffic, network.amuletRules, {
        inputs,
        context: payment.context,
        provider: operator,
        memberId,
        synchronizerId,
        migrationId,
        trafficAmount,
        expectedDso: dso,
      }),
      wallet.create(ValidatorTopUpState, { ...loop, lastPurchasedAt: now }),
    ],
  };
};

/**
 * On a development network the operator taps what it lacks and pays with it, in one transaction
 * (specification 1, wallet 13.2).
 */
const purchaseWithTap = (
  context: AutomationContext,
  state: string,
  { memberId, synchronizerId, migrationId }: ReturnType<typeof neverToppedUp>,
  trafficAmount: Int64,
): Submission | undefined => {
  const { network, operator, config } = context;
  const microseconds = int64From(config.traffic.minTopupIntervalMicros);
  if (isLeft(microseconds)) return undefined;
  const operation = {
    tag: "CO_BuyMemberTraffic",
    value: {
      trafficAmount,
      memberId,
      synchronizerId,
      migrationId,
      minTopupInterval: { microseconds: microseconds.right },
      topupStateCid: state,
    },
  } as const;
  const transferContext = contextFor(context.view, network, operator, []);
  const funding = {
    inputs: [],
    context: { amuletRules: network.amuletRules, context: transferContext },
  };
  return executeBatch(context, operator, funding, [operation], commandIdOf("top-up-tap", state));
};

const plan = (context: AutomationContext): ReadonlyArray<Submission> => {
  const { view, network, operator, now, trafficRemainderBytes } = context;
  const wanted = planOf(context);
  const found = loopOf(context);
  if (wanted === undefined || found === undefined || trafficRemainderBytes === undefined) return [];
  const { loop, state } = found;
  if (state === undefined) {
    const commandId = commandIdOf("top-up-state", loop.memberId, loop.synchronizerId);
    const command = wallet.create(ValidatorTopUpState, neverToppedUp(loop));
    return [{ commandId, actAs: [operator], readAs: [], commands: [command] }];
  }
  const amount = int64From(wanted.amountBytes);
  if (isLeft(amount)) return [];
  const cost = trafficCostInCc(amount.right, network.config, network.round.payload.amuletPrice);
  if (cost === undefined) return [];
  const { total: balance } = fundingFor(cost, view, network, operator, now);
  if (balance === undefined) return [];
  const situation = {
    extraTrafficRemainderBytes: trafficRemainderBytes,
    lastPurchasedAt: state.payload.lastPurchasedAt,
    now,
    cost,
  };
  if (!isTopUpDue(wanted, { ...situation, balance: cost })) return [];
  if (isTopUpDue(wanted, { ...situation, balance })) {
    const bought = purchase(context, state.contractId, neverToppedUp(loop), amount.right, cost);
    return bought === undefined ? [] : [bought];
  }
  if (!network.isDevNet) return [];
  const tapped = purchaseWithTap(context, state.contractId, neverToppedUp(loop), amount.right);
  return tapped === undefined ? [] : [tapped];
};

/**
 * Buys traffic with the operator's CC when less than one purchase is left and the interval is over
 * (specification 1, wallet 13.2); it needs a count of the traffic that is left.
 */
export const topUpTraffic: Automation = {
  name: "top-up-traffic",
  runsFor: "operator",
  plan: (context) => plan(context).filter(({ commandId }) => !context.isWaiting(commandId)),
};
