import { numericFromText } from "@tallystick/core/numeric";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { TypedAmount } from "../../src/money/typed-amount.js";

/** A party id that can be typed. */
export const partyNamed = (name: string): string => `${name}::1220${"ab".repeat(32)}`;

/** An amount that was typed; one that was not understood has no value. */
export const typedAmount = (text: string): TypedAmount => {
  const units = numericFromText(text);
  return { text, value: isLeft(units) ? undefined : units.right };
};

/** What a form lacks; undefined where it is complete. */
export const lackOf = (checked: Either<{ readonly text: string }, unknown>): string | undefined =>
  isLeft(checked) ? checked.left.text : undefined;
