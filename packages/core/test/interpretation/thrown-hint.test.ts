import { expect } from "chai";
import { thrownBy } from "../thrown-by.js";
import { thrownHint } from "../../src/interpretation/thrown-hint.js";

/** As authors without a type checker write it. */
// border: the compiler would not let it through
const loose = (value: unknown) => value as never;

const frozen: { a?: number } = Object.freeze({ a: 1 });
const endless = (): number => endless() + 1;

/** What this engine throws, and what authors are told then. */
const rows: ReadonlyArray<readonly [() => unknown, RegExp | undefined]> = [
  [() => (frozen.a = 2), /cannot be changed/],
  [() => delete frozen.a, /cannot be changed/],
  [() => Object.assign(Object.freeze([]), { 0: 1 }), /cannot be changed/],
  [() => [...loose(undefined)], /`yield\*` takes a step/],
  [() => 1n + loose(1), /are bigints/],
  [endless, /calls itself/],
  [() => loose(undefined)["a"], undefined],
];

describe("What to write in place of what the engine refuses", () => {
  for (const [work, says] of rows) {
    it(`is said: ${String(says)}`, () => {
      const hint = thrownHint(thrownBy(work));
      if (says === undefined) expect(hint).to.equal(undefined);
      else expect(hint).to.match(says);
    });
  }

  it("is not said of an error of the author's own", () => {
    expect(thrownHint(new Error("x is not iterable"))).to.equal(undefined);
  });
});
