import { numericFromUnits, numericToText } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";

/** An amount of nothing. */
export const noAmount = "0.0000000000";

/** An amount of units of 10^-10; nothing, where it is more than an amount can be. */
export const shownAmount = (units: bigint): string => {
  const amount = numericFromUnits(units);
  return isLeft(amount) ? noAmount : numericToText(amount.right);
};
