import { exercise, type ChoiceProgram } from "@tallystick/core";
import { configOf, publicRules, type RulesPayload } from "../amulet/configuration/amulet-rules.js";
import { AmuletRules_DevNet_Tap } from "../amulet/minting/amulet-rules-mint.js";
import { publicRound } from "../amulet/rounds/open-round.js";
import { AmuletRules_BuyMemberTraffic } from "../amulet/traffic/amulet-rules-traffic.js";
import { trafficCost } from "../amulet/traffic/traffic-cost.js";
import { coinInputs, type TransferInput } from "../amulet/transfer/transfer-types.js";
import type { AmuletOperation } from "./amulet-operation.js";
import type { BatchStep, OperationContext } from "./operation-context.js";
import { renewTopUpState } from "./top-up-state.js";

type BuyMemberTraffic = Extract<AmuletOperation, { tag: "CO_BuyMemberTraffic" }>["value"];

/**
 * The operator buys traffic. With a top-up state this is the automation's purchase: not before the
 * interval since the last one is over and, on a development network, paid with a tap of exactly the
 * cost (wallet 13.2).
 */
export function* buyMemberTraffic(
  { topupStateCid, minTopupInterval, ...purchase }: BuyMemberTraffic,
  operation: OperationContext,
): ChoiceProgram<BatchStep> {
  const { dso, validator, context } = operation;
  const { memberId, synchronizerId, migrationId, trafficAmount } = purchase;
  if (topupStateCid !== undefined) {
    const loop = { dso, validator, memberId, synchronizerId, migrationId };
    yield* renewTopUpState(topupStateCid, loop, minTopupInterval);
  }
  const rules = yield* publicRules(context.amuletRules, dso, validator);
  const inputs =
    rules.isDevNet && topupStateCid !== undefined
      ? yield* tappedFor(trafficAmount, rules, operation)
      : operation.inputs;
  const { purchasedTraffic, senderChangeAmulet } = yield* exercise(
    AmuletRules_BuyMemberTraffic,
    context.amuletRules,
    { ...purchase, inputs, context: context.context, provider: validator, expectedDso: dso },
  );
  return {
    outcome: { tag: "COO_BuyMemberTraffic", value: purchasedTraffic },
    change: senderChangeAmulet,
  };
}

/** A tap of exactly what traffic costs. */
function* tappedFor(
  trafficAmount: BuyMemberTraffic["trafficAmount"],
  rules: RulesPayload,
  { dso, validator, context: { amuletRules, context } }: OperationContext,
): ChoiceProgram<ReadonlyArray<TransferInput>> {
  const { openMiningRound } = context;
  const round = yield* publicRound(openMiningRound, dso, validator);
  const { extraTrafficPrice } = configOf(rules).decentralizedSynchronizer.fees;
  const { amulet } = yield* trafficCost(trafficAmount, extraTrafficPrice, round.amuletPrice);
  const { amuletSum } = yield* exercise(AmuletRules_DevNet_Tap, amuletRules, {
    receiver: validator,
    amount: amulet,
    openRound: openMiningRound,
  });
  return coinInputs([amuletSum.amulet]);
}
