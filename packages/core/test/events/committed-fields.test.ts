import { readFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import {
  areCommittedFields,
  committedEvent,
  sharingEvent,
} from "../../src/events/committed-fields.js";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../src/values/json.js";
import { CommittedFieldsCodec } from "../../src/events/ledger-event-codec.js";
import { sharedParty } from "../../src/values/shared-text.js";

const file = new URL("../../../test/golden/transaction-committed.v1.json", import.meta.url);
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
  { value: null, maintainers: ["a"] },
  { maintainers: [] },
];

const agrees = (fields: Json): void => {
  if (!isJsonObject(fields)) throw new Error("expected an object");
  const shown = JSON.stringify(fields);
  expect(areCommittedFields(fields), shown).to.equal(CommittedFieldsCodec.is(fields));
};

describe("the quick check of committed transactions", () => {
  it("accepts what is written today", () => {
    expect(areCommittedFields(golden())).to.equal(true);
  });

  it("agrees with the codec when any one value is taken away or of any other kind", () => {
    let error = 0;
    for (const path of pathsIn(golden()))
      for (const by of kinds) {
        const fields = changed(golden(), path, by);
        agrees(fields);
        if (!CommittedFieldsCodec.is(fields)) error++;
      }
    expect(error).to.be.above(500);
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
});

const eventOf = (fields: JsonObject) => {
  if (!areCommittedFields(fields)) throw new Error("not the fields of a transaction");
  return sharingEvent(fields);
};

describe("an event of committed fields", () => {
  it("says what the fields say", () => {
    const { v: _version, ...fields } = golden();
    const said = { type: "TransactionCommitted", ...fields };
    expect(eventOf(golden())).to.deep.equal(said);
    const parsed = golden();
    expect(areCommittedFields(parsed) && committedEvent(parsed)).to.deep.equal(said);
  });

  it("says what the fields say when parties stand anywhere in a payload", () => {
    sharedParty("alice::1220");
    const payload = fc.letrec((tie) => ({
      json: fc.oneof(
        { depthSize: "medium" },
        fc.constantFrom("alice::1220", "x", 1, null),
        fc.array(tie("json"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("json")),
      ),
    })).json;
    fc.assert(
      fc.property(payload, (generated) => {
        const text = JSON.stringify(generated);
        const node = {
          kind: "create",
          nodeId: 0,
          contractId: "00",
          templateId: "aa:M:T",
          packageName: "p",
          payload: JSON.parse(text),
          signatories: ["alice::1220"],
          observers: [],
        };
        const event = eventOf({ ...golden(), nodes: [node] });
        const [read] = event.nodes;
        expect(read?.kind === "create" && JSON.stringify(read.payload)).to.equal(text);
      }),
    );
  });

  it("shares its lists of one party with other events, so that contracts do not each keep their own", () => {
    const listOf = () => {
      const node = eventOf(golden()).nodes[1];
      return node?.kind === "create" ? node.signatories : undefined;
    };
    expect(listOf()).to.deep.equal(["bank::1220"]);
    expect(listOf()).to.equal(listOf());
  });
});
