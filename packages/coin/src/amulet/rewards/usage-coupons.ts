import {
  bool,
  choice,
  type ChoiceProgram,
  contractId,
  numeric,
  optional,
  party,
  record,
  type Static,
  template,
} from "@tallystick/core";
import { fetchOfRound, requireMatching } from "../../model/checked-fetch.js";
import { modulePart } from "../../model/module-part.js";
import { Round } from "../configuration/round-number.js";
import { ClosedMiningRound } from "../rounds/round.js";
import { ValidatorRight } from "./validator-right.js";

const AppCouponPayload = record({
  dso: party,
  provider: party,
  featured: bool,
  amount: numeric,
  round: Round,
  beneficiary: optional(party),
});
/** The contents of a coupon of an app. */
export type AppCouponPayload = Static<typeof AppCouponPayload>;

/**
 * Earned by a featured provider's one-step transfers (specification 2.6); minted by the
 * beneficiary, or else the provider.
 */
export const AppRewardCoupon = template("Splice.Amulet:AppRewardCoupon", {
  payload: AppCouponPayload,
  signatories: ({ dso }) => [dso],
  observers: ({ provider, beneficiary }) =>
    beneficiary === undefined ? [provider] : [provider, beneficiary],
  ensure: ({ amount }) => amount > 0n,
});

/**
 * Earned by a user's burns; minted by the validator who holds the user's {@link ValidatorRight}.
 */
export const ValidatorRewardCoupon = template("Splice.Amulet:ValidatorRewardCoupon", {
  payload: record({ dso: party, user: party, amount: numeric, round: Round }),
  signatories: ({ dso }) => [dso],
  observers: ({ user }) => [user],
  ensure: ({ amount }) => amount > 0n,
});

/** Stops the command unless a round of a coupon is closed. */
export function* requireClosed(
  closedRoundCid: string,
  dso: string,
  round: Round,
): ChoiceProgram<void> {
  yield* fetchOfRound(ClosedMiningRound, closedRoundCid, dso, round);
}

/** The DSO removes what no one minted while it could be minted. */
export const AppRewardCoupon_DsoExpire = choice(AppRewardCoupon, "AppRewardCoupon_DsoExpire", {
  argument: record({ closedRoundCid: contractId }),
  result: record({ featured: bool, amount: numeric }),
  controllers: ({ dso }) => [dso],
  *body({ payload: { dso, round, featured, amount } }, { closedRoundCid }) {
    yield* requireClosed(closedRoundCid, dso, round);
    return { featured, amount };
  },
});

/** The DSO removes what no one minted while it could be minted. */
export const ValidatorRewardCoupon_DsoExpire = choice(
  ValidatorRewardCoupon,
  "ValidatorRewardCoupon_DsoExpire",
  {
    argument: record({ closedRoundCid: contractId }),
    result: record({ amount: numeric }),
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso, round, amount } }, { closedRoundCid }) {
      yield* requireClosed(closedRoundCid, dso, round);
      return { amount };
    },
  },
);

/** The user's validator uses the coupon up. */
export const ValidatorRewardCoupon_ArchiveAsValidator = choice(
  ValidatorRewardCoupon,
  "ValidatorRewardCoupon_ArchiveAsValidator",
  {
    argument: record({ validator: party, rightCid: contractId }),
    result: record({}),
    controllers: ({ dso }, { validator }) => [dso, validator],
    *body({ payload }, { validator, rightCid }) {
      const { dso, user } = payload;
      yield* requireMatching(ValidatorRight, rightCid, { dso, user, validator });
      return {};
    },
  },
);

export const usageCouponsModule = modulePart({
  templates: [AppRewardCoupon, ValidatorRewardCoupon],
  choices: [
    AppRewardCoupon_DsoExpire,
    ValidatorRewardCoupon_DsoExpire,
    ValidatorRewardCoupon_ArchiveAsValidator,
  ],
});
