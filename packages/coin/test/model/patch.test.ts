import { expect } from "chai";
import { patchEntries, patchOptional, patchWhole } from "../../src/model/patch.js";

describe("a value changed as a whole", () => {
  const table: ReadonlyArray<readonly [next: bigint, base: bigint, current: bigint, to: bigint]> = [
    [1n, 1n, 1n, 1n],
    [2n, 1n, 1n, 2n],
    [1n, 1n, 3n, 3n],
    [2n, 1n, 3n, 2n],
  ];
  for (const [next, base, current, to] of table) {
    it(`from ${base} to ${next} is ${to} where it is ${current}`, () => {
      expect(patchWhole(next, base, current)).to.equal(to);
    });
  }
});

describe("a value that may be absent", () => {
  const patch = patchOptional<number>(patchWhole);
  const none = undefined;
  const table: ReadonlyArray<
    readonly [
      next: number | undefined,
      base: number | undefined,
      current: number | undefined,
      to: number | undefined,
    ]
  > = [
    [none, none, none, none],
    [none, none, 3, 3],
    [none, 1, 3, none],
    [2, none, none, 2],
    [2, none, 3, 2],
    [2, 1, none, none],
    [2, 1, 3, 2],
    [1, 1, 3, 3],
  ];
  for (const [next, base, current, to] of table) {
    it(`from ${base} to ${next} is ${to} where it is ${current}`, () => {
      expect(patch(next, base, current)).to.equal(to);
    });
  }
});

describe("entries with keys", () => {
  type Entry = readonly [key: string, value: number];
  const patch = patchEntries<Entry>(([key]) => key, patchWhole);
  const table: ReadonlyArray<
    readonly [
      what: string,
      next: ReadonlyArray<Entry>,
      base: ReadonlyArray<Entry>,
      current: ReadonlyArray<Entry>,
      to: ReadonlyArray<Entry>,
    ]
  > = [
    ["nothing changed", [["a", 1]], [["a", 1]], [["b", 2]], [["b", 2]]],
    [
      "one added",
      [["a", 1]],
      [],
      [["b", 2]],
      [
        ["b", 2],
        ["a", 1],
      ],
    ],
    [
      "one taken away",
      [],
      [["a", 1]],
      [
        ["a", 1],
        ["b", 2],
      ],
      [["b", 2]],
    ],
    ["one changed", [["a", 5]], [["a", 1]], [["a", 1]], [["a", 5]]],
    ["one changed that others took away", [["a", 5]], [["a", 1]], [], []],
    ["one added that others added too", [["a", 5]], [], [["a", 7]], [["a", 5]]],
  ];
  for (const [what, next, base, current, to] of table) {
    it(`with ${what} become what both sides meant`, () => {
      expect(patch(next, base, current)).to.deep.equal(to);
    });
  }
});
