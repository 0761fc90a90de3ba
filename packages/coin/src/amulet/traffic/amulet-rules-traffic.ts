import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  int64,
  type Int64,
  list,
  numeric,
  optional,
  party,
  record,
  text,
} from "@tallystick/core";
import { coinOfUsd, constantInt, plus, plusInt } from "../../model/arithmetic.js";
import { fetchChecked, fetchOfDso } from "../../model/checked-fetch.js";
import { generalError, stopWith } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { Metadata } from "../../token-standard/metadata-v1.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";
import { AmuletRules, configOf, requireExpectedDso } from "../configuration/amulet-rules.js";
import { Round } from "../configuration/round-number.js";
import { publicRound } from "../rounds/open-round.js";
import { splitAndBurn } from "../transfer/burn.js";
import { TransferContext, TransferInput, TransferSummary } from "../transfer/transfer-types.js";
import { memberGroup, MemberTraffic, type MemberTrafficPayload } from "./member-traffic.js";
import { trafficCostUsd } from "./traffic-cost.js";

/** Stops the command with `unknown-synchronizer` or `insufficient-topup-amount` (wallet 7). */
function* requireSellable(
  { decentralizedSynchronizer }: AmuletConfig,
  synchronizerId: string,
  trafficAmount: Int64,
): ChoiceProgram<void> {
  const { requiredSynchronizers, fees } = decentralizedSynchronizer;
  if (!requiredSynchronizers.map.some(([name]) => name === synchronizerId)) {
    yield* stopWith("unknown-synchronizer", `Unknown synchronizer provided: ${synchronizerId}`, {
      synchronizerId,
    });
  }
  const { minTopupAmount } = fees;
  if (trafficAmount < minTopupAmount) {
    yield* stopWith(
      "insufficient-topup-amount",
      `The requested top-up amount (${trafficAmount}) is below the minimum allowed (${minTopupAmount}). Please increase the amount.`,
      {
        requestedTopupAmount: trafficAmount.toString(),
        minTopupAmount: minTopupAmount.toString(),
      },
    );
  }
}

/**
 * Anyone buys extra traffic for any member: the price is burned from the provider's inputs
 * (specification 1, wallet 7).
 */
export const AmuletRules_BuyMemberTraffic = choice(AmuletRules, "AmuletRules_BuyMemberTraffic", {
  argument: record({
    inputs: list(TransferInput),
    context: TransferContext,
    provider: party,
    memberId: text,
    synchronizerId: text,
    migrationId: int64,
    trafficAmount: int64,
    expectedDso: optional(party),
  }),
  result: record({
    round: Round,
    summary: TransferSummary,
    amuletPaid: numeric,
    purchasedTraffic: contractId,
    senderChangeAmulet: optional(contractId),
    meta: optional(Metadata),
  }),
  consuming: false,
  controllers: (_rules, { provider }) => [provider],
  *body({ self, payload }, { inputs, context, provider, expectedDso, trafficAmount, ...member }) {
    const { dso } = payload;
    yield* requireExpectedDso(dso, expectedDso);
    const config = configOf(payload);
    yield* requireSellable(config, member.synchronizerId, trafficAmount);
    const { extraTrafficPrice } = config.decentralizedSynchronizer.fees;
    const round0 = yield* publicRound(context.openMiningRound, dso, provider);
    const { amuletPrice, trafficPrice = extraTrafficPrice } = round0;
    const usd = yield* trafficCostUsd(trafficAmount, trafficPrice);
    const cost = { usd, amulet: yield* coinOfUsd(usd, amuletPrice) };
    const usage = "traffic purchase";
    const whose = { dso, sender: provider, eventLog: self };
    const burn = { ...whose, amount: cost.amulet, inputs, context, usage };
    const { transferResult, meta } = yield* splitAndBurn(burn);
    const purchasedTraffic = yield* create(MemberTraffic, {
      dso,
      ...member,
      totalPurchased: trafficAmount,
      numPurchases: constantInt(1n),
      amuletSpent: cost.amulet,
      usdSpent: cost.usd,
    });
    const { round, summary, senderChangeAmulet } = transferResult;
    const amuletPaid = cost.amulet;
    return { round, summary, amuletPaid, purchasedTraffic, senderChangeAmulet, meta };
  },
});

function* together(
  a: MemberTrafficPayload,
  b: MemberTrafficPayload,
): ChoiceProgram<MemberTrafficPayload> {
  return {
    ...a,
    totalPurchased: yield* plusInt(a.totalPurchased, b.totalPurchased),
    numPurchases: yield* plusInt(a.numPurchases, b.numPurchases),
    usdSpent: yield* plus(a.usdSpent, b.usdSpent),
    amuletSpent: yield* plus(a.amuletSpent, b.amuletSpent),
  };
}

/** Uses up records of one member's traffic. */
function* consumeTraffic(
  dso: string,
  trafficCids: ReadonlyArray<string>,
): ChoiceProgram<ReadonlyArray<MemberTrafficPayload>> {
  const consumed: Array<MemberTrafficPayload> = [];
  for (const id of trafficCids) {
    const [first] = consumed;
    consumed.push(
      first === undefined
        ? yield* fetchOfDso(MemberTraffic, id, dso)
        : yield* fetchChecked(MemberTraffic, id, memberGroup(first), memberGroup),
    );
    yield* archive(MemberTraffic, id);
  }
  return consumed;
}

/** The DSO merges records of one member's traffic into one over their sum. */
export const AmuletRules_MergeMemberTrafficContracts = choice(
  AmuletRules,
  "AmuletRules_MergeMemberTrafficContracts",
  {
    argument: record({ trafficCids: list(contractId) }),
    result: record({ mergedTrafficCid: contractId }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso } }, { trafficCids }) {
      const [first, ...others] = yield* consumeTraffic(dso, trafficCids);
      if (first === undefined) {
        return yield* generalError(
          "daml/Splice/AmuletRules.daml:281:13-49: Non-exhaustive patterns in firstCid :: remainingCids\n",
        );
      }
      let merged = first;
      for (const traffic of others) merged = yield* together(merged, traffic);
      return { mergedTrafficCid: yield* create(MemberTraffic, merged) };
    },
  },
);

/** Traffic: bought by anyone, for any member. */
export const amuletRulesTrafficModule = modulePart({
  choices: [AmuletRules_BuyMemberTraffic, AmuletRules_MergeMemberTrafficContracts],
});
