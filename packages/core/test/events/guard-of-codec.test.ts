import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import * as t from "io-ts";
import { guardOfCodec } from "../../src/events/guard-of-codec.js";
import { StoredTransaction } from "../../src/events/stored-transaction.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../src/values/json.js";

const file = new URL("../../../test/golden/transaction-committed.json", import.meta.url);
const golden = (): JsonObject => JSON.parse(readFileSync(file, "utf8")).data;

type Path = ReadonlyArray<string>;

/** The paths of all values inside a value. */
const pathsIn = (value: Json, at: Path = []): ReadonlyArray<Path> => {
  if (!isJsonArray(value) && !isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [...at, name],
    ...pathsIn(inner, [...at, name]),
  ]);
};

const removed = Symbol("removed");

/** A value with the one at a path replaced or taken away. */
const changed = (value: Json, path: Path, by: Json | typeof removed): Json => {
  const [name, ...rest] = path;
  if (name === undefined || (!isJsonArray(value) && !isJsonObject(value))) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): ReadonlyArray<[string, Json]> => {
    if (key !== name) return [[key, inner]];
    if (rest.length > 0) return [[key, changed(inner, rest, by)]];
    return by === removed ? [] : [[key, by]];
  });
  return isJsonArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
};

const kinds: ReadonlyArray<Json | typeof removed> = [
  removed,
  null,
  true,
  7,
  "",
  "create",
  "exerciseByKey",
  "exercise",
  "empty",
  "duration",
  [],
  [1],
  ["alice::1220"],
  [{}],
  {},
  { kind: "empty" },
  { kind: "offset" },
  { value: null, maintainers: [0] },
  { maintainers: [] },
];

const guard = guardOfCodec(StoredTransaction);

const agrees = (fields: Json): void => {
  expect(guard(fields), JSON.stringify(fields)).to.equal(StoredTransaction.is(fields));
};

describe("the guard of a codec", () => {
  it("accepts what the codec accepts", () => {
    expect(guard(golden())).to.equal(true);
  });

  it("agrees with the codec when any one value is taken away or of any other kind", () => {
    let refused = 0;
    for (const path of pathsIn(golden())) {
      for (const by of kinds) {
        const fields = changed(golden(), path, by);
        agrees(fields);
        if (!guard(fields)) refused++;
      }
    }
    expect(refused).to.be.above(500);
  });

  it("agrees with the codec when several values are anything", () => {
    const paths = pathsIn(golden());
    const change = fc.tuple(
      fc.constantFrom(...paths),
      fc.oneof(
        fc.constantFrom(...kinds),
        fc.json().map((text): Json => JSON.parse(text)),
      ),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
        let fields: Json = golden();
        for (const [path, by] of changes) fields = changed(fields, path, by);
        agrees(fields);
      }),
      { numRuns: 500 },
    );
  });

  it("agrees with codecs it does not take apart", () => {
    const codec = t.type({ a: t.tuple([t.string, t.number]), b: t.record(t.string, t.boolean) });
    const of = guardOfCodec(codec);
    for (const value of [
      { a: ["", 1], b: {} },
      { a: [1, ""], b: {} },
      { a: ["", 1], b: { c: 1 } },
    ])
      expect(of(value), JSON.stringify(value)).to.equal(codec.is(value));
  });
});
