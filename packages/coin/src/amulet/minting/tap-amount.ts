import { type Numeric, numericDivide, type NumericError } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";

/**
 * The CC that a tap of an amount of USD gives, rounded up (wallet 13.4).
 *
 * @param price USD per CC
 */
export const tapAmount = (usd: Numeric, price: Numeric): Either<NumericError, Numeric> =>
  numericDivide(usd, price, "ceiling");
