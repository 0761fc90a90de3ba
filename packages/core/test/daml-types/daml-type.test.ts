import { expect } from "chai";
import fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { compareValues } from "../../src/daml-types/daml-order.js";
import type { DamlType } from "../../src/daml-types/daml-type.js";
import { genMap, list, optional, textMap } from "../../src/daml-types/collection-types.js";
import { enumeration, record, variant } from "../../src/daml-types/record-types.js";
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
import { int64From } from "../../src/values/int64.js";
import type { Json } from "../../src/values/json.js";
import { numericMaxUnits, numericFromUnits } from "../../src/values/numeric.js";
import { timestampMaxMicros, timestampMinMicros } from "../../src/values/time.js";

const cid = `00${"ab".repeat(32)}`;
const color = enumeration("Red", "Green");
const shape = variant({ Point: unit, Circle: record({ radius: numeric }) });
const person = record({ name: text, nick: optional(text), age: optional(int64) });
const deep = optional(optional(optional(text)));

/** The JSON a value is written as after it was read from another JSON. */
const throughDaml = <A>(type: DamlType<A>, value: Json): Json | string => {
  const read = type.decode(value);
  return isLeft(read)
    ? `${read.left.path.join(".")}: ${read.left.reason}`
    : type.encode(read.right);
};

describe("the JSON form of Daml values", () => {
  const read: ReadonlyArray<readonly [string, DamlType<unknown>, Json, Json]> = [
    ["text", text, "wörter 🦉", "wörter 🦉"],
    ["empty text", text, "", ""],
    ["a party", party, "alice::1220ab", "alice::1220ab"],
    ["true", bool, true, true],
    ["an Int64 as text", int64, "42", "42"],
    ["an Int64 with a sign and zeros", int64, "+0042", "42"],
    ["the least Int64", int64, "-9223372036854775808", "-9223372036854775808"],
    ["the greatest Int64", int64, "9223372036854775807", "9223372036854775807"],
    ["a Numeric as text", numeric, "999.99", "999.9900000000"],
    ["a Numeric as a number", numeric, 0.1, "0.1000000000"],
    ["a Numeric as a small number", numeric, 1.5e-9, "0.0000000015"],
    ["a Numeric as a small negative number", numeric, -1e-10, "-0.0000000001"],
    ["a Numeric as a large number", numeric, 1.25e21, "1250000000000000000000.0000000000"],
    ["a Numeric as a large integer", numeric, 2n ** 70n, "1180591620717411303424.0000000000"],
    ["a Numeric as zero without sign", numeric, -0, "0.0000000000"],
    ["a timestamp", timestamp, "2026-07-08T11:48:13.123456Z", "2026-07-08T11:48:13.123456Z"],
    ["a timestamp with an offset", timestamp, "2026-07-08T11:48:13+02:00", "2026-07-08T09:48:13Z"],
    ["a date", date, "2024-02-29", "2024-02-29"],
    ["unit from anything", unit, [1, "x"], {}],
    ["a contract id", contractId, cid, cid],
    ["a list", list(int64), ["1", "2"], ["1", "2"]],
    ["an empty list", list(int64), [], []],
    ["None", optional(text), null, null],
    ["Some", optional(text), "x", "x"],
    ["None of an optional of an optional", optional(optional(text)), [], []],
    ["null as None of an optional of an optional", optional(optional(text)), null, []],
    ["Some None", optional(optional(text)), [[]], [[]]],
    ["Some of Some", optional(optional(text)), [["x"]], [["x"]]],
    ["Some of Some of None", deep, [[[]]], [[[]]]],
    ["Some of Some of Some", deep, [[["x"]]], [[["x"]]]],
    ["optionals of lists, which are not nested", optional(list(optional(text))), [null], [null]],
    [
      "a text map in the order of its keys",
      textMap(bool),
      { b: true, a: false },
      { a: false, b: true },
    ],
    [
      "a generic map in the order of its keys",
      genMap(int64, text),
      [
        ["10", "c"],
        ["9", "b"],
        ["-1", "a"],
      ],
      [
        ["-1", "a"],
        ["9", "b"],
        ["10", "c"],
      ],
    ],
    ["a record", person, { name: "Al", nick: "a", age: "7" }, { name: "Al", nick: "a", age: "7" }],
    ["a record without its optional fields", person, { name: "Al" }, { name: "Al" }],
    ["a record with trailing nulls", person, { name: "Al", nick: null, age: null }, { name: "Al" }],
    [
      "None before a given field",
      person,
      { name: "Al", age: "7" },
      { name: "Al", nick: null, age: "7" },
    ],
    ["unknown fields that are null", person, { name: "Al", gone: null }, { name: "Al" }],
    [
      "fields in the order of the type",
      person,
      { age: "7", name: "Al" },
      { name: "Al", nick: null, age: "7" },
    ],
    [
      "a variant",
      shape,
      { tag: "Circle", value: { radius: "1" } },
      { tag: "Circle", value: { radius: "1.0000000000" } },
    ],
    ["a variant of unit", shape, { tag: "Point", value: {} }, { tag: "Point", value: {} }],
    ["an enumeration", color, "Green", "Green"],
  ];
  for (const [name, type, given, written] of read) {
    it(`reads ${name} and writes it in its one form`, () => {
      expect(JSON.stringify(throughDaml(type, given))).to.equal(JSON.stringify(written));
    });
  }

  const errors: ReadonlyArray<readonly [string, DamlType<unknown>, Json, string]> = [
    [
      "a number as text",
      text,
      1,
      ": expected text without U+0000 or half a surrogate pair, found number 1",
    ],
    [
      "a null character",
      text,
      "a\0b",
      ': expected text without U+0000 or half a surrogate pair, found the text "a\0b"',
    ],
    [
      "half a surrogate pair",
      text,
      "\ud800",
      ': expected text without U+0000 or half a surrogate pair, found the text "\ud800"',
    ],
    ["a malformed party", party, "al/ice", ': expected a party id, found the text "al/ice"'],
    ["text as a boolean", bool, "true", ': expected a boolean, found the text "true"'],
    [
      "a number as Int64",
      int64,
      1,
      ": expected a 64-bit integer as a string of digits, found number 1",
    ],
    [
      "an Int64 beyond 64 bits",
      int64,
      "9223372036854775808",
      ': expected a 64-bit integer as a string of digits, found the text "9223372036854775808"',
    ],
    [
      "an Int64 with a point",
      int64,
      "1.0",
      ': expected a 64-bit integer as a string of digits, found the text "1.0"',
    ],
    [
      "eleven digits after the point",
      numeric,
      "0.00000000001",
      ': expected a decimal with at most 28 digits before and 10 after the point, found the text "0.00000000001"',
    ],
    [
      "29 digits before the point",
      numeric,
      1e28,
      ": expected a decimal with at most 28 digits before and 10 after the point, found number 1e+28",
    ],
    [
      "a date that is none",
      date,
      "2023-02-29",
      ': expected a date YYYY-MM-DD, found the text "2023-02-29"',
    ],
    [
      "a time without a zone",
      timestamp,
      "2026-07-08T11:48:13",
      ': expected an ISO-8601 timestamp with Z or an offset, found the text "2026-07-08T11:48:13"',
    ],
    [
      "a contract id in upper case",
      contractId,
      cid.toUpperCase(),
      `: expected a contract id in lowercase hex, found the text "${cid.toUpperCase().slice(0, 60)}"`,
    ],
    ["an object as a list", list(text), {}, ": expected an array, found an object"],
    [
      "a wrong element",
      list(text),
      ["a", 1],
      "1: expected text without U+0000 or half a surrogate pair, found number 1",
    ],
    [
      "a bare value for a nested optional",
      optional(optional(text)),
      "x",
      ': expected [] or an array of one element, found the text "x"',
    ],
    [
      "two values for a nested optional",
      optional(optional(text)),
      ["x", "y"],
      ": expected [] or an array of one element, found an array",
    ],
    [
      "a bare inner value",
      optional(optional(text)),
      ["x"],
      ': expected [] or an array of one element, found the text "x"',
    ],
    ["an array as a text map", textMap(text), [], ": expected an object, found an array"],
    [
      "a wrong value in a text map",
      textMap(text),
      { a: null },
      "a: expected text without U+0000 or half a surrogate pair, found null",
    ],
    [
      "a null character in a key",
      textMap(text),
      { "a\0": "b" },
      ': expected keys without U+0000 or half a surrogate pair, found the text "a\0"',
    ],
    [
      "an object as a generic map",
      genMap(text, text),
      {},
      ": expected an array of pairs, found an object",
    ],
    [
      "three values for a pair",
      genMap(text, text),
      [["a", "b", "c"]],
      "0: expected a pair [key, value], found an array",
    ],
    [
      "a wrong key",
      genMap(int64, text),
      [["x", "a"]],
      '0: expected a 64-bit integer as a string of digits, found the text "x"',
    ],
    [
      "a wrong value",
      genMap(text, int64),
      [["x", "a"]],
      '0: expected a 64-bit integer as a string of digits, found the text "a"',
    ],
    ["a missing field", person, { nick: "a" }, "name: this field is required"],
    [
      "a wrong field",
      record({ inner: person }),
      { inner: { name: 1 } },
      "inner.name: expected text without U+0000 or half a surrogate pair, found number 1",
    ],
    [
      "null for a field that must be there",
      person,
      { name: null },
      "name: expected text without U+0000 or half a surrogate pair, found null",
    ],
    [
      "an inherited name as a field",
      record({ toString: text }),
      {},
      "toString: this field is required",
    ],
    ["unknown fields", person, { name: "Al", x: 1, y: {} }, ": Unexpected fields: x, y"],
    ["an array as a record", person, [], ": expected an object, found an array"],
    [
      "a variant without a tag",
      shape,
      { value: {} },
      "tag: expected one of Point, Circle, found nothing",
    ],
    [
      "an unknown tag",
      shape,
      { tag: "toString", value: {} },
      'tag: expected one of Point, Circle, found the text "toString"',
    ],
    ["a variant without a value", shape, { tag: "Point" }, "value: this field is required"],
    [
      "a wrong value of a variant",
      shape,
      { tag: "Circle", value: {} },
      "value.radius: this field is required",
    ],
    [
      "text as a variant",
      shape,
      "Point",
      ': expected an object with tag and value, found the text "Point"',
    ],
    ["an unknown name", color, "Blue", ': expected one of Red, Green, found the text "Blue"'],
  ];
  for (const [name, type, given, error] of errors) {
    it(`refuses ${name} and says where and why`, () => {
      expect(throughDaml(type, given)).to.equal(error);
    });
  }

  it("requires the fields of every type but the optional ones", () => {
    const types: Readonly<Record<string, DamlType<unknown>>> = {
      text,
      party,
      bool,
      int64,
      numeric,
      timestamp,
      date,
      unit,
      contractId,
      color,
      shape,
      list: list(text),
      map: textMap(text),
      pairs: genMap(text, text),
      record: record({}),
    };
    for (const [name, type] of Object.entries(types))
      expect(throughDaml(record({ [name]: type }), {})).to.equal(`${name}: this field is required`);
    for (const type of [optional(text), optional(optional(text))])
      expect(throughDaml(record({ field: type }), {})).to.deep.equal({});
  });

  it("names all fields that are missing, and marks no other failure so", () => {
    const pair = record({ one: text, maybe: optional(text), two: text });
    const missing = pair.decode({});
    expect(isLeft(missing) && missing.left.missingFields).to.deep.equal(["one", "two"]);
    const wrong = person.decode({ name: 1 });
    expect(isLeft(wrong) && wrong.left.missingFields).to.equal(undefined);
  });

  it("marks a decimal with too many digits", () => {
    const lossy = numeric.decode("1.00000000001");
    expect(isLeft(lossy) && lossy.left).to.include({
      losesDigits: true,
      sentence: "Cannot represent 1.00000000001 as (Numeric 10) without loss of precision",
    });
  });

  it("tells None, Some None and Some of a value apart", () => {
    const type = optional(optional(text));
    const values = [[], [[]], [["x"]]].map((json) => type.decode(json));
    expect(values.map((value) => (isRight(value) ? value.right : "left"))).to.deep.equal([
      undefined,
      { some: undefined },
      { some: "x" },
    ]);
  });

  it("does not take what every object has for a field that is missing", () => {
    const inherited = record({ constructor: optional(text), toString: text });
    expect(throughDaml(inherited, {})).to.equal("toString: this field is required");
    expect(throughDaml(inherited, { toString: "a" })).to.deep.equal({
      constructor: null,
      toString: "a",
    });
    expect(throughDaml(inherited, { constructor: "b", toString: "a" })).to.deep.equal({
      constructor: "b",
      toString: "a",
    });
  });

  it("keeps a key named __proto__ in a text map", () => {
    const given: Json = JSON.parse('{"__proto__":"x"}');
    expect(JSON.stringify(throughDaml(textMap(text), given))).to.equal('{"__proto__":"x"}');
  });
});

const int64s = fc
  .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  .map(int64From)
  .filter(isRight)
  .map(({ right }) => right);
const numerics = fc
  .bigInt({ min: -numericMaxUnits, max: numericMaxUnits })
  .map(numericFromUnits)
  .filter(isRight)
  .map(({ right }) => right);
const texts = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));

describe("any Daml value", () => {
  const everything = record({
    text,
    bool,
    int64,
    numeric,
    timestamp,
    date,
    list: list(optional(int64)),
    nested: optional(optional(optional(numeric))),
    map: textMap(list(text)),
    pairs: genMap(text, optional(optional(bool))),
    shape: variant({ Circle: record({ radius: numeric }), Named: optional(text) }),
    last: optional(text),
  });
  const value = fc.record({
    text: texts,
    bool: fc.boolean(),
    int64: int64s,
    numeric: numerics,
    timestamp: fc.bigInt({ min: timestampMinMicros, max: timestampMaxMicros }),
    date: fc.integer({ min: -719_162, max: 2_932_896 }),
    list: fc.array(fc.option(int64s, { nil: undefined })),
    nested: fc.option(
      fc.record({
        some: fc.option(fc.record({ some: fc.option(numerics, { nil: undefined }) }), {
          nil: undefined,
        }),
      }),
      { nil: undefined },
    ),
    map: fc
      .uniqueArray(fc.tuple(texts, fc.array(texts)), { selector: ([key]) => key })
      .map((entries) => new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)))),
    pairs: fc
      .uniqueArray(
        fc.tuple(
          texts,
          fc.option(fc.record({ some: fc.option(fc.boolean(), { nil: undefined }) }), {
            nil: undefined,
          }),
        ),
        { selector: ([key]) => key },
      )
      .map((entries) => entries.sort(([a], [b]) => compareValues("Text", a, b))),
    shape: fc.oneof(
      fc.record({ tag: fc.constant("Circle" as const), value: fc.record({ radius: numerics }) }),
      fc.record({
        tag: fc.constant("Named" as const),
        value: fc.option(texts, { nil: undefined }),
      }),
    ),
    last: fc.option(texts, { nil: undefined }),
  });

  it("is read back as it was written, also after a way through text", () => {
    fc.assert(
      fc.property(value, (given) => {
        const written = everything.encode(given);
        const parsed: Json = JSON.parse(JSON.stringify(written));
        const read = everything.decode(parsed);
        if (isLeft(read)) throw new Error(`${read.left.path.join(".")}: ${read.left.reason}`);
        expect(read.right).to.deep.equal(given);
        expect(JSON.stringify(everything.encode(read.right))).to.equal(JSON.stringify(written));
      }),
    );
  });
});
