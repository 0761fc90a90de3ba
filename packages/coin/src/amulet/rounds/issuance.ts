import {
  type Int64,
  int64,
  type Numeric,
  numeric,
  optional,
  record,
  type Static,
  type ChoiceProgram,
} from "@tallystick/core";
import { dividedBy, minus, ofInteger, plus, times, zero } from "../../model/arithmetic.js";
import { requireThat } from "../../model/coin-error.js";
import { microsPerDay } from "../../model/time-span.js";
import type { RelTime } from "../../token-standard/metadata-v1.js";
import {
  type IssuanceConfig,
  validatorFaucetCap,
  developmentFundPercentageOf,
} from "../configuration/issuance-config.js";

/**
 * What all coupons of a round add up to: amounts in CC, the weight of all SVs, and the number of
 * liveness records.
 */
export const OpenMiningRoundSummary = record(
  {
    totalValidatorRewardCoupons: numeric,
    totalFeaturedAppRewardCoupons: numeric,
    totalUnfeaturedAppRewardCoupons: numeric,
    totalSvRewardWeight: int64,
    optTotalValidatorFaucetCoupons: optional(int64),
  },
  "OpenMiningRoundSummary",
);
/** What all coupons of a round add up to. */
export type OpenMiningRoundSummary = Static<typeof OpenMiningRoundSummary>;

/** What a round issues: CC per unit of each kind of coupon, and what no one can claim. */
export interface IssuingRoundParameters {
  readonly issuancePerValidatorRewardCoupon: Numeric;
  readonly issuancePerFeaturedAppRewardCoupon: Numeric;
  readonly issuancePerUnfeaturedAppRewardCoupon: Numeric;
  /** Per unit of weight. */
  readonly issuancePerSvRewardCoupon: Numeric;
  /** Per liveness record. */
  readonly issuancePerValidatorFaucetCoupon: Numeric;
  readonly unclaimedValidatorRewards: Numeric;
  readonly unclaimedAppRewards: Numeric;
  readonly unclaimedSvRewards: Numeric;
  readonly amuletsToIssueToDevelopmentFund: Numeric;
}

/** One tranche of an issuance, in CC. */
export interface IssuanceTranche {
  readonly rewardsToIssue: Numeric;
  readonly issuancePerCoupon: Numeric;
  readonly unclaimedRewards: Numeric;
}

/** Days of the year that an issuance is meant for. */
const daysPerYear = 365n;

function* notBelowZero(a: Numeric, b: Numeric): ChoiceProgram<Numeric> {
  const difference = yield* minus(a, b);
  return difference > 0n ? difference : zero;
}

/**
 * All CC that a round issues: the year's issuance divided by the rounds of a year, one round per
 * tick.
 */
export function* amuletsToIssueInRound(
  { amuletToIssuePerYear }: IssuanceConfig,
  tickDuration: RelTime,
): ChoiceProgram<Numeric> {
  const year = yield* ofInteger(daysPerYear * microsPerDay);
  const roundsPerYear = yield* dividedBy(year, yield* ofInteger(tickDuration.microseconds));
  return yield* dividedBy(amuletToIssuePerYear, roundsPerYear);
}

/**
 * Shares a pool among coupons, with at most a cap of CC for each unit (wallet 12.4). Every product
 * and quotient is rounded half-even at the tenth digit, so that a pool used up completely may be
 * exceeded by half a unit of 10^-10 per unit of coupon. A cap that rounds to nothing for all
 * coupons together divides by zero: `arithmetic`.
 *
 * @param rewardsToIssue the pool, in CC
 * @param capPerCoupon CC per unit of coupon
 * @param totalCoupons units of coupon; with none the issuance is the cap, which only says what one
 * could have earned
 */
export function* issuanceTranche(
  rewardsToIssue: Numeric,
  capPerCoupon: Numeric,
  totalCoupons: Numeric,
): ChoiceProgram<IssuanceTranche> {
  if (totalCoupons <= 0n)
    return { rewardsToIssue, issuancePerCoupon: capPerCoupon, unclaimedRewards: rewardsToIssue };
  if (capPerCoupon <= 0n)
    return { rewardsToIssue, issuancePerCoupon: zero, unclaimedRewards: rewardsToIssue };
  const most = yield* times(capPerCoupon, totalCoupons);
  const capped = rewardsToIssue < most ? rewardsToIssue : most;
  const issuancePerCoupon = yield* dividedBy(yield* times(capped, capPerCoupon), most);
  const issued = yield* times(issuancePerCoupon, totalCoupons);
  return {
    rewardsToIssue,
    issuancePerCoupon,
    unclaimedRewards: yield* notBelowZero(rewardsToIssue, issued),
  };
}

/** Stops the command when a total of a summary is below 0; the weight of the SVs may be. */
export function* requireValidSummary(summary: OpenMiningRoundSummary): ChoiceProgram<void> {
  const totals: Readonly<Record<string, bigint>> = {
    "totalValidatorRewardCoupons >= 0.0": summary.totalValidatorRewardCoupons,
    "totalFeaturedAppRewardCoupons >= 0.0": summary.totalFeaturedAppRewardCoupons,
    "totalUnfeaturedAppRewardCoupons >= 0.0": summary.totalUnfeaturedAppRewardCoupons,
    "totalValidatorFaucetCoupons >= 0": summary.optTotalValidatorFaucetCoupons ?? 0n,
  };
  for (const [requirement, total] of Object.entries(totals))
    yield* requireThat(total >= 0n, requirement);
}

/** The pools of a round, in CC. */
interface Pools {
  readonly all: Numeric;
  readonly validators: Numeric;
  readonly apps: Numeric;
  readonly developmentFund: Numeric;
}

function* poolsOf(config: IssuanceConfig, tickDuration: RelTime): ChoiceProgram<Pools> {
  const inRound = yield* amuletsToIssueInRound(config, tickDuration);
  const developmentFundPercentage = developmentFundPercentageOf(config);
  const developmentFund = yield* times(inRound, developmentFundPercentage);
  const all = yield* minus(inRound, developmentFund);
  return {
    all,
    validators: yield* times(all, config.validatorRewardPercentage),
    apps: yield* times(all, config.appRewardPercentage),
    developmentFund,
  };
}

/** Burns first, liveness records from what they leave. */
function* validatorTranches(
  pool: Numeric,
  amuletPrice: Numeric,
  config: IssuanceConfig,
  summary: OpenMiningRoundSummary,
): ChoiceProgram<{ readonly rewards: IssuanceTranche; readonly faucets: IssuanceTranche }> {
  const rewards = yield* issuanceTranche(
    pool,
    config.validatorRewardCap,
    summary.totalValidatorRewardCoupons,
  );
  const faucets = yield* issuanceTranche(
    rewards.unclaimedRewards,
    yield* dividedBy(validatorFaucetCap(config), amuletPrice),
    yield* ofInteger(summary.optTotalValidatorFaucetCoupons ?? 0n),
  );
  return { rewards, faucets };
}

/**
 * All apps up to the cap of unfeatured ones; featured apps the rest on top, up to their own cap.
 */
function* appTranches(
  pool: Numeric,
  config: IssuanceConfig,
  summary: OpenMiningRoundSummary,
): ChoiceProgram<{ readonly unfeatured: IssuanceTranche; readonly featured: IssuanceTranche }> {
  const { totalFeaturedAppRewardCoupons, totalUnfeaturedAppRewardCoupons } = summary;
  const unfeatured = yield* issuanceTranche(
    pool,
    config.unfeaturedAppRewardCap,
    yield* plus(totalFeaturedAppRewardCoupons, totalUnfeaturedAppRewardCoupons),
  );
  const featured = yield* issuanceTranche(
    unfeatured.unclaimedRewards,
    yield* minus(config.featuredAppRewardCap, config.unfeaturedAppRewardCap),
    totalFeaturedAppRewardCoupons,
  );
  return { unfeatured, featured };
}

/** SVs share whatever is not for validators and apps; with no weight at all no one can claim it. */
function* svShare(
  pool: Numeric,
  weight: Int64,
): ChoiceProgram<{ readonly perWeight: Numeric; readonly unclaimed: Numeric }> {
  if (weight === 0n) return { perWeight: pool, unclaimed: pool };
  const total = yield* ofInteger(weight);
  const perWeight = yield* dividedBy(pool, total);
  return { perWeight, unclaimed: yield* notBelowZero(pool, yield* times(perWeight, total)) };
}

/**
 * What a round issues (wallet 12.4): the development fund first, then validators, apps and SVs from
 * the rest. Unused parts of the pools of validators and apps stay unclaimed and never go to SVs.
 *
 * @param tickDuration how much time a round issues for
 * @param amuletPrice USD per CC
 */
export function* issuingRoundParameters(
  tickDuration: RelTime,
  amuletPrice: Numeric,
  config: IssuanceConfig,
  summary: OpenMiningRoundSummary,
): ChoiceProgram<IssuingRoundParameters> {
  const pools = yield* poolsOf(config, tickDuration);
  const validators = yield* validatorTranches(pools.validators, amuletPrice, config, summary);
  const apps = yield* appTranches(pools.apps, config, summary);
  const ofOthers = yield* minus(pools.all, pools.validators);
  const svs = yield* svShare(yield* minus(ofOthers, pools.apps), summary.totalSvRewardWeight);
  return {
    issuancePerValidatorRewardCoupon: validators.rewards.issuancePerCoupon,
    issuancePerFeaturedAppRewardCoupon: yield* plus(
      apps.unfeatured.issuancePerCoupon,
      apps.featured.issuancePerCoupon,
    ),
    issuancePerUnfeaturedAppRewardCoupon: apps.unfeatured.issuancePerCoupon,
    issuancePerSvRewardCoupon: svs.perWeight,
    issuancePerValidatorFaucetCoupon: validators.faucets.issuancePerCoupon,
    unclaimedValidatorRewards: validators.faucets.unclaimedRewards,
    unclaimedAppRewards: apps.featured.unclaimedRewards,
    unclaimedSvRewards: svs.unclaimed,
    amuletsToIssueToDevelopmentFund: pools.developmentFund,
  };
}
