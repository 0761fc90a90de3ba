import { type Numeric, numericAdd, numericFromText, numericToText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";

/** The exact sum of amounts of the API; what is no amount is left out. */
export const sumOf = (amounts: ReadonlyArray<string>): string => {
  let sum: Numeric | undefined;
  for (const text of amounts) {
    const amount = numericFromText(text);
    if (isLeft(amount)) continue;
    const next = sum === undefined ? amount : numericAdd(sum, amount.right);
    if (!isLeft(next)) sum = next.right;
  }
  return sum === undefined ? "0" : numericToText(sum);
};
