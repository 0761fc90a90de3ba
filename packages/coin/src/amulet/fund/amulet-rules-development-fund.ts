import { shownDecimal } from "../../model/shown.js";
import {
  choice,
  contractId,
  create,
  list,
  numeric,
  optional,
  party,
  record,
  type ChoiceProgram,
  text,
  timestamp,
} from "@tallystick/core";
import { minus, zero } from "../../model/arithmetic.js";
import { requireThat, stopWith } from "../../model/coin-error.js";
import { requireBefore } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";
import { AmuletRules, configOf } from "../configuration/amulet-rules.js";
import { DevelopmentFundCoupon, UnclaimedDevelopmentFundCoupon } from "./development-fund.js";
import { drain } from "./pool.js";

/** Stops the command with `not-authorized` unless a party is the configured fund manager. */
function* requireManager(
  { optDevelopmentFundManager }: AmuletConfig,
  fundManager: string,
): ChoiceProgram<void> {
  yield* requireThat(
    optDevelopmentFundManager === fundManager,
    "not-authorized",
    optDevelopmentFundManager === undefined
      ? "No manager of the development fund is configured."
      : `${fundManager} is not the configured manager of the development fund.`,
  );
}

/**
 * The fund manager gives part of the development fund to a beneficiary (wallet 3.11 and 18); what
 * the coupons used have beyond that goes back to the fund.
 */
export const AmuletRules_AllocateDevelopmentFundCoupon = choice(
  AmuletRules,
  "AmuletRules_AllocateDevelopmentFundCoupon",
  {
    argument: record({
      unclaimedDevelopmentFundCouponCids: list(contractId),
      beneficiary: party,
      amount: numeric,
      expiresAt: timestamp,
      reason: text,
      fundManager: party,
    }),
    result: record({
      developmentFundCouponCid: contractId,
      optUnclaimedDevelopmentFundCouponCid: optional(contractId),
    }),
    consuming: false,
    controllers: (_rules, { fundManager }) => [fundManager],
    *body({ payload }, { unclaimedDevelopmentFundCouponCids: cids, ...coupon }) {
      const { dso } = payload;
      const { amount, expiresAt, fundManager } = coupon;
      yield* requireBefore("DevelopmentFundCoupon.expiresAt", expiresAt);
      yield* requireManager(configOf(payload), fundManager);
      const pool = UnclaimedDevelopmentFundCoupon;
      const rest = yield* minus(yield* drain(pool, cids, dso), amount);
      if (rest < 0n) {
        const missing = shownDecimal(yield* minus(zero, rest));
        const meta = { requiredAmount: missing };
        return yield* stopWith("insufficient-funds", `The coupons lack ${missing} CC.`, meta);
      }
      const optUnclaimedDevelopmentFundCouponCid =
        rest > 0n ? yield* create(pool, { dso, amount: rest }) : undefined;
      yield* requireThat(amount > 0n, "invalid-argument", "The amount is above 0.");
      const developmentFundCouponCid = yield* create(DevelopmentFundCoupon, { dso, ...coupon });
      return { developmentFundCouponCid, optUnclaimedDevelopmentFundCouponCid };
    },
  },
);

/** How the development fund is given away. */
export const amuletRulesDevelopmentFundModule = modulePart({
  choices: [AmuletRules_AllocateDevelopmentFundCoupon],
});
