import type { Json, JsonObject } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import * as wire from "../../src/index.js";
import { SchemaType } from "../../src/index.js";
import { pathText } from "../../src/types/path-text.js";
import { read, refused } from "../refused.js";

// Every codec that the package exports, with laws that hold for all: what the published schema
// says, the codec does.
const codecs = Object.entries(wire).flatMap(([name, value]) =>
  value instanceof SchemaType ? [[name, value] as const] : [],
);
type Codec = (typeof codecs)[number][1];
// an update by itself never is a checkpoint, though the published schema has that case too
const narrower = "JsGetUpdateResponse";
// commands are read as values of core
const readAsOtherValues = new Set([
  "JsCommands",
  "JsExecuteSubmissionRequest",
  "JsPrepareSubmissionRequest",
]);
// formats are read as a program gives them
const { eventFormat, transactionFormat, updateFormat } = wire.givenFormats;
const readBackBy = new Map<string, Codec>([
  ["EventFormatWire", eventFormat],
  ["TransactionFilterWire", eventFormat],
  ["TransactionFormatWire", transactionFormat],
  ["UpdateFormatWire", updateFormat],
]);
const named = codecs.filter(
  ([name, codec]) => name !== narrower && codec.definitions[codec.name] !== undefined,
);

const referenceStart = "#/components/schemas/";
const referencesIn = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === "$ref" ? [String(inner).slice(referenceStart.length)] : referencesIn(inner),
      );
const objectOf = (value: unknown): JsonObject => {
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value));
  throw new Error("no schema");
};

type Path = ReadonlyArray<string | number>;

/** Values of a schema with all its fields; leaves are told apart by their place. */
interface Sample {
  readonly value: Json;
  /** Where it has texts, numbers and booleans that the schema has a type for. */
  readonly leaves: ReadonlyArray<Path>;
}

/** Texts that have a form of their own beyond what the schema says. */
const formed: Readonly<Record<string, string>> = {
  templateId: "p:M:T",
  interfaceId: "p:M:I",
  keySpec: "SIGNING_KEY_SPEC_EC_P256",
  keyFormat: "CRYPTO_KEY_FORMAT_RAW",
  format: "SIGNATURE_FORMAT_RAW",
  signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
  recordTime: "2026-01-01T00:00:00Z",
  minLedgerTimeAbs: "2026-01-01T00:00:00Z",
  MinLedgerTimeAbs: "2026-01-01T00:00:00Z",
  maxRecordTime: "2026-01-01T00:00:00Z",
};

const leaf = (value: Json, path: Path): Sample => ({ value, leaves: [path] });

/** Makes a value that fits a schema, of a union the case that `pick` chooses. */
const sampleOf = (
  schema: JsonObject,
  codec: Codec,
  pick: (cases: number) => number,
  path: Path = [],
  form = String(path.at(-1)),
): Sample => {
  const { $ref, allOf, oneOf, type, properties, items, additionalProperties, enum: names } = schema;
  const within = (inner: unknown, segment?: string | number): Sample => {
    if (segment === undefined) return sampleOf(objectOf(inner), codec, pick, path, form);
    // a key and a signature have formats of their own
    const isOfKey = segment === "format" && "keySpec" in objectOf(properties ?? {});
    // what is wrapped has the name of its wrapper
    const name = segment === "value" ? String(path.at(-1)) : String(segment);
    const inside = isOfKey ? "keyFormat" : name;
    return sampleOf(objectOf(inner), codec, pick, [...path, segment], inside);
  };
  if (typeof $ref === "string")
    return within(codec.definitions[$ref.slice(referenceStart.length)] ?? null);
  if (Array.isArray(allOf)) return within(allOf[0]);
  if (Array.isArray(oneOf)) return within(oneOf[pick(oneOf.length)]);
  if (Array.isArray(names)) return leaf(names[pick(names.length)] ?? "", path);
  switch (type) {
    case "object": {
      const key = additionalProperties === undefined ? undefined : "7";
      const fields = Object.entries(
        key === undefined ? objectOf(properties ?? {}) : { [key]: additionalProperties },
      ).map(([name, inner]) => [name, within(inner, name)] as const);
      return {
        value: Object.fromEntries(fields.map(([name, { value }]) => [name, value])),
        leaves: fields.flatMap(([, { leaves }]) => leaves),
      };
    }
    case "array": {
      const size = schema["minItems"] === 2 ? 2 : 1;
      const all = Array.from({ length: size }, (_, index) => within(items, index));
      return {
        value: all.map(({ value }) => value),
        leaves: all.flatMap(({ leaves }) => leaves),
      };
    }
    case "integer":
      return leaf(7, path);
    case "boolean":
      return leaf(true, path);
    case "string":
      return leaf(formed[form] ?? "", path);
    default:
      // a schema without a type: any JSON fits
      return { value: {}, leaves: [] };
  }
};

/** The same value with another at a path. */
const replaced = (value: unknown, [first, ...rest]: Path, by: unknown): unknown => {
  if (first === undefined) return by;
  if (Array.isArray(value))
    return value.map((item, index) => (index === first ? replaced(item, rest, by) : item));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([key, item]) => [
      key,
      key === first ? replaced(item, rest, by) : item,
    ]),
  );
};

describe("every codec of the package", () => {
  it("is found here", () => {
    expect(codecs.length).to.be.greaterThan(50);
    expect(named.length).to.be.greaterThan(35);
  });

  for (const [name, codec] of codecs) {
    it(`${name} defines everything that its schema refers to`, () => {
      for (const reference of referencesIn([codec.schema, codec.definitions]))
        expect(codec.definitions, reference).to.have.property(reference);
    });
  }

  it("means the same by a name as every other", () => {
    const meanings = new Map<string, string>();
    for (const [by, { definitions }] of codecs) {
      for (const [name, schema] of Object.entries(definitions)) {
        const text = JSON.stringify(schema);
        expect(meanings.get(name) ?? text, `${name} of ${by}`).to.equal(text);
        meanings.set(name, text);
      }
    }
    expect(meanings.size).to.be.greaterThan(100);
  });

  it("requires no field that it does not have", () => {
    for (const [, { definitions }] of codecs) {
      for (const [name, schema] of Object.entries(definitions)) {
        const { required = [], properties = {} } = schema;
        for (const field of Array.isArray(required) ? required : [])
          expect(properties, name).to.have.property(String(field));
      }
    }
  });

  for (const [name, codec] of named) {
    it(`${name} reads what its schema describes, in each of its cases`, () => {
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat(11)), (choices) => {
          const pick = (cases: number): number => Number(choices.next().value) % cases;
          const { value } = sampleOf(codec.schema, codec, pick);
          expect(refused(codec, value), JSON.stringify(value)).to.equal(undefined);
          if (readAsOtherValues.has(name)) return;
          const once = read<unknown>(codec, value);
          expect(read<unknown>(readBackBy.get(name) ?? codec, once)).to.deep.equal(once);
        }),
        { numRuns: 12 },
      );
    });

    it(`${name} refuses a value of another kind, and says exactly where`, () => {
      fc.assert(
        fc.property(fc.infiniteStream(fc.nat(11)), fc.nat(), (choices, at) => {
          const pick = (cases: number): number => Number(choices.next().value) % cases;
          const { value, leaves } = sampleOf(codec.schema, codec, pick);
          const path = leaves[at % Math.max(1, leaves.length)];
          // the decoded form of an error detail is any JSON, whatever the schema says
          if (path === undefined || path.includes("valueDecoded")) return;
          const error = refused(codec, replaced(value, path, ["wrong"])) ?? "accepted";
          expect(error.startsWith(`${pathText(path)}: `), error).to.equal(true);
          expect(error).to.match(/found an array$/);
        }),
        { numRuns: 12 },
      );
    });
  }
});
