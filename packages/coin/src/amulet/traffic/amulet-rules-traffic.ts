import { codePoints } from "../../model/code-points.js";
import {
  archive,
  choice,
  contractId,
  create,
  int64,
  type Int64,
  list,
  numeric,
  optional,
  party,
  record,
  type ChoiceProgram,
  text,
} from "@tallystick/core";
import { constantInt, int, plus } from "../../model/arithmetic.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireThat, stopWith } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { Metadata } from "../../token-standard/metadata-v1.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";
import { AmuletRules, configOf, requireExpectedDso } from "../configuration/amulet-rules.js";
import { Round } from "../configuration/round-number.js";
import { publicRound } from "../rounds/open-round.js";
import { splitAndBurn } from "../transfer/burn.js";
import { TransferContext, TransferInput, TransferSummary } from "../transfer/transfer-types.js";
import { maxMemberIdLength, MemberTraffic, type MemberTrafficPayload } from "./member-traffic.js";
import { trafficCost } from "./traffic-cost.js";

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
  if (trafficAmount < minTopupAmount || trafficAmount <= 0n) {
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

function* requireMember(memberId: string, migrationId: Int64): ChoiceProgram<void> {
  yield* requireThat(
    memberId !== "" && codePoints(memberId) <= maxMemberIdLength,
    "invalid-argument",
    `memberId has 1 to ${maxMemberIdLength} characters.`,
  );
  yield* requireThat(migrationId >= 0n, "invalid-argument", "migrationId is not below 0.");
}

/**
 * Anybody buys extra traffic for any member: the price is burned from the provider's inputs
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
  *body({ payload }, { inputs, context, provider, expectedDso, trafficAmount, ...member }) {
    const { dso } = payload;
    const { memberId, synchronizerId, migrationId } = member;
    yield* requireExpectedDso(dso, expectedDso);
    const config = configOf(payload);
    yield* requireSellable(config, synchronizerId, trafficAmount);
    yield* requireMember(memberId, migrationId);
    const { amuletPrice } = yield* publicRound(context.openMiningRound, dso, provider);
    const { extraTrafficPrice } = config.decentralizedSynchronizer.fees;
    const cost = yield* trafficCost(trafficAmount, extraTrafficPrice, amuletPrice);
    const usage = "traffic purchase";
    const burn = { dso, sender: provider, amount: cost.amulet, inputs, context, usage };
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
  yield* requireThat(
    a.memberId === b.memberId &&
      a.synchronizerId === b.synchronizerId &&
      a.migrationId === b.migrationId,
    "wrong-contract",
    "Only traffic of one member, synchronizer and migration is merged.",
  );
  return {
    ...a,
    totalPurchased: yield* int(a.totalPurchased + b.totalPurchased),
    numPurchases: yield* int(a.numPurchases + b.numPurchases),
    amuletSpent: yield* plus(a.amuletSpent, b.amuletSpent),
    usdSpent: yield* plus(a.usdSpent, b.usdSpent),
  };
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
      let merged: MemberTrafficPayload | undefined;
      for (const id of trafficCids) {
        const traffic = yield* fetchOfDso(MemberTraffic, id, dso);
        yield* archive(MemberTraffic, id);
        merged = merged === undefined ? traffic : yield* together(merged, traffic);
      }
      return merged === undefined
        ? yield* stopWith("invalid-argument", "trafficCids names at least one contract.")
        : { mergedTrafficCid: yield* create(MemberTraffic, merged) };
    },
  },
);

/** Traffic: bought by anybody, for any member. */
export const amuletRulesTrafficModule = modulePart({
  choices: [AmuletRules_BuyMemberTraffic, AmuletRules_MergeMemberTrafficContracts],
});
