import {
  choice,
  type Choice,
  contractId,
  create,
  exercise,
  list,
  type Numeric,
  optional,
  record,
  type Static,
  type ChoiceProgram,
  type ContractId,
} from "@tallystick/core";
import { ofInteger, plus, times, zero } from "../../model/arithmetic.js";
import { fetchOfDso } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { AmuletRules } from "../configuration/amulet-rules.js";
import { UnclaimedDevelopmentFundCoupon } from "../fund/development-fund.js";
import {
  ValidatorFaucetCoupon_DsoExpire,
  ValidatorLivenessActivityRecord_DsoExpire,
} from "./liveness.js";
import { drain, type Pool } from "../fund/pool.js";
import { ClosedMiningRound } from "../rounds/round.js";
import { SvRewardCoupon_DsoExpire } from "./sv-reward-coupon.js";
import { UnclaimedReward } from "./unclaimed.js";
import { AppRewardCoupon_DsoExpire, ValidatorRewardCoupon_DsoExpire } from "./usage-coupons.js";

const ClaimArgument = record({
  closedRoundCid: contractId,
  validatorRewardCouponCids: list(contractId),
  appCouponCids: list(contractId),
  svRewardCouponCids: list(contractId),
  optValidatorFaucetCouponCids: optional(list(contractId)),
  optValidatorLivenessActivityRecordCids: optional(list(contractId)),
});
type ClaimArgument = Static<typeof ClaimArgument>;

type Expire<R> = Choice<{ readonly closedRoundCid: string }, R>;

/** Expires coupons and adds up their units. */
function* unitsOf<R>(
  expire: Expire<R>,
  contractIds: ReadonlyArray<ContractId>,
  closedRoundCid: string,
  units: (result: R) => ChoiceProgram<Numeric>,
): ChoiceProgram<Numeric> {
  let sum = zero;
  for (const id of contractIds) {
    const result = yield* exercise(expire, id, { closedRoundCid });
    sum = yield* plus(sum, yield* units(result));
  }
  return sum;
}

const ofAmount = function* ({ amount }: { readonly amount: Numeric }): ChoiceProgram<Numeric> {
  return amount;
};

interface AppUnits {
  readonly featured: Numeric;
  readonly unfeatured: Numeric;
}

function* appUnits(
  contractIds: ReadonlyArray<ContractId>,
  closedRoundCid: string,
): ChoiceProgram<AppUnits> {
  let units: AppUnits = { featured: zero, unfeatured: zero };
  for (const id of contractIds) {
    const { featured, amount } = yield* exercise(AppRewardCoupon_DsoExpire, id, { closedRoundCid });
    units = featured
      ? { ...units, featured: yield* plus(units.featured, amount) }
      : { ...units, unfeatured: yield* plus(units.unfeatured, amount) };
  }
  return units;
}

/** Expires all coupons named. @returns the CC they could have been minted for */
function* expireAll(dso: string, claim: ClaimArgument): ChoiceProgram<Numeric> {
  const { closedRoundCid } = claim;
  const closed = yield* fetchOfDso(ClosedMiningRound, closedRoundCid, dso);
  const one = () => ofInteger(1n);
  const faucets = claim.optValidatorFaucetCouponCids ?? [];
  const records = claim.optValidatorLivenessActivityRecordCids ?? [];
  const perFaucet = closed.optIssuancePerValidatorFaucetCoupon ?? zero;
  const validators = yield* unitsOf(
    ValidatorRewardCoupon_DsoExpire,
    claim.validatorRewardCouponCids,
    closedRoundCid,
    ofAmount,
  );
  const faucetUnits = yield* unitsOf(ValidatorFaucetCoupon_DsoExpire, faucets, closedRoundCid, one);
  const recordUnits = yield* unitsOf(
    ValidatorLivenessActivityRecord_DsoExpire,
    records,
    closedRoundCid,
    one,
  );
  const app = yield* appUnits(claim.appCouponCids, closedRoundCid);
  const parts: ReadonlyArray<readonly [Numeric, Numeric]> = [
    [validators, closed.issuancePerValidatorRewardCoupon],
    [yield* plus(faucetUnits, recordUnits), perFaucet],
    [app.featured, closed.issuancePerFeaturedAppRewardCoupon],
    [app.unfeatured, closed.issuancePerUnfeaturedAppRewardCoupon],
    [
      yield* unitsOf(
        SvRewardCoupon_DsoExpire,
        claim.svRewardCouponCids,
        closedRoundCid,
        ({ weight }) => ofInteger(weight),
      ),
      closed.issuancePerSvRewardCoupon,
    ],
  ];
  let amount = zero;
  for (const [units, issuance] of parts)
    amount = yield* plus(amount, yield* times(units, issuance));
  return amount;
}

/**
 * Left-over coupons of a closed round become one unclaimed reward over what they could have been
 * minted for (wallet 12.3).
 */
export const AmuletRules_ClaimExpiredRewards = choice(
  AmuletRules,
  "AmuletRules_ClaimExpiredRewards",
  {
    argument: ClaimArgument,
    result: record({ unclaimedRewardCid: optional(contractId) }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso } }, claim) {
      const amount = yield* expireAll(dso, claim);
      return {
        unclaimedRewardCid:
          amount > 0n ? yield* create(UnclaimedReward, { dso, amount }) : undefined,
      };
    },
  },
);

function* merge(
  pool: Pool,
  contractIds: ReadonlyArray<ContractId>,
  dso: string,
  requirement: string,
): ChoiceProgram<string> {
  yield* requireThat(contractIds.length > 1, requirement);
  return yield* create(pool, { dso, amount: yield* drain(pool, contractIds, dso) });
}

/** Several unclaimed rewards become one. */
export const AmuletRules_MergeUnclaimedRewards = choice(
  AmuletRules,
  "AmuletRules_MergeUnclaimedRewards",
  {
    argument: record({ unclaimedRewardCids: list(contractId) }),
    result: record({ unclaimedRewardCid: contractId }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso } }, { unclaimedRewardCids }) {
      const requirement = "More than one unclaimed reward contracts";
      const merged = yield* merge(UnclaimedReward, unclaimedRewardCids, dso, requirement);
      return { unclaimedRewardCid: merged };
    },
  },
);

/** Several unclaimed coupons of the development fund become one. */
export const AmuletRules_MergeUnclaimedDevelopmentFundCoupons = choice(
  AmuletRules,
  "AmuletRules_MergeUnclaimedDevelopmentFundCoupons",
  {
    argument: record({ unclaimedDevelopmentFundCouponCids: list(contractId) }),
    result: record({ unclaimedDevelopmentFundCouponCid: contractId }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso } }, { unclaimedDevelopmentFundCouponCids: cids }) {
      const requirement = "More than one unclaimed development fund coupon contract";
      const merged = yield* merge(UnclaimedDevelopmentFundCoupon, cids, dso, requirement);
      return { unclaimedDevelopmentFundCouponCid: merged };
    },
  },
);

/** What becomes of rewards no one claimed. */
export const amuletRulesExpiredRewardsModule = modulePart({
  choices: [
    AmuletRules_ClaimExpiredRewards,
    AmuletRules_MergeUnclaimedRewards,
    AmuletRules_MergeUnclaimedDevelopmentFundCoupons,
  ],
});
