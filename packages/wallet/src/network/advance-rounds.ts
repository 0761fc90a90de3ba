import {
  AmuletRules_AdvanceOpenMiningRounds,
  AmuletRules_MiningRound_Close,
  AmuletRules_MiningRound_StartIssuing,
  amuletPackage,
  AppRewardCoupon,
  IssuingMiningRound,
  type OpenMiningRoundSummary,
  SummarizingMiningRound,
  SvRewardCoupon,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
} from "@tallystick/coin";
import {
  commandsOf,
  int64From,
  type Micros,
  type Numeric,
  numericUnitsPerOne,
  type Static,
  type Template,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ContractsView } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";
import { sumOf } from "../treasury/prices.js";

const { exercise } = commandsOf(amuletPackage);

const asDso = (
  dso: string,
  commandId: string,
  command: Submission["commands"][number],
): Submission => ({
  commandId,
  actAs: [dso],
  readAs: [],
  commands: [command],
});

/**
 * Closes the oldest open round for counting and creates a new one, when the oldest has expired, the
 * newest has opened and the middle one has been open for a tick (wallet 12.3).
 *
 * @param amuletPrice USD per CC of the new round
 */
export const advanceRounds = (
  { dso, amuletRules, openRounds }: NetworkState,
  amuletPrice: Numeric,
  now: Micros,
): ReadonlyArray<Submission> => {
  const [oldest, middle, newest] = openRounds;
  if (oldest === undefined || middle === undefined || newest === undefined) return [];
  const isDue =
    oldest.payload.targetClosesAt <= now &&
    newest.payload.opensAt <= now &&
    middle.payload.opensAt + middle.payload.tickDuration.microseconds <= now;
  if (!isDue) return [];
  const command = exercise(AmuletRules_AdvanceOpenMiningRounds, amuletRules, {
    amuletPrice,
    roundToArchiveCid: oldest.contractId,
    middleRoundCid: middle.contractId,
    latestRoundCid: newest.contractId,
  });
  return [asDso(dso, commandIdOf("advance-rounds", oldest.contractId), command)];
};

interface OfRound {
  readonly round: { readonly number: bigint };
}

/** The remaining coupons of a round and of earlier rounds. */
const couponsOf = <P extends OfRound>(
  view: ContractsView,
  template: Template<P>,
  dso: string,
  round: bigint,
): ReadonlyArray<P> =>
  view
    .due(template, dso, Number(round), Number.MAX_SAFE_INTEGER)
    .map(({ payload }) => payload)
    .filter((payload) => payload.round.number === round);

/** The sum of all coupons of a round; undefined when it is out of range. */
export const summaryOfRound = (
  view: ContractsView,
  dso: string,
  round: bigint,
): OpenMiningRoundSummary | undefined => {
  const app = couponsOf(view, AppRewardCoupon, dso, round);
  const amounts = (featured: boolean) =>
    sumOf(app.filter((coupon) => coupon.featured === featured).map(({ amount }) => amount));
  const validators = couponsOf(view, ValidatorRewardCoupon, dso, round);
  const totalValidatorRewardCoupons = sumOf(validators.map(({ amount }) => amount));
  const totalFeaturedAppRewardCoupons = amounts(true);
  const totalUnfeaturedAppRewardCoupons = amounts(false);
  const weights = couponsOf(view, SvRewardCoupon, dso, round).map(({ weight }) => weight);
  const weight = int64From(weights.reduce((sum, it) => sum + it, 0n));
  const records = int64From(
    couponsOf(view, ValidatorLivenessActivityRecord, dso, round).length +
      couponsOf(view, ValidatorFaucetCoupon, dso, round).length,
  );
  if (
    totalValidatorRewardCoupons === undefined ||
    totalFeaturedAppRewardCoupons === undefined ||
    totalUnfeaturedAppRewardCoupons === undefined ||
    isLeft(weight) ||
    isLeft(records)
  )
    return undefined;
  return {
    totalValidatorRewardCoupons,
    totalFeaturedAppRewardCoupons,
    totalUnfeaturedAppRewardCoupons,
    totalSvRewardWeight: weight.right,
    optTotalValidatorFaucetCoupons: records.right,
  };
};

/**
 * A summary without totals that round to zero at their caps: issuing would divide by zero, and such
 * small coupons mint nothing.
 */
const withoutCrumbs = (
  summary: OpenMiningRoundSummary,
  config: SummarizedRound["issuanceConfig"],
): OpenMiningRoundSummary => {
  const { validatorRewardCap, featuredAppRewardCap, unfeaturedAppRewardCap } = config;
  const { totalValidatorRewardCoupons, totalFeaturedAppRewardCoupons } = summary;
  const apps = totalFeaturedAppRewardCoupons + summary.totalUnfeaturedAppRewardCoupons;
  const validators = isCrumb(totalValidatorRewardCoupons, validatorRewardCap);
  const bothApps = isCrumb(apps, unfeaturedAppRewardCap);
  const extraCap = featuredAppRewardCap - unfeaturedAppRewardCap;
  const featured = bothApps || isCrumb(totalFeaturedAppRewardCoupons, extraCap);
  return {
    ...summary,
    totalValidatorRewardCoupons: unless(validators, totalValidatorRewardCoupons),
    totalFeaturedAppRewardCoupons: unless(featured, totalFeaturedAppRewardCoupons),
    totalUnfeaturedAppRewardCoupons: unless(bothApps, summary.totalUnfeaturedAppRewardCoupons),
  };
};

type SummarizedRound = Static<typeof SummarizingMiningRound.payload>;

/** True when units of 10^-10 times units of 10^-10 round to zero; half a unit does. */
const isCrumb = (total: bigint, cap: bigint): boolean =>
  total * cap > 0n && 2n * total * cap <= numericUnitsPerOne;

const unless = (isCrumbs: boolean, total: Numeric): Numeric =>
  isCrumbs ? (sumOf([]) ?? total) : total;

/** Starts the issuing of rounds in counting: coupons cannot be added to them any more. */
export const startIssuing = (
  view: ContractsView,
  { dso, amuletRules }: NetworkState,
): ReadonlyArray<Submission> =>
  view.of(SummarizingMiningRound, dso).flatMap(({ contractId, payload }) => {
    const summary = summaryOfRound(view, dso, payload.round.number);
    if (summary === undefined) return [];
    const command = exercise(AmuletRules_MiningRound_StartIssuing, amuletRules, {
      miningRoundCid: contractId,
      summary: withoutCrumbs(summary, payload.issuanceConfig),
    });
    return [asDso(dso, commandIdOf("start-issuing", contractId), command)];
  });

/** The most issuing rounds closed together. */
const maxClosed = 10;

export const closeIssuing = (
  view: ContractsView,
  { dso, amuletRules }: NetworkState,
  now: Micros,
): ReadonlyArray<Submission> =>
  view
    .due(IssuingMiningRound, dso, now, maxClosed)
    .map(({ contractId: issuingRoundCid }) =>
      asDso(
        dso,
        commandIdOf("close-issuing", issuingRoundCid),
        exercise(AmuletRules_MiningRound_Close, amuletRules, { issuingRoundCid }),
      ),
    );
