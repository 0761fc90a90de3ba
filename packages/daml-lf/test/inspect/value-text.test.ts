import { expect } from "chai";
import { valueText } from "../../src/inspect/value-text.js";
import { listOf } from "../../src/values/list.js";
import { emptyGenMap, emptyTextMap } from "../../src/values/maps.js";
import {
  Cons,
  LfRecord,
  type LfValue,
  nil,
  none,
  Numeric,
  Party,
  Some,
  unit,
  Variant,
} from "../../src/values/value.js";

const of = { packageId: "p", module: "M", name: "Shape" };
const shape = { of, names: ["Circle", "Nothing"] };

const rows: ReadonlyArray<readonly [string, LfValue]> = [
  ["()", unit],
  ["True", true],
  ["-3", -3n],
  ["1.5", new Numeric(150n, 2)],
  ['"a\\"b\\n"', 'a"b\n'],
  ["'alice::12'", new Party("alice::12")],
  ["[]", nil],
  ["[1, 2]", listOf([1n, 2n])],
  ["None", none],
  ["Some (Some (-1))", new Some(new Some(-1n))],
  ["Circle 2.0", new Variant(shape, 0, new Numeric(2n, 0))],
  ['Map [(1, "a"), (2, "b")]', emptyGenMap.with(2n, "b").with(1n, "a")],
  ['TextMap [("a", 1), ("b", 2)]', emptyTextMap.with("b", 2n).with("a", 1n)],
  [
    "Point {x = 1, y = Some 2}",
    new LfRecord({ of: { ...of, name: "Point" }, labels: ["x", "y"] }, [1n, new Some(2n)]),
  ],
  [
    "(1, True)",
    new LfRecord(
      { of: { packageId: "p", module: "DA.Types", name: "Tuple2" }, labels: ["_1", "_2"] },
      [1n, true],
    ),
  ],
];

describe("valueText", () => {
  for (const [text, value] of rows) {
    it(`writes ${text}`, () => {
      expect(valueText(value)).to.equal(text);
    });
  }

  it("cuts what is too long", () => {
    const long = listOf(Array.from({ length: 100_000 }, (_, at) => BigInt(at)));
    expect(valueText(long, 20)).to.equal("[0, 1, 2, 3, 4, 5, 6…");
  });

  it("writes values of any depth", () => {
    let deep: LfValue = none;
    for (let at = 0; at < 200_000; at++) deep = new Some(deep);
    expect(valueText(deep, 2_000_000)).to.have.length(200_000 * 7 + 4 - 2);
    const list = new Cons(deep, nil);
    expect(valueText(list, 10)).to.equal("[Some (Som…");
  });
});
