import { numericNegate } from "@tallystick/core";
import { shownDecimal, shownParty } from "../../model/shown.js";
import {
  choice,
  type ChoiceProgram,
  contractId,
  create,
  list,
  numeric,
  optional,
  party,
  record,
  text,
  timestamp,
} from "@tallystick/core";
import { minus } from "../../model/arithmetic.js";
import { generalError, requireThat } from "../../model/coin-error.js";
import { requireBefore } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";
import { AmuletRules, configOf } from "../configuration/amulet-rules.js";
import { DevelopmentFundCoupon, UnclaimedDevelopmentFundCoupon } from "./development-fund.js";
import { drain } from "./pool.js";

/** Stops the command unless a party is the configured fund manager. */
function* requireManager(
  { optDevelopmentFundManager }: AmuletConfig,
  fundManager: string,
): ChoiceProgram<void> {
  if (optDevelopmentFundManager === undefined) {
    yield* generalError(
      "DevelopmentFundCoupon cannot be allocated without a Development Fund manager configured",
    );
  } else {
    yield* requireThat(
      optDevelopmentFundManager === fundManager,
      `controller is the configured Development Fund manager: ${shownParty(optDevelopmentFundManager)}`,
    );
  }
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
        const missing = shownDecimal(numericNegate(rest));
        return yield* generalError(
          `insufficient amount to cover the requested allocation: ${missing}`,
        );
      }
      const optUnclaimedDevelopmentFundCouponCid =
        rest > 0n ? yield* create(pool, { dso, amount: rest }) : undefined;
      const developmentFundCouponCid = yield* create(DevelopmentFundCoupon, { dso, ...coupon });
      return { developmentFundCouponCid, optUnclaimedDevelopmentFundCouponCid };
    },
  },
);

export const amuletRulesDevelopmentFundModule = modulePart({
  choices: [AmuletRules_AllocateDevelopmentFundCoupon],
});
