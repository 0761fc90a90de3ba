import { expect } from "chai";
import { storedError } from "../../src/templates/stored-value.js";
import { listOf } from "../../src/values/list.js";
import { emptyGenMap, emptyTextMap } from "../../src/values/maps.js";
import {
  LfRecord,
  type LfValue,
  none,
  Party,
  Some,
  unit,
  Variant,
} from "../../src/values/value.js";

const of = { packageId: "p", module: "M", name: "T" };

/** The ways a value holds another one. */
const holders: Readonly<Record<string, (inner: LfValue) => LfValue>> = {
  record: (inner) => new LfRecord({ of, labels: ["a"] }, [inner]),
  variant: (inner) => new Variant({ of, names: ["A"] }, 0, inner),
  some: (inner) => new Some(inner),
  list: (inner) => listOf([unit, inner]),
  "text map": (inner) => emptyTextMap.with("a", inner),
  "map, as a value": (inner) => emptyGenMap.with(1n, inner),
  "map, as a key": (inner) => emptyGenMap.with(inner, unit),
};

const within = (hold: (inner: LfValue) => LfValue, levels: number, inner: LfValue): LfValue =>
  Array.from({ length: levels }).reduce<LfValue>(hold, inner);

describe("A value that a ledger stores", () => {
  for (const [name, hold] of Object.entries(holders)) {
    it(`has at most 100 levels, and no text that cannot be stored: ${name}`, () => {
      const row = (levels: number, inner: LfValue) =>
        storedError(within(hold, levels, inner))?.kind;
      expect(row(100, 1n)).to.equal(undefined);
      expect(row(101, 1n)).to.equal("ValueNesting");
      expect(row(1, "a\0b")).to.equal("MalformedText");
      expect(row(1, "a\ud800")).to.equal("MalformedText");
      expect(row(1, "a\u{1f600}")).to.equal(undefined);
    });
  }

  it("counts no level for what is empty", () => {
    for (const empty of [none, unit, listOf([]), emptyTextMap, emptyGenMap, new Party("p::1")])
      expect(storedError(within((inner) => new Some(inner), 100, empty))).to.equal(undefined);
  });

  it("has the text of a key of a map checked too", () => {
    expect(storedError(emptyTextMap.with("\0", unit))).to.deep.equal({
      kind: "MalformedText",
      reason: "Text contains null character",
    });
  });

  it("may be a list of 100,000", () => {
    expect(storedError(listOf(Array.from({ length: 100_000 }, (_, at) => BigInt(at))))).to.equal(
      undefined,
    );
  });
});
