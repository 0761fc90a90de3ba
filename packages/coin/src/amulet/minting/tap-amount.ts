import { type Numeric, numericDivide, type NumericFault } from "@tallystick/core";
import type { Either } from "fp-ts/lib/Either.js";

/**
 * The CC that a tap of an amount of USD gives, rounded up (wallet 13.4).
 *
 * @param price USD per CC
 */
export const tapAmount = (usd: Numeric, price: Numeric): Either<NumericFault, Numeric> =>
  numericDivide(usd, price, "ceiling");
