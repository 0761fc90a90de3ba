import { type Numeric, numericFromUnits, type NumericError } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";
import type { ExpiringAmount } from "../configuration/fees.js";

/**
 * What a coin would have had to be worth in round 0 to be worth its amount in the round it was
 * made: how summaries add up coins of different rounds. In units and without any bound.
 */
export const unitsAtRoundZero = ({
  initialAmount,
  createdAt,
  ratePerRound,
}: ExpiringAmount): bigint => initialAmount + ratePerRound.rate * createdAt.number;

/** The same as a Numeric. */
export const valueAtRoundZero = (amount: ExpiringAmount): Either<NumericError, Numeric> =>
  numericFromUnits(unitsAtRoundZero(amount));
