import { testSeed } from "@tallystick/dev";
import { expect } from "chai";
import fc from "fast-check";
import { LedgerFailure } from "../../src/ledger/or-throw.js";
import { anyValue, type PublicFunction, withPart } from "./hostile-values.js";
import { turns } from "../test-ledger.js";

/** Arguments by which functions do something, by their path. */
export type Fitting = Readonly<Record<string, ReadonlyArray<unknown>>>;

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** Everything a call gives, as long as it does not wait. Only a `LedgerFailure` may be thrown. */
const drain = async (
  { path, call }: PublicFunction,
  args: ReadonlyArray<unknown>,
): Promise<{ readonly running: Promise<void> }> => {
  const run = async (): Promise<void> => {
    try {
      const answer = call(...args);
      if (!isAsyncIterable(answer)) await answer;
      else for await (const _item of answer) continue;
    } catch (thrown) {
      if (!(thrown instanceof LedgerFailure)) throw new Error(`${path} threw`, { cause: thrown });
    }
  };
  const running = run();
  // what waits for events or a time is left to wait: closing ends it
  await Promise.race([running, turns(200)]);
  return { running };
};

/**
 * Calls functions with any values: with some of those that fit, or with others alone.
 *
 * @param fitting must name functions that there are
 * @param check is called after each
 * @returns what still waits
 */
export const callWithAnything = async (
  functions: ReadonlyArray<PublicFunction>,
  fitting: Fitting,
  numRuns: number,
  check: () => void,
): Promise<ReadonlyArray<Promise<void>>> => {
  const pending: Array<Promise<void>> = [];
  expect(functions.map(({ path }) => path)).to.include.members(Object.keys(fitting));
  const drawn = fc.record({
    of: fc.constantFrom(...functions),
    at: fc.array(fc.nat(9), { minLength: 1, maxLength: 7 }),
    part: anyValue,
    others: fc.array(anyValue, { maxLength: 4 }),
    isFree: fc.boolean(),
  });
  const seed = testSeed();
  await fc.assert(
    fc.asyncProperty(drawn, async ({ of, at, part, others, isFree }) => {
      const fits = fitting[of.path];
      const isRandom = fits === undefined || isFree;
      const args = isRandom ? others.map((make) => make()) : withPart(fits, at, part());
      pending.push((await drain(of, Array.isArray(args) ? args : [args])).running);
      check();
    }),
    { seed, numRuns },
  );
  return pending;
};
