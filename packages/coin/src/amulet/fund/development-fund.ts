import { requireTransition } from "../../model/deadline.js";
import {
  type DevelopmentFundCouponAction,
  nextDevelopmentFundCouponState,
  activeDevelopmentFundCoupon,
} from "./development-fund-coupon-state.js";
import {
  choice,
  contractId,
  create,
  numeric,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
  text,
  timestamp,
  ledgerTime,
} from "@tallystick/core";
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
});
/** The contents of a coupon of the development fund. */
export type DevelopmentFundCouponPayload = Static<typeof CouponPayload>;

/** CC of the development fund for a beneficiary, to be minted before `expiresAt` (wallet 12.1). */
export const DevelopmentFundCoupon = template("Splice.Amulet:DevelopmentFundCoupon", {
  payload: CouponPayload,
  signatories: ({ dso }) => [dso],
  observers: ({ beneficiary, fundManager }) => [beneficiary, fundManager],
  ensure: ({ amount }) => amount > 0n,
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

/** Stops the command when the state machine does not allow an action now. */
export function* requireCouponAction(
  action: DevelopmentFundCouponAction,
  { expiresAt }: DevelopmentFundCouponPayload,
): ChoiceProgram<void> {
  const times = { now: yield* ledgerTime(), expiresAt };
  yield* requireTransition(
    nextDevelopmentFundCouponState(activeDevelopmentFundCoupon, action, times),
    { name: "DevelopmentFundCoupon.expiresAt", at: expiresAt },
  );
}

/** The fund manager takes the coupon back before it expires. */
export const DevelopmentFundCoupon_Withdraw = choice(
  DevelopmentFundCoupon,
  "DevelopmentFundCoupon_Withdraw",
  {
    argument: record({ reason: text }),
    result: Returned,
    controllers: ({ fundManager }) => [fundManager],
    *body({ payload }, { reason }) {
      yield* requireCouponAction({ kind: "withdraw", reason }, payload);
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
    *body({ payload }, { reason }) {
      yield* requireCouponAction({ kind: "reject", reason }, payload);
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
      yield* requireCouponAction({ kind: "expire" }, payload);
      return yield* giveBack(payload);
    },
  },
);

export const developmentFundModule = modulePart({
  templates: [UnclaimedDevelopmentFundCoupon, DevelopmentFundCoupon],
  choices: [
    DevelopmentFundCoupon_Withdraw,
    DevelopmentFundCoupon_Reject,
    DevelopmentFundCoupon_DsoExpire,
  ],
});
