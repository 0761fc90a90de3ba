import { exercise, type ChoiceProgram } from "@tallystick/core";
import { AmuletRules_Fetch, configOf } from "../amulet/configuration/amulet-rules.js";
import { AmuletRules_DevNet_Tap } from "../amulet/minting/amulet-rules-mint.js";
import { OpenMiningRound_Fetch } from "../amulet/rounds/round.js";
import { AmuletRules_BuyMemberTraffic } from "../amulet/traffic/amulet-rules-traffic.js";
import { trafficCost } from "../amulet/traffic/traffic-cost.js";
import { coinInputs, type TransferInput } from "../amulet/transfer/transfer-types.js";
import { requireDso } from "../model/checked-fetch.js";
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
  const inputs =
    topupStateCid === undefined ? operation.inputs : yield* inputsOfTopUp(trafficAmount, operation);
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

/**
 * What a top-up is paid with: on a development network a tap of exactly the cost, else the inputs
 * of the batch.
 */
function* inputsOfTopUp(
  trafficAmount: BuyMemberTraffic["trafficAmount"],
  { dso, validator, context: { amuletRules, context }, inputs }: OperationContext,
): ChoiceProgram<ReadonlyArray<TransferInput>> {
  const rules = yield* exercise(AmuletRules_Fetch, amuletRules, { p: validator });
  yield* requireDso(AmuletRules_Fetch.on, amuletRules, rules, dso);
  if (!rules.isDevNet) return inputs;
  const { openMiningRound } = context;
  const round = yield* exercise(OpenMiningRound_Fetch, openMiningRound, { p: validator });
  yield* requireDso(OpenMiningRound_Fetch.on, openMiningRound, round, dso);
  const { extraTrafficPrice } = configOf(rules).decentralizedSynchronizer.fees;
  const { amulet } = yield* trafficCost(trafficAmount, extraTrafficPrice, round.amuletPrice);
  const { amuletSum } = yield* exercise(AmuletRules_DevNet_Tap, amuletRules, {
    receiver: validator,
    amount: amulet,
    openRound: openMiningRound,
  });
  return coinInputs([amuletSum.amulet]);
}
