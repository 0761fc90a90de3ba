import type { ChoiceProgram, Numeric } from "@tallystick/core";
import { ofInteger, plus, times } from "../../model/arithmetic.js";
import type { ExpiringAmount } from "../configuration/fees.js";

/**
 * What a coin would have had to be worth in round 0 to be worth its amount in the round it was
 * made: how summaries add up coins of different rounds.
 */
export function* valueAtRoundZero({
  initialAmount,
  createdAt,
  ratePerRound,
}: ExpiringAmount): ChoiceProgram<Numeric> {
  const fees = yield* times(ratePerRound.rate, yield* ofInteger(createdAt.number));
  return yield* plus(initialAmount, fees);
}
