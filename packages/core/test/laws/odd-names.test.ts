import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { genMap, list, optional, textMap } from "../../src/daml-types/collection-types.js";
import { compareValues } from "../../src/daml-types/daml-order.js";
import type { DamlType } from "../../src/daml-types/daml-type.js";
import { givenValue } from "../../src/daml-types/given-value.js";
import { plainValue } from "../../src/daml-types/plain-value.js";
import { enumeration, record, variant } from "../../src/daml-types/record-types.js";
import { int64, text } from "../../src/daml-types/scalar-types.js";
import { writerOf } from "../../src/daml-types/value-writer.js";
import { canonicalJson, type Json } from "../../src/values/json.js";

/** Names that mean something to objects of this language, and nothing to Daml. */
const oddNames = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "toJSON",
  "hasOwnProperty",
  "__defineGetter__",
  "then",
  "length",
  "name",
] as const;

const named = <A>(names: ReadonlyArray<string>, of: A): Record<string, A> =>
  Object.fromEntries(names.map((name) => [name, of]));

/** JSON text of what is left of a value after it was read and written in every way there is. */
const waysThrough = (type: DamlType<unknown>, json: Json): ReadonlyArray<string> => {
  const read = type.decode(json);
  if (isLeft(read)) throw new Error(`${read.left.path.join(".")}: ${read.left.reason}`);
  const written = writerOf(type)(read.right, { value: undefined });
  const given = givenValue(type, json);
  expect(isLeft(plainValue(type, json))).to.equal(false);
  expect(compareValues(type.model, json, json)).to.equal(0);
  return [
    canonicalJson(type.encode(read.right)),
    canonicalJson(written ?? "not written"),
    isLeft(given) ? given.left.reason : canonicalJson(given.right),
  ];
};

describe("names such as __proto__ are data like any others", () => {
  const some = fc.uniqueArray(fc.constantFrom(...oddNames), { minLength: 1 });

  it("as the fields of a record, at any depth", () => {
    fc.assert(
      fc.property(some, some, (outer, inner) => {
        const within = record(named(inner, text));
        const type = record(named(outer, optional(list(within))));
        const value = named<Json>(outer, [named<Json>(inner, "x")]);
        for (const way of waysThrough(type, value)) expect(way).to.equal(canonicalJson(value));
        const none = type.decode(named<Json>(outer, null));
        expect(isLeft(none)).to.equal(false);
      }),
    );
  });

  it("as a field that is missing, which no object's prototype stands in for", () => {
    for (const name of oddNames) {
      const read = record(named([name], record({ a: int64 }))).decode({});
      expect(isLeft(read) ? read.left.missingFields : "read", name).to.deep.equal([name]);
      const unexpected = record({ a: optional(text) }).decode(named<Json>([name], "x"));
      expect(isLeft(unexpected), name).to.equal(true);
    }
  });

  it("as keys of maps", () => {
    fc.assert(
      fc.property(some, (keys) => {
        const value = named<Json>(keys, "1");
        const [first] = waysThrough(textMap(int64), value);
        expect(first).to.equal(canonicalJson(value));
        const entries = [...keys].sort().map((key): Json => [key, "1"]);
        expect(waysThrough(genMap(text, int64), entries)[0]).to.equal(canonicalJson(entries));
      }),
    );
  });

  it("as constructors of variants and enumerations", () => {
    for (const name of oddNames) {
      const json = { tag: name, value: "x" };
      for (const way of waysThrough(variant(named([name, "Other"], text)), json))
        expect(way, name).to.equal(canonicalJson(json));
      expect(waysThrough(enumeration("A", name), name)[0]).to.equal(JSON.stringify(name));
      expect(isLeft(enumeration("A").decode(name)), name).to.equal(true);
      expect(isLeft(variant({ A: text }).decode(json)), name).to.equal(true);
    }
  });
});
