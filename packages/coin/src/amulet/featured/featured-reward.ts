import { create, fetch, type Numeric, type ChoiceProgram } from "@tallystick/core";
import { coinOfUsd, one, times } from "../../model/arithmetic.js";
import { requireThat } from "../../model/coin-error.js";
import type { AppRewardBeneficiary } from "../../token-standard/featured-app-right-v1.js";
import type { AmuletConfig } from "../configuration/amulet-config.js";
import { configOf, rulesOf } from "../configuration/amulet-rules.js";
import { AppRewardCoupon } from "../rewards/usage-coupons.js";
import { openRound } from "../rounds/open-round.js";
import type { PaymentTransferContext } from "../transfer/transfer-types.js";
import { FeaturedAppRight } from "./featured-app-right.js";
import { weightsByBeneficiary } from "./reward-beneficiaries.js";

/**
 * What a featured activity is worth, in CC: the amount of the configuration, or else 1 USD, at a price.
 *
 * @param price USD per CC
 */
export const featuredActivityAmount = (
  { featuredAppActivityMarkerAmount }: AmuletConfig,
  price: Numeric,
): ChoiceProgram<Numeric> => coinOfUsd(featuredAppActivityMarkerAmount ?? one, price);

/**
 * Gives a featured provider its coupon for a one-step transfer (specification 2.6), worth the activity amount of the
 * configuration in CC at the round's price. Beneficiaries share it by their weights, half-even each, one coupon for each.
 * A provider without the right in the context earns nothing.
 */
export function* rewardFeaturedProvider(
  dso: string,
  provider: string,
  { amuletRules, context }: PaymentTransferContext,
  beneficiaries: ReadonlyArray<AppRewardBeneficiary> = [{ beneficiary: provider, weight: one }],
): ChoiceProgram<void> {
  if (context.featuredAppRight === undefined) return;
  const right = yield* fetch(FeaturedAppRight, context.featuredAppRight);
  yield* requireThat(
    right.dso === dso && right.provider === provider,
    "wrong-contract",
    `The featured app right is not that of ${provider}.`,
  );
  const config = configOf(yield* rulesOf(amuletRules, dso));
  const { amuletPrice, round } = yield* openRound(context.openMiningRound, dso);
  const amount = yield* featuredActivityAmount(config, amuletPrice);
  for (const [beneficiary, weight] of yield* weightsByBeneficiary(beneficiaries)) {
    const share = yield* times(amount, weight);
    if (share === 0n) continue;
    const coupon = { dso, provider, featured: true, amount: share, round, beneficiary };
    yield* create(AppRewardCoupon, coupon);
  }
}
