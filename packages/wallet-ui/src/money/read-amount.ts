import { type Numeric, numericFromText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";

/** An amount as the API writes it; undefined when it is none. */
export const readAmount = (text: string): Numeric | undefined => {
  const read = numericFromText(text);
  return isLeft(read) ? undefined : read.right;
};
