import {
  choice,
  contractId,
  create,
  ledgerTime,
  list,
  numeric,
  numericToText,
  optional,
  party,
  record,
  type ChoiceProgram,
  text,
  timestamp,
} from "@tallystick/core";
import { minus, zero } from "../../model/arithmetic.js";
import { requireBefore, requireThat, stopWith } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { timeAfter } from "../../model/time-span.js";
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

/** From when on a coupon can be minted: what was asked for, but never before the configured delay is over. */
function* mintableFrom(
  { minDevelopmentFundMintingDelay: delay }: AmuletConfig,
  asked: number | undefined,
): ChoiceProgram<number | undefined> {
  if (delay === undefined || delay.microseconds === 0n) return asked;
  const earliest = timeAfter(yield* ledgerTime(), delay);
  yield* requireThat(
    asked === undefined || asked >= earliest,
    "invalid-argument",
    "mintAfter lies within the configured minDevelopmentFundMintingDelay.",
  );
  return asked ?? earliest;
}

/**
 * The fund manager gives part of the development fund to a beneficiary (wallet 3.11 and 18); what the coupons used have
 * beyond that goes back to the fund.
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
      mintAfter: optional(timestamp),
    }),
    result: record({
      developmentFundCouponCid: contractId,
      optUnclaimedDevelopmentFundCouponCid: optional(contractId),
    }),
    consuming: false,
    controllers: (_rules, { fundManager }) => [fundManager],
    *body({ payload }, { unclaimedDevelopmentFundCouponCids: cids, mintAfter: asked, ...coupon }) {
      const { dso } = payload;
      const { amount, expiresAt, fundManager } = coupon;
      yield* requireThat(amount > 0n, "invalid-argument", "amount is above 0.");
      yield* requireBefore("expiresAt", expiresAt);
      const config = configOf(payload);
      yield* requireManager(config, fundManager);
      const mintAfter = yield* mintableFrom(config, asked);
      yield* requireThat(
        mintAfter === undefined || mintAfter < expiresAt,
        "invalid-argument",
        "mintAfter lies before expiresAt.",
      );
      const pool = UnclaimedDevelopmentFundCoupon;
      const rest = yield* minus(yield* drain(pool, cids, dso), amount);
      if (rest < 0n) {
        const missing = numericToText(yield* minus(zero, rest));
        const meta = { missingAmount: missing };
        return yield* stopWith("insufficient-funds", `The coupons lack ${missing} CC.`, meta);
      }
      return {
        developmentFundCouponCid: yield* create(DevelopmentFundCoupon, {
          dso,
          ...coupon,
          mintAfter,
        }),
        optUnclaimedDevelopmentFundCouponCid:
          rest > 0n ? yield* create(pool, { dso, amount: rest }) : undefined,
      };
    },
  },
);

/** How the development fund is given away. */
export const amuletRulesDevelopmentFundModule = modulePart({
  choices: [AmuletRules_AllocateDevelopmentFundCoupon],
});
