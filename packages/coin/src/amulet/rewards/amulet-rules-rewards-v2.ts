import {
  archive,
  choice,
  type ChoiceProgram,
  contractId,
  create,
  list,
  party,
  record,
  type Template,
} from "@tallystick/core";
import { plus, zero } from "../../model/arithmetic.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { requireBefore, requireReached } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import { AmuletRules } from "../configuration/amulet-rules.js";
import { Hash } from "./crypto-hash.js";
import { CalculateRewardsV2 } from "../rounds/calculate-rewards.js";
import { ProcessRewardsV2 } from "./reward-accounting-v2.js";
import { RewardCouponV2, type RewardCouponV2Payload } from "./reward-coupon-v2.js";
import { UnclaimedReward } from "./unclaimed.js";

const NoResult = record({});

/** The payload of a contract of this coin, which is archived. */
function* takenOfDso<P extends { readonly dso: string }>(
  of: Template<P>,
  cid: string,
  dso: string,
): ChoiceProgram<P> {
  const payload = yield* fetchOfDso(of, cid, dso);
  yield* archive(of, cid);
  return payload;
}

const sorted = (parties: ReadonlyArray<string>): string => [...parties].sort().join();
const distinct = (parties: ReadonlyArray<string>): string => sorted([...new Set(parties)]);

const watchersOf = ({ provider, beneficiary, providerIsObserver }: RewardCouponV2Payload) => {
  if (!providerIsObserver) return [];
  return beneficiary === undefined ? [provider] : [provider, beneficiary];
};

/** The DSO takes back coupons that were not minted in time. */
const AmuletRules_ClaimExpiredRewardsV2 = choice(AmuletRules, "AmuletRules_ClaimExpiredRewardsV2", {
  argument: record({ rewardCouponCids: list(contractId), expiryObservers: list(party) }),
  result: NoResult,
  consuming: false,
  controllers: ({ dso }) => [dso],
  observers: (_rules, { expiryObservers }) => expiryObservers,
  *body({ payload: { dso } }, { rewardCouponCids, expiryObservers }) {
    yield* requireThat(rewardCouponCids.length > 0, "at least one coupon");
    const coupons: Array<RewardCouponV2Payload> = [];
    for (const cid of rewardCouponCids) {
      const coupon = yield* takenOfDso(RewardCouponV2, cid, dso);
      yield* requireReached("coupon.expiresAt", coupon.expiresAt);
      coupons.push(coupon);
    }
    yield* requireThat(
      sorted(expiryObservers) === distinct(coupons.flatMap(watchersOf)),
      "expiryObservers match coupons",
    );
    let amount = zero;
    for (const coupon of coupons) amount = yield* plus(amount, coupon.amount);
    if (amount > 0n) yield* create(UnclaimedReward, { dso, amount });
    return {};
  },
});

/** The super validators have agreed on a round's rewards. */
const AmuletRules_StartProcessingRewardsV2 = choice(
  AmuletRules,
  "AmuletRules_StartProcessingRewardsV2",
  {
    argument: record({ calculateRewardsCid: contractId, batchHash: Hash }),
    result: NoResult,
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso } }, { calculateRewardsCid, batchHash }) {
      const calculated = yield* takenOfDso(CalculateRewardsV2, calculateRewardsCid, dso);
      yield* create(ProcessRewardsV2, { ...calculated, batchHash });
      return {};
    },
  },
);

/** The DSO shows coupons to their providers, once their nodes know the template. */
const AmuletRules_UnhideRewardCouponsV2 = choice(AmuletRules, "AmuletRules_UnhideRewardCouponsV2", {
  argument: record({ rewardCouponCids: list(contractId), providers: list(party) }),
  result: NoResult,
  consuming: false,
  controllers: ({ dso }) => [dso],
  observers: (_rules, { providers }) => providers,
  *body({ payload: { dso } }, { rewardCouponCids, providers }) {
    yield* requireThat(rewardCouponCids.length > 0, "at least one coupon");
    const shown: Array<string> = [];
    for (const cid of rewardCouponCids) {
      const coupon = yield* takenOfDso(RewardCouponV2, cid, dso);
      yield* requireThat(!coupon.providerIsObserver, "provider is no observer on the coupon");
      yield* requireBefore("coupon.expiresAt", coupon.expiresAt);
      yield* create(RewardCouponV2, { ...coupon, providerIsObserver: true });
      shown.push(coupon.provider);
    }
    yield* requireThat(distinct(providers) === distinct(shown), "providers match coupons");
    return {};
  },
});

/** The DSO removes what was worked out for comparison only. */
const AmuletRules_ArchiveDryRunRewardAccountingV2 = choice(
  AmuletRules,
  "AmuletRules_ArchiveDryRunRewardAccountingV2",
  {
    argument: record({
      calculateRewardsCids: list(contractId),
      processRewardsCids: list(contractId),
    }),
    result: NoResult,
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso } }, { calculateRewardsCids, processRewardsCids }) {
      for (const cid of calculateRewardsCids) {
        const { dryRun } = yield* takenOfDso(CalculateRewardsV2, cid, dso);
        yield* requireThat(dryRun, "CalculateRewardsV2 is in dry-run state");
      }
      for (const cid of processRewardsCids) {
        const { dryRun } = yield* takenOfDso(ProcessRewardsV2, cid, dso);
        yield* requireThat(dryRun, "ProcessRewardsV2 is in dry-run state");
      }
      return {};
    },
  },
);

export const amuletRulesRewardsV2Module = modulePart({
  later: {
    choices: [
      AmuletRules_ClaimExpiredRewardsV2,
      AmuletRules_StartProcessingRewardsV2,
      AmuletRules_UnhideRewardCouponsV2,
      AmuletRules_ArchiveDryRunRewardAccountingV2,
    ],
  },
});
