import {
  bool,
  contractId,
  type DamlType,
  date,
  enumeration,
  genMap,
  int64,
  type Json,
  list,
  numeric,
  optional,
  party,
  record,
  text,
  textMap,
  timestamp,
  unit,
  variant,
} from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { jsonOfValue } from "../../src/ledger/json-of-value.js";
import { valueOfJson } from "../../src/ledger/value-of-json.js";
import type { Value } from "../../src/messages/value.js";
import { Value as ValueMessage } from "../../src/messages/value.js";
import { decodeMessage, encodeMessage } from "@tallystick/protobuf";
import { anyValue } from "../support/arbitrary-value.js";
import { expectRight } from "../support/expect-right.js";

/** A type with the JSON of its values. */
interface Typed {
  readonly type: DamlType<unknown>;
  readonly json: fc.Arbitrary<Json>;
}

const typed = (type: DamlType<unknown>, json: fc.Arbitrary<Json>): Typed => ({
  type,
  json,
});

const label = fc.stringMatching(/^[a-z]{1,4}$/);
const plainText = fc.string({ unit: "grapheme", maxLength: 6 }).filter((t) => !t.includes("\0"));

const leaves: ReadonlyArray<Typed> = [
  typed(text, plainText),
  typed(party, fc.stringMatching(/^[a-z]{1,5}::1220[0-9a-f]{4}$/)),
  typed(bool, fc.boolean()),
  typed(
    int64,
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((n) => n.toString()),
  ),
  typed(numeric, fc.stringMatching(/^-?[1-9][0-9]{0,27}\.[0-9]{10}$/)),
  typed(
    timestamp,
    fc
      .integer({ min: 0, max: 4e9 })
      .map((s) => `${new Date(s * 1000).toISOString().slice(0, 19)}Z`),
  ),
  typed(
    date,
    fc.integer({ min: 0, max: 40_000 }).map((d) => new Date(d * 864e5).toISOString().slice(0, 10)),
  ),
  typed(unit, fc.constant({})),
  typed(contractId, fc.stringMatching(/^00[0-9a-f]{64}$/)),
  typed(enumeration("Red", "Green"), fc.constantFrom("Red", "Green")),
];

const pairsOf = (of: Typed, maxLength: number) =>
  fc.uniqueArray(fc.tuple(plainText, of.json), { maxLength, selector: ([key]) => key });

/** Types of types, with values, up to so many levels. */
const anyTyped = (levels: number): fc.Arbitrary<Typed> => {
  if (levels === 0) return fc.constantFrom(...leaves);
  const inner = anyTyped(levels - 1);
  const some = (of: Typed) => fc.array(of.json, { maxLength: 3 });
  const isOptional = ({ type }: Typed): boolean => type.optional;
  return fc.oneof(
    inner.map((of) => typed(list(of.type), some(of))),
    // inside of another one, None is an empty list
    inner.map((of) =>
      typed(
        optional(of.type),
        isOptional(of)
          ? fc.oneof(
              fc.constant([]),
              listedOf(of).map((json) => [json]),
            )
          : fc.option(of.json, { nil: null }),
      ),
    ),
    inner.map((of) => typed(textMap(of.type), pairsOf(of, 3).map(Object.fromEntries))),
    inner.map((of) =>
      typed(
        genMap(text, of.type),
        pairsOf(of, 3).map((pairs) => pairs),
      ),
    ),
    fc
      .uniqueArray(fc.tuple(label, inner), { selector: ([name]) => name, maxLength: 3 })
      .map((fields) =>
        typed(
          record(Object.fromEntries(fields.map(([name, of]) => [name, of.type]))),
          fc.record(Object.fromEntries(fields.map(([name, of]) => [name, of.json]))),
        ),
      ),
    fc.tuple(inner, inner).map(([a, b]) =>
      typed(
        variant({ A: a.type, B: b.type }),
        fc.oneof(
          a.json.map((value) => ({ tag: "A", value })),
          b.json.map((value) => ({ tag: "B", value })),
        ),
      ),
    ),
  );
};

/** The JSON of an optional inside of another one, where it is a list of one or none. */
const listedOf = ({ type, json }: Typed): fc.Arbitrary<Json> =>
  JSON.stringify(type.model).startsWith('{"Optional":{"Optional"')
    ? json
    : json.map((given) => (given === null ? [] : [given]));

const form = { contractId: (id: string) => id };

describe("A value of any type, three levels deep", () => {
  it("is the same JSON after it was a message", () => {
    const example = anyTyped(3).chain(({ type, json }) => json.map((given) => ({ type, given })));
    fc.assert(
      fc.property(example, ({ type, given }) => {
        const read = type.decode(given);
        if (isLeft(read)) throw new Error(`${JSON.stringify(type.model)} ${JSON.stringify(given)}`);
        const written = type.encode(read.right);
        const value = valueOfJson(type.model, written, form);
        const bytes = encodeMessage(ValueMessage, value);
        const back = jsonOfValue(expectRight(decodeMessage(ValueMessage, bytes)));
        // labels of absent fields at the end are gone, which the type reads as absent
        const again = type.decode(back);
        expect(isLeft(again) ? again.left : type.encode(again.right)).to.deep.equal(written);
      }),
      { numRuns: 300 },
    );
  });
});

describe("The JSON of a value", () => {
  const out: ReadonlyArray<readonly [Value, string]> = [
    [{ kind: "date", value: 2_932_896 }, "9999-12-31"],
    [{ kind: "date", value: 2_932_897 }, "day 2932897"],
    [{ kind: "date", value: -719_162 }, "0001-01-01"],
    [{ kind: "date", value: -719_163 }, "day -719163"],
    [{ kind: "date", value: -(2 ** 31) }, "day -2147483648"],
    [{ kind: "timestamp", value: 253_402_300_799_999_999n }, "9999-12-31T23:59:59.999999Z"],
    [{ kind: "timestamp", value: 253_402_300_800_000_000n }, "microsecond 253402300800000000"],
    [{ kind: "timestamp", value: -62_135_596_800_000_001n }, "microsecond -62135596800000001"],
    [{ kind: "timestamp", value: 2n ** 63n - 1n }, "microsecond 9223372036854775807"],
  ];
  for (const [value, shown] of out) {
    it(`is "${shown}" for a ${value.kind}`, () => {
      expect(jsonOfValue(value)).to.equal(shown);
      const type = value.kind === "date" ? date : timestamp;
      if (/^(?:day|microsecond)/.test(shown)) expect(isLeft(type.decode(shown))).to.equal(true);
    });
  }

  it("is there for every value a message can have, whatever its numbers", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(() => JSON.stringify(jsonOfValue(value))).to.not.throw();
      }),
      { numRuns: 300 },
    );
  });

  it("has of two fields of one name the last, so that what was signed is not what is carried out", () => {
    const fields = ["1", "2"].map((n) => ({
      label: "amount",
      value: { kind: "text" as const, value: n },
    }));
    const json = jsonOfValue({ kind: "record", value: { recordId: undefined, fields } });
    expect(json).to.deep.equal({ amount: "2" });
    const back = valueOfJson({ Record: [["amount", "Text"]] }, json, form);
    expect(back.kind === "record" && back.value.fields).to.have.length(1);
  });
});
