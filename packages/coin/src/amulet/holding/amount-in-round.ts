import type { ChoiceProgram, Numeric } from "@tallystick/core";
import { generalError } from "../../model/coin-error.js";
import { ExpiringAmount, isValidExpiringAmount, type RatePerRound } from "../configuration/fees.js";
import type { Round } from "../configuration/round-number.js";

/** The inputs of the amount of a new coin: the round it counts from, the fee in CC. */
interface CoinTerms {
  readonly round: Round;
  readonly holdingFee: RatePerRound;
}

/** An amount of CC as a coin made now holds it. */
export function* amountInRound(
  initialAmount: Numeric,
  { round, holdingFee }: CoinTerms,
): ChoiceProgram<ExpiringAmount> {
  const amount = { initialAmount, createdAt: round, ratePerRound: holdingFee };
  return isValidExpiringAmount(amount)
    ? amount
    : yield* generalError(`Invalid ExpiringAmount: ${ExpiringAmount.show(amount)}`);
}
