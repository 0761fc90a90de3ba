import type { Numeric, ChoiceProgram } from "@tallystick/core";
import { computed } from "../../model/arithmetic.js";
import { type ExpiringAmount, rateAtPrice, type RatePerRound } from "../configuration/fees.js";
import type { Round } from "../configuration/round-number.js";

/**
 * What the amount of a new coin depends on: the round it counts from, the price in USD per CC, the
 * fee in USD.
 */
export interface CoinTerms {
  readonly round: Round;
  readonly amuletPrice: Numeric;
  readonly holdingFee: RatePerRound;
}

/** An amount of CC as a coin made now holds it. */
export function* amountInRound(
  initialAmount: Numeric,
  { round, amuletPrice, holdingFee }: CoinTerms,
): ChoiceProgram<ExpiringAmount> {
  const ratePerRound = yield* computed(rateAtPrice(holdingFee, amuletPrice));
  return { initialAmount, createdAt: round, ratePerRound };
}
