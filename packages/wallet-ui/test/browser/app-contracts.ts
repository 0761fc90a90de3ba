import { type Command, int64From, type Numeric, numericFromText } from "@tallystick/core";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { TestNode } from "./test-node.js";

const microsPerMinute = 60_000_000;

/** The value; throws what went wrong. */
export const rightOf = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};

/** An amount that a test writes. */
export const numeric = (text: string): Numeric => rightOf(numericFromText(text));

/** A length of time, as contracts have it. */
export const minutes = (count: number) => ({
  microseconds: rightOf(int64From(count * microsPerMinute)),
});

let named = 0;

/** Submits a command as parties, which an app would do, and returns its result. */
export const submitAs = async (
  { validator: { wallet } }: TestNode,
  actAs: ReadonlyArray<string>,
  command: Command,
): Promise<string> => {
  const { result } = rightOf(
    await wallet.submit({
      commandId: `app-${++named}`,
      actAs,
      readAs: [wallet.settings.dso],
      commands: [command],
    }),
  );
  return typeof result === "string" ? result : "";
};
