import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkedValue } from "../../src/daml-types/checked-value.js";
import { genMap, list, optional, textMap } from "../../src/daml-types/collection-types.js";
import { compareValues } from "../../src/daml-types/daml-order.js";
import { record } from "../../src/daml-types/record-types.js";
import { int64, numeric, text } from "../../src/daml-types/scalar-types.js";
import { holdsContractIds } from "../../src/daml-types/type-model.js";
import type { Json } from "../../src/values/json.js";
import { typeWithValues } from "../arbitrary-daml-type.js";

const parsed = (value: Json): Json => JSON.parse(JSON.stringify(value));

describe("A value of any type, four levels deep", () => {
  it("is read back from what it is written as, and written as that again", () => {
    fc.assert(
      fc.property(typeWithValues(4, 1), ([type, [value]]) => {
        const written = type.encode(value);
        const read = type.decode(parsed(written));
        if (isLeft(read)) throw new Error(`${read.left.path.join(".")}: ${read.left.reason}`);
        expect(JSON.stringify(type.encode(read.right))).to.equal(JSON.stringify(written));
        expect(compareValues(type.model, written, type.encode(read.right))).to.equal(0);
      }),
      { numRuns: 300 },
    );
  });

  it("has a place in one total order", () => {
    fc.assert(
      fc.property(typeWithValues(3, 3), ([type, values]) => {
        const [a = null, b = null, c = null] = values.map((value) => type.encode(value));
        const compare = (x: Json, y: Json) => Math.sign(compareValues(type.model, x, y));
        expect(compare(a, a)).to.equal(0);
        expect(compare(a, b)).to.equal(-compare(b, a) + 0);
        expect(compare(a, b) === 0).to.equal(JSON.stringify(a) === JSON.stringify(b));
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).to.be.at.most(0);
      }),
      { numRuns: 300 },
    );
  });

  it("says of its type whether it may hold contract ids", () => {
    fc.assert(
      fc.property(typeWithValues(3, 1), ([type]) => {
        const mentions = JSON.stringify(type.model).includes('"ContractId"');
        expect(holdsContractIds(type.model)).to.equal(mentions);
      }),
      { numRuns: 200 },
    );
  });

  it("is refused with a leaf of another kind, and the error leads to the leaf", () => {
    // of all types only unit takes it
    const wrong: Json = Number.NaN;
    fc.assert(
      fc.property(typeWithValues(3, 1), fc.nat(), ([type, [value]], choice) => {
        const written = parsed(type.encode(value));
        const leaves = leavesOf(written);
        const path = leaves[choice % leaves.length];
        if (path === undefined) return;
        const read = type.decode(replaced(written, path, wrong));
        // unit takes anything, and a map of units has no other leaves
        if (!isLeft(read)) {
          expect(JSON.stringify(type.model)).to.match(/"Unit"/);
          return;
        }
        expect(read.left.reason).to.match(/^(?:expected|Unexpected|this field)/);
        // fields and places from the outside in, without those of optionals and of keys
        expect(isWithin(read.left.path, path)).to.equal(true);
      }),
      { numRuns: 300 },
    );
  });
});

type Path = ReadonlyArray<string>;

/** True when the steps of one path are among those of the other, in their order. */
const isWithin = (some: Path, path: Path): boolean => {
  let at = 0;
  for (const step of path) if (step === some[at]) at += 1;
  return at === some.length;
};

const leavesOf = (value: Json, at: Path = []): ReadonlyArray<Path> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part ?? null, [...at, name]))
    : [at];

const replaced = (value: Json, [name, ...rest]: Path, by: Json): Json => {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((part: Json, at) => (String(at) === name ? replaced(part, rest, by) : part));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === name ? replaced(part ?? null, rest, by) : (part ?? null),
    ]),
  );
};

describe("The keys of a map", () => {
  it("are written in the order of code points, which is not that of JavaScript's strings", () => {
    const keys = ["\u{1F600}", "\uFF5E", "b", "a"];
    const map = textMap(text).decode(Object.fromEntries(keys.map((key) => [key, key])));
    if (isLeft(map)) throw new Error(map.left.reason);
    expect(Object.keys(Object(textMap(text).encode(map.right)))).to.deep.equal([
      "a",
      "b",
      "\uFF5E",
      "\u{1F600}",
    ]);
    const pairs = genMap(text, text).decode(keys.map((key) => [key, key]));
    if (isLeft(pairs)) throw new Error(pairs.left.reason);
    expect(pairs.right.map(([key]) => key)).to.deep.equal(["a", "b", "\uFF5E", "\u{1F600}"]);
  });

  it("keeps of equal keys the last one, as it was given or returned by a body", () => {
    const type = genMap(numeric, text);
    const decoded = type.decode([
      ["1", "a"],
      ["2", "b"],
      ["1.0", "c"],
    ]);
    if (isLeft(decoded)) throw new Error(decoded.left.reason);
    const kept = decoded.right;
    expect(type.encode(kept)).to.deep.equal([
      ["1.0000000000", "c"],
      ["2.0000000000", "b"],
    ]);
    const [first, second] = kept;
    if (first === undefined || second === undefined) throw new Error("two are left");
    const returned = [first, second, [first[0], "d"] as const];
    const written = [
      ["1.0000000000", "d"],
      ["2.0000000000", "b"],
    ];
    expect(type.encode(returned)).to.deep.equal(written);
    const checked = checkedValue(type, returned, "The map");
    expect(isLeft(checked) ? checked.left : checked.right.json).to.deep.equal(written);
  });

  it("are compared as their type orders them, not as their texts", () => {
    const pairs = genMap(int64, text).decode([
      ["10", "c"],
      ["-3", "a"],
      ["9", "b"],
    ]);
    expect(isLeft(pairs) ? pairs.left : pairs.right.map(([, item]) => item).join("")).to.equal(
      "abc",
    );
  });

  it("may be maps and lists themselves", () => {
    const type = genMap(genMap(text, int64), list(text));
    const given: Json = [
      [[["b", "1"]], ["x"]],
      [[["a", "2"]], ["y"]],
      [[], []],
    ];
    const read = type.decode(given);
    if (isLeft(read)) throw new Error(read.left.reason);
    expect(type.encode(read.right)).to.deep.equal([
      [[], []],
      [[["a", "2"]], ["y"]],
      [[["b", "1"]], ["x"]],
    ]);
    const twice = type.decode([
      [[["a", "1"]], ["first"]],
      [[["a", "01"]], []],
    ]);
    if (isLeft(twice)) throw new Error(twice.left.reason);
    expect(type.encode(twice.right)).to.deep.equal([[[["a", "1"]], []]]);
  });
});

describe("An optional value", () => {
  const nested = optional(optional(list(optional(text))));
  const table: ReadonlyArray<readonly [given: Json, written: Json]> = [
    [[], []],
    [null, []],
    [[[]], [[]]],
    [[[[]]], [[[]]]],
    [[[[null, "x"]]], [[[null, "x"]]]],
    [[null], [[]]],
    [["x"], "refused"],
    [[[], []], "refused"],
    [{}, "refused"],
  ];
  for (const [given, written] of table) {
    it(`of an optional list reads ${JSON.stringify(given)}`, () => {
      const read = nested.decode(given);
      expect(isLeft(read) ? "refused" : nested.encode(read.right)).to.deep.equal(written);
    });
  }

  it("may be left out of a record wherever it is, and is written as null before others", () => {
    const type = record({ a: optional(text), b: text, c: optional(optional(text)) });
    const read = type.decode({ b: "x" });
    expect(isLeft(read) ? read.left : type.encode(read.right)).to.deep.equal({ a: null, b: "x" });
  });
});
