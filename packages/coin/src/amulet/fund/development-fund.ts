import {
  choice,
  contractId,
  create,
  numeric,
  optional,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
  text,
  timestamp,
} from "@tallystick/core";
import { requireBefore, requireReached } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";

/** CC of the development fund that no beneficiary has been named for. */
export const UnclaimedDevelopmentFundCoupon = template(
  "Splice.Amulet:UnclaimedDevelopmentFundCoupon",
  {
    payload: record({ dso: party, amount: numeric }),
    signatories: ({ dso }) => [dso],
    ensure: ({ amount }) => amount > 0n,
  },
);

const CouponPayload = record({
  dso: party,
  beneficiary: party,
  fundManager: party,
  amount: numeric,
  expiresAt: timestamp,
  reason: text,
  mintAfter: optional(timestamp),
});
/** What a coupon of the development fund says. */
export type DevelopmentFundCouponPayload = Static<typeof CouponPayload>;

/** CC of the development fund for a beneficiary, to be minted from `mintAfter` on and before `expiresAt` (wallet 12.1). */
export const DevelopmentFundCoupon = template("Splice.Amulet:DevelopmentFundCoupon", {
  payload: CouponPayload,
  signatories: ({ dso }) => [dso],
  observers: ({ beneficiary, fundManager }) => [beneficiary, fundManager],
  ensure: ({ amount, mintAfter, expiresAt }) =>
    amount > 0n && (mintAfter === undefined || mintAfter < expiresAt),
});

const Returned = record({ unclaimedDevelopmentFundCouponCid: contractId });

/** Gives the amount back to the fund. */
function* giveBack({
  dso,
  amount,
}: DevelopmentFundCouponPayload): ChoiceProgram<Static<typeof Returned>> {
  const unclaimedDevelopmentFundCouponCid = yield* create(UnclaimedDevelopmentFundCoupon, {
    dso,
    amount,
  });
  return { unclaimedDevelopmentFundCouponCid };
}

const deadline = "DevelopmentFundCoupon.expiresAt";

/** The fund manager takes the coupon back before it expires. */
export const DevelopmentFundCoupon_Withdraw = choice(
  DevelopmentFundCoupon,
  "DevelopmentFundCoupon_Withdraw",
  {
    argument: record({ reason: text }),
    result: Returned,
    controllers: ({ fundManager }) => [fundManager],
    *body({ payload }) {
      yield* requireBefore(deadline, payload.expiresAt);
      return yield* giveBack(payload);
    },
  },
);

/** The beneficiary declines before the coupon expires. */
export const DevelopmentFundCoupon_Reject = choice(
  DevelopmentFundCoupon,
  "DevelopmentFundCoupon_Reject",
  {
    argument: record({ reason: text }),
    result: Returned,
    controllers: ({ beneficiary }) => [beneficiary],
    *body({ payload }) {
      yield* requireBefore(deadline, payload.expiresAt);
      return yield* giveBack(payload);
    },
  },
);

/** The DSO takes back what was not minted in time. */
export const DevelopmentFundCoupon_DsoExpire = choice(
  DevelopmentFundCoupon,
  "DevelopmentFundCoupon_DsoExpire",
  {
    argument: record({}),
    result: Returned,
    controllers: ({ dso }) => [dso],
    *body({ payload }) {
      yield* requireReached(deadline, payload.expiresAt);
      return yield* giveBack(payload);
    },
  },
);

/** The development fund. */
export const developmentFundModule = modulePart({
  templates: [UnclaimedDevelopmentFundCoupon, DevelopmentFundCoupon],
  choices: [
    DevelopmentFundCoupon_Withdraw,
    DevelopmentFundCoupon_Reject,
    DevelopmentFundCoupon_DsoExpire,
  ],
});
