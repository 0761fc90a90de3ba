import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { checkedValue } from "../../src/daml-types/checked-value.js";
import { genMap, list, optional, textMap } from "../../src/daml-types/collection-types.js";
import type { DamlType } from "../../src/daml-types/daml-type.js";
import { enumeration, record, variant } from "../../src/daml-types/record-types.js";
import { recursive } from "../../src/daml-types/recursive-type.js";
import {
  bool,
  contractId,
  date,
  int64,
  numeric,
  party,
  text,
  timestamp,
  unit,
} from "../../src/daml-types/scalar-types.js";
import { withWriter, writerOf } from "../../src/daml-types/value-writer.js";
import { int64Max, int64Min } from "../../src/values/int64.js";
import { numericMaxUnits } from "../../src/values/numeric.js";
import { timestampMaxMicros, timestampMinMicros } from "../../src/values/time.js";

/** A type, and values that are of it or nearly so. */
interface Sample {
  readonly type: DamlType<unknown>;
  readonly values: fc.Arbitrary<unknown>;
}

const scalar = (type: unknown, ...values: ReadonlyArray<unknown>): Sample => ({
  // border: what is written has been seen by no type
  type: type as DamlType<unknown>,
  values: fc.constantFrom(...values),
});

const scalars: ReadonlyArray<Sample> = [
  { type: text, values: fc.string({ unit: "grapheme" }) },
  scalar(text, "", "a\0", "\ud800", "é", 1),
  scalar(party, "alice::1220aa", "bob", "", "a/b", "x".repeat(256), null),
  scalar(bool, true, false, "true", 0),
  scalar(int64, 0n, -1n, int64Min, int64Max, int64Min - 1n, int64Max + 1n, 5, "7"),
  scalar(numeric, 0n, -5n, 10n ** 10n, numericMaxUnits, -numericMaxUnits, numericMaxUnits + 1n, 2),
  {
    type: numeric,
    values: fc.bigInt({ min: -numericMaxUnits, max: numericMaxUnits }),
  },
  scalar(timestamp, 0, -0, 1, -1, 1_700_000_000_123_456, -62_135_596_800_000_000, 1.5, Number.NaN),
  scalar(timestamp, Number(timestampMinMicros), Number(timestampMaxMicros), 2 ** 60, "x", 1n),
  { type: timestamp, values: fc.maxSafeInteger() },
  scalar(date, 0, -0, 1, -719_162, 2_932_896, 2_932_897, -719_163, 0.5, "2020-01-01"),
  scalar(unit, {}, null, undefined, 1, { a: 1 }),
  scalar(contractId, `00${"ab".repeat(32)}`, "00", `00${"AB".repeat(32)}`, 3),
  scalar(enumeration("A", "B"), "A", "B", "C", 1, "toString"),
];

/** Something else than the value, now and then. */
const nearly = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 30, arbitrary: values },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(undefined, null, "x", 1, [], {}, [undefined]),
    },
  );

const names = ["owner", "amount", "constructor", "toString", "a$b", "_7"];

const recordOf = (fields: ReadonlyArray<readonly [string, Sample]>): Sample => ({
  type: record(Object.fromEntries(fields.map(([name, { type }]) => [name, type]))),
  values: fc
    .tuple(
      ...fields.map(([, { values }]) => fc.option(nearly(values), { nil: undefined, freq: 8 })),
    )
    .map((given) => Object.fromEntries(fields.map(([name], index) => [name, given[index]]))),
});

const compound = (inner: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> =>
  fc.oneof(
    inner.map(({ type, values }) => ({
      type: list(type) as DamlType<unknown>,
      values: fc.array(nearly(values), { maxLength: 3 }),
    })),
    inner.map(({ type, values }) => ({
      type: optional(type) as DamlType<unknown>,
      values: fc.oneof(
        fc.constantFrom<unknown>(undefined, null),
        nearly(values),
        nearly(values).map((some) => ({ some })),
      ),
    })),
    inner.map(({ type, values }) => ({
      type: textMap(type) as DamlType<unknown>,
      values: fc
        .array(fc.tuple(fc.constantFrom("b", "a", "10", "9", "\0"), nearly(values)), {
          maxLength: 3,
        })
        .map((entries) => new Map(entries)),
    })),
    fc.tuple(inner, inner).map(([key, { type, values }]) => ({
      type: genMap(key.type, type) as DamlType<unknown>,
      values: fc.array(fc.tuple(key.values, nearly(values)), { maxLength: 3 }),
    })),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...names), inner), {
        selector: ([name]) => name,
        maxLength: 4,
      })
      .map(recordOf),
    fc.tuple(inner, inner).map(([a, b]) => ({
      type: variant({ A: a.type, B: b.type }) as DamlType<unknown>,
      values: fc.oneof(
        nearly(a.values).map((value) => ({ tag: "A", value })),
        nearly(b.values).map((value) => ({ tag: "B", value })),
        fc.constantFrom({ tag: "C", value: "x" }, { tag: "A" }, { value: 1 }),
      ),
    })),
  );

const sample: fc.Arbitrary<Sample> = [1, 2, 3].reduce(
  (inner) => fc.oneof(fc.constantFrom(...scalars), compound(inner)),
  fc.constantFrom<Sample>(...scalars),
);

/** The same type, of which no one knows but how it writes and reads. */
const plain = (type: DamlType<unknown>): DamlType<unknown> => ({ ...type });

const outcome = (type: DamlType<unknown>, value: unknown): unknown => {
  const checked = checkedValue(type, value, "The payload of T");
  return isLeft(checked) ? checked.left.cause : checked.right;
};

describe("a value written and checked in one step", () => {
  it("is what writing it and reading it back gives, and so is what is wrong with it", () => {
    fc.assert(
      fc.property(
        sample.chain(({ type, values }) => fc.tuple(fc.constant(type), nearly(values))),
        ([type, value]) => {
          const [written, expected] = [outcome(type, value), outcome(plain(type), value)];
          // chai compares no maps of objects that have a field `toString`
          expect(isDeepStrictEqual(written, expected)).to.equal(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("is written field by field in the same order", () => {
    const type = record({ b: text, a: optional(text), _7: text, z: optional(text) });
    const value = { z: undefined, _7: "s", a: undefined, b: "t" };
    const checked = checkedValue(type, value, "V");
    if (isLeft(checked)) throw new Error(checked.left.cause);
    expect(JSON.stringify(checked.right.json)).to.equal(JSON.stringify(type.encode(value)));
    expect(Object.keys(checked.right.value)).to.deep.equal(["b", "a", "_7", "z"]);
  });

  it("is a copy, so that who made it cannot change it afterwards", () => {
    const type = record({ notes: list(record({ a: text })) });
    const value = { notes: [{ a: "x" }] };
    const checked = checkedValue(type, value, "V");
    if (isLeft(checked)) throw new Error(checked.left.cause);
    expect(checked.right.value).to.deep.equal(value);
    expect(checked.right.value).to.not.equal(value);
    expect(checked.right.value.notes).to.not.equal(value.notes);
    expect(checked.right.value.notes[0]).to.not.equal(value.notes[0]);
  });

  it("of a record with the name of an object's prototype is taken as any other", () => {
    const type = record(Object.fromEntries([["__proto__", unit]])) as DamlType<unknown>;
    const value: unknown = JSON.parse('{"__proto__":{}}');
    expect(JSON.stringify(outcome(type, value)))
      .to.contain("__proto__")
      .and.not.contain("required");
    expect(outcome(type, value)).to.deep.equal(outcome(plain(type), value));
  });

  it("of a list with holes is refused as it always was", () => {
    const type = list(optional(text)) as DamlType<unknown>;
    const holes: Array<unknown> = [];
    holes[1] = "a";
    expect(outcome(type, holes)).to.deep.equal(outcome(plain(type), holes));
  });

  interface Tree {
    readonly label: string;
    readonly children: ReadonlyArray<Tree>;
  }
  const tree = recursive<Tree>("Tree", (itself) =>
    record({ label: text, children: list(itself) }),
  ) as DamlType<unknown>;
  const nested = (levels: number): unknown =>
    levels === 0 ? { label: "x", children: [] } : { label: "x", children: [nested(levels - 1)] };

  for (const levels of [0, 1, 40, 49, 50, 60, 5_000]) {
    it(`of a type that refers to itself is the same, nested ${levels} times`, () => {
      expect(outcome(tree, nested(levels))).to.deep.equal(outcome(plain(tree), nested(levels)));
    });
  }

  it("that holds itself is refused", () => {
    const children: Array<unknown> = [];
    const circle = { label: "x", children };
    children.push(circle);
    expect(outcome(tree, circle)).to.contain("expected fewer levels of nesting");
  });
});

describe("the writer of a type", () => {
  it("is of that very type, not of one made from it with another way to read", () => {
    const short = {
      ...text,
      decode: (value: unknown) => text.decode(String(value).slice(0, 1)),
    } as DamlType<unknown>;
    const back = { value: undefined };
    expect(writerOf(short)("abc", back)).to.equal("abc");
    expect(back.value).to.equal("a");
    const inRecord = record({ a: short }) as DamlType<unknown>;
    expect(outcome(inRecord, { a: "abc" })).to.deep.equal({
      value: { a: "a" },
      json: { a: "abc" },
    });
  });

  it("is the one it was given", () => {
    const type = withWriter({ ...text }, (_value, back) => {
      back.value = "back";
      return "written";
    });
    expect(outcome(type, "x")).to.deep.equal({ value: "back", json: "written" });
  });

  it("that throws leaves the plain way to say what is wrong", () => {
    const type = withWriter({ ...text }, () => {
      throw new Error("no");
    });
    expect(outcome(type, "x")).to.deep.equal({ value: "x", json: "x" });
    expect(outcome(type, "\0")).to.contain("text without U+0000 or half a surrogate pair");
  });
});
