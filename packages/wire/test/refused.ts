import { isRight } from "fp-ts/lib/Either.js";
import { pathText } from "../src/types/path-text.js";
import type { WireReadable } from "../src/types/schema-type.js";

/** Where and why a type refuses a value, `path: reason`; undefined when it accepts it. */
export const refused = (type: WireReadable<unknown>, value: unknown): string | undefined => {
  const read = type.read(value);
  return isRight(read) ? undefined : `${pathText(read.left.path)}: ${read.left.reason}`;
};

/** What a type makes of a value. */
export const read = <A>(type: WireReadable<A>, value: unknown): A => {
  const outcome = type.read(value);
  if (isRight(outcome)) return outcome.right;
  throw new Error(`${pathText(outcome.left.path)}: ${outcome.left.reason}`);
};
