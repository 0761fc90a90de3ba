import { type ChoiceProgram, create, fetch, type Numeric } from "@tallystick/core";
import type { AppRewardBeneficiary } from "../../token-standard/featured-app-right-v1.js";
import { one, times } from "../../model/arithmetic.js";
import { requireThat } from "../../model/coin-error.js";
import type { Round } from "../configuration/round-number.js";
import { AppRewardCoupon } from "../rewards/usage-coupons.js";
import { createMarkers, FeaturedAppRight } from "./featured-app-right.js";
import { requireShares, weightsByBeneficiary } from "./reward-beneficiaries.js";

/** Stops the command with `wrong-contract` unless a right is that of the provider. */
export function* requireFeatured(
  rightCid: string,
  dso: string,
  provider: string,
): ChoiceProgram<void> {
  const right = yield* fetch(FeaturedAppRight, rightCid);
  yield* requireThat(
    right.dso === dso && right.provider === provider,
    "wrong-contract",
    `The featured app right is that of ${right.provider}, expected was that of ${provider}.`,
  );
}

/** Who shares the reward of a featured provider, by weights that add up to 1. */
export type RewardShares = ReadonlyMap<string, Numeric>;

/**
 * The shares of a reward: the beneficiaries named, else the provider alone. Stops the command as
 * {@link requireShares} does.
 */
export function* sharesOf(
  provider: string,
  beneficiaries: ReadonlyArray<AppRewardBeneficiary> | undefined,
): ChoiceProgram<RewardShares> {
  const named = beneficiaries ?? [{ beneficiary: provider, weight: one }];
  yield* requireShares(named);
  return yield* weightsByBeneficiary(named);
}

/** A featured activity: whose network, and whose. */
export interface FeaturedActivity {
  readonly dso: string;
  readonly provider: string;
}

/**
 * Leaves the reward of an activity as coupons of a round, one for each beneficiary over its share
 * of the amount, half-even; a share that rounds to nothing is left out.
 *
 * @param amount what the activity is worth, in CC
 */
export function* leaveCoupons(
  { dso, provider }: FeaturedActivity,
  shares: RewardShares,
  { amount, round }: { readonly amount: Numeric; readonly round: Round },
): ChoiceProgram<void> {
  for (const [beneficiary, weight] of shares) {
    const share = yield* times(amount, weight);
    if (share === 0n) continue;
    const coupon = { dso, provider, featured: true, amount: share, round, beneficiary };
    yield* create(AppRewardCoupon, coupon);
  }
}

/**
 * Leaves the reward of an activity as markers, which the DSO turns into coupons of an open round.
 */
export function* leaveMarkers(
  activity: FeaturedActivity,
  shares: RewardShares,
): ChoiceProgram<void> {
  yield* createMarkers(activity, shares);
}
