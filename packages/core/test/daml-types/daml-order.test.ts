import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { compareValues } from "../../src/daml-types/daml-order.js";
import { genMap, list, optional, textMap } from "../../src/daml-types/collection-types.js";
import { enumeration, record, variant } from "../../src/daml-types/record-types.js";
import {
  bool,
  date,
  int64,
  numeric,
  text,
  timestamp,
  unit,
} from "../../src/daml-types/scalar-types.js";
import type { Json } from "../../src/values/json.js";

type Ordered = readonly [name: string, model: Json, ascending: ReadonlyArray<Json>];

const ordered = (
  name: string,
  { model }: { readonly model: Json },
  ...ascending: ReadonlyArray<Json>
): Ordered => [name, model, ascending];

const orders: ReadonlyArray<Ordered> = [
  ordered("integers by size, not as texts", int64, "-10", "-9", "0", "9", "10"),
  ordered("decimals by size", numeric, "-1.5", "-1.25", "0.0", "2.0", "10.0"),
  ordered("decimals of other scales", { model: "Numeric 2" }, "-10.00", "-9.50", "9.25", "10.00"),
  ordered(
    "decimals without digits after the point",
    { model: "Numeric 0" },
    "-10",
    "-9",
    "9",
    "10",
  ),
  ordered(
    "times by size, however many digits are written",
    timestamp,
    "0001-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00.000001Z",
    "2026-01-01T00:00:00.123Z",
    "2026-01-01T00:00:01Z",
  ),
  ordered("dates", date, "1969-12-31", "1970-01-01", "2026-01-01"),
  ordered("false before true", bool, false, true),
  ordered(
    "texts by code points, the shorter first",
    text,
    "",
    "a",
    "aa",
    "b",
    "\uFFFD",
    "\u{1F600}",
  ),
  ordered("None first", optional(int64), null, "9", "10"),
  ordered("None of None first", optional(optional(int64)), [], [[]], [["9"]], [["10"]]),
  ordered("lists element by element", list(int64), [], ["9"], ["9", "1"], ["10"]),
  ordered("text maps pair by pair", textMap(int64), {}, { a: "9" }, { a: "10" }, { b: "1" }),
  ordered(
    "generic maps pair by pair",
    genMap(int64, bool),
    [],
    [["9", false]],
    [["9", true]],
    [["10", false]],
  ),
  ordered(
    "records by their fields as declared",
    record({ z: int64, a: optional(int64) }),
    { z: "9" },
    { z: "9", a: "1" },
    { z: "10" },
  ),
  ordered(
    "variants by the place of their constructor, then by value",
    variant({ Z: int64, A: unit }),
    { tag: "Z", value: "9" },
    { tag: "Z", value: "10" },
    { tag: "A", value: {} },
  ),
  ordered("enumerations by the place of their constructor", enumeration("Z", "A"), "Z", "A"),
];

describe("values in Daml's order", () => {
  for (const [name, model, ascending] of orders) {
    it(`have ${name}`, () => {
      for (const [at, a] of ascending.entries()) {
        for (const [than, b] of ascending.entries()) {
          expect(Math.sign(compareValues(model, a, b)), JSON.stringify([a, b])).to.equal(
            Math.sign(at - than),
          );
        }
      }
    });
  }

  it("make one map of the same entries given in any order", () => {
    const type = genMap(optional(int64), text);
    const entries: ReadonlyArray<readonly [string | null, string]> = [
      [null, "none"],
      ["-1", "a"],
      ["9", "b"],
      ["10", "c"],
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([...entries], { minLength: entries.length }), (shuffled) => {
        const read = type.decode(shuffled);
        if (isLeft(read)) throw new Error(read.left.reason);
        expect(type.encode(read.right)).to.deep.equal(entries);
        expect(type.encode([...read.right].reverse())).to.deep.equal(entries);
      }),
    );
  });
});
