import { compileCatalog, type Json } from "@tallystick/core";
import { decodeMessage, encodeMessage } from "@tallystick/protobuf";
import type { Value } from "@tallystick/signing";
import { expect } from "chai";
import * as fc from "fast-check";
import { createHash } from "node:crypto";
import { isLeft } from "fp-ts/lib/Either.js";
import { descriptions } from "../../src/descriptions/descriptions.js";
import { damlHooks } from "../../src/transcoding/daml-values.js";
import { type JsonFields, MessageTypes } from "../../src/transcoding/message-types.js";
import { valuesPackage } from "../fixtures/values-package.js";

const compiled = compileCatalog([valuesPackage], (text) =>
  createHash("sha256").update(text).digest("hex"),
);
if (isLeft(compiled)) throw new Error("the package does not compile");
const catalog = compiled.right;
const templateId = `${catalog.packages[0]?.packageId ?? ""}:Values:Everything`;

const text = fc.string({ unit: "grapheme", maxLength: 8 }).filter((each) => !each.includes("\0"));
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const numeric = fc
  .tuple(fc.bigInt({ min: -(10n ** 27n), max: 10n ** 27n }), fc.nat(9_999_999_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(10, "0")}`);
const inner = fc.record({ name: text, count: int64 });
const day = fc.integer({ min: 0, max: 50_000 });
const date = day.map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
/** Zeros at the end are not written, three at a time. */
const isWritten = (micros: number): boolean => micros % 1000 !== 0;
const time = fc
  .tuple(date, fc.integer({ min: 100_001, max: 999_999 }).filter(isWritten))
  .map(([of, micros]) => `${of}T10:20:30.${String(micros).padStart(6, "0")}Z`);

/** Payloads as the ledger has them: Nones at the end are left out. */
const payload = fc.record(
  {
    owner: fc.constant("alice::1220"),
    flag: fc.boolean(),
    amount: numeric,
    number: int64,
    when: time,
    day: date,
    note: fc.option(text),
    nested: fc.oneof(
      fc.constant(null),
      fc.constant([[]]),
      int64.map((each) => [[each]]),
    ),
    tags: fc.array(text, { maxLength: 4 }),
    scores: fc.dictionary(
      text.filter((key) => key !== "__proto__"),
      int64,
      { maxKeys: 3 },
    ),
    pairs: fc.array(fc.tuple(int64, text), { maxLength: 3 }),
    inner,
    shape: fc.oneof(
      numeric.map((value) => ({ tag: "Circle", value })),
      inner.map((value) => ({ tag: "Square", value })),
      fc.constant({ tag: "Nothing", value: {} }),
    ),
    color: fc.constantFrom("Red", "Green"),
    other: fc.constant("00ab"),
  },
  { noNullPrototype: true },
);

const read = (types: MessageTypes, name: string, bytes: Buffer): JsonFields => {
  const found = decodeMessage(types.of(`com.daml.ledger.api.v2.${name}`), bytes);
  if (isLeft(found)) throw new Error(found.left.message);
  // border: a message is an object
  return found.right as JsonFields;
};

describe("Daml values between JSON and messages", () => {
  for (const isVerbose of [true, false]) {
    it(`come back as they were, ${isVerbose ? "with labels" : "without labels"}`, () => {
      const types = new MessageTypes(
        descriptions,
        damlHooks((place) => catalog.modelAt(place), isVerbose),
      );
      const event = types.of("com.daml.ledger.api.v2.CreatedEvent");
      const created = types.of("com.daml.ledger.api.v2.CreateCommand");
      fc.assert(
        fc.property(payload, (createArgument) => {
          const shown = encodeMessage(event, { templateId, createArgument });
          // the record of the event as that of a command: fields 4 and 6 there, 1 and 2 here
          const { templateId: id, createArgument: record } = read(
            new MessageTypes(descriptions),
            "CreatedEvent",
            shown,
          );
          const command = encodeMessage(created, { templateId: id, createArguments: record });
          const { createArguments } = read(types, "CreateCommand", command);
          const given: Json = JSON.parse(JSON.stringify(createArgument));
          expect(createArguments).to.deep.equal(given);
        }),
        { numRuns: 200 },
      );
    });
  }

  const field = (label: string, value: Value) => ({ label, value });
  const owner = field("owner", { kind: "party", value: "alice::1220" });
  const word: Value = { kind: "text", value: "x" };
  const misfits: ReadonlyArray<readonly [string, ReadonlyArray<unknown>, string]> = [
    [
      "a text for a decimal, without labels",
      [field("", owner.value), field("", { kind: "bool", value: true }), field("", word)],
      "payload[2]: expected Numeric, found Text",
    ],
    [
      "a text for a party",
      [field("owner", { kind: "text", value: "alice::1220" })],
      "payload.owner: expected Party, found Text",
    ],
    [
      "an integer for a text in an optional",
      [owner, field("note", { kind: "optional", value: { kind: "int64", value: 5n } })],
      "payload.note: expected Text, found Int64",
    ],
    [
      "a text for an optional one",
      [owner, field("note", word)],
      "payload.note: expected Optional, found Text",
    ],
    [
      "a party in a list of texts",
      [owner, field("tags", { kind: "list", value: [word, owner.value] })],
      "payload.tags[1]: expected Text, found Party",
    ],
    [
      "a key that is there twice",
      [
        owner,
        field("scores", {
          kind: "textMap",
          value: [
            { key: "a", value: { kind: "int64", value: 1n } },
            { key: "a", value: { kind: "int64", value: 2n } },
          ],
        }),
      ],
      'payload.scores["a"]: found twice, expected once',
    ],
    ["a field that is there twice", [owner, owner], "payload.owner: found twice, expected once"],
    [
      "a map for a record",
      [owner, field("inner", { kind: "textMap", value: [{ key: "name", value: word }] })],
      "payload.inner: expected Record, found TextMap",
    ],
  ];
  for (const [what, fields, message] of misfits) {
    it(`are not taken with ${what}`, () => {
      const types = new MessageTypes(
        descriptions,
        damlHooks((place) => catalog.modelAt(place), true),
      );
      const command = types.of("com.daml.ledger.api.v2.CreateCommand");
      const createArguments = { fields };
      const found = decodeMessage(command, encodeMessage(command, { templateId, createArguments }));
      expect(isLeft(found) ? found.left.message : "taken").to.equal(message);
    });
  }
});
