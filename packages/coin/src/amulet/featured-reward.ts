import { create, fetch, type Numeric, type Steps } from "@tallystick/core";
import { coinOfUsd, one } from "../arithmetic.js";
import { demand } from "../failure.js";
import type { AmuletConfig } from "./amulet-config.js";
import { configNow, rulesOf } from "./amulet-rules.js";
import { openRound } from "./execute-transfer.js";
import { FeaturedAppRight } from "./featured-app-right.js";
import type { PaymentTransferContext } from "./transfer-types.js";
import { AppRewardCoupon } from "./usage-coupons.js";

/**
 * What a featured activity is worth, in CC: the amount of the configuration, or else 1 USD, at a price.
 *
 * @param price USD per CC
 */
export const featuredActivityAmount = (
  { featuredAppActivityMarkerAmount }: AmuletConfig,
  price: Numeric,
): Steps<Numeric> => coinOfUsd(featuredAppActivityMarkerAmount ?? one, price);

/**
 * Gives a featured provider its coupon for a one-step transfer (specification 2.6), worth the activity amount of the
 * configuration in CC at the round's price. A provider without the right in the context earns nothing.
 */
export function* rewardFeaturedProvider(
  dso: string,
  provider: string,
  { amuletRules, context }: PaymentTransferContext,
): Steps<void> {
  if (context.featuredAppRight === undefined) return;
  const right = yield* fetch(FeaturedAppRight, context.featuredAppRight);
  yield* demand(
    right.dso === dso && right.provider === provider,
    "wrong-contract",
    `The featured app right is not that of ${provider}.`,
  );
  const config = yield* configNow(yield* rulesOf(amuletRules, dso));
  const { amuletPrice, round } = yield* openRound(context.openMiningRound, dso);
  const amount = yield* featuredActivityAmount(config, amuletPrice);
  if (amount === 0n) return;
  yield* create(AppRewardCoupon, {
    dso,
    provider,
    featured: true,
    amount,
    round,
    beneficiary: provider,
  });
}
