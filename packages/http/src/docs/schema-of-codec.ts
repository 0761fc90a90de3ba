import type { JsonObject } from "@tallystick/core";
import { SchemaType, referenceTo } from "@tallystick/wire";
import * as t from "io-ts";

/** What io-ts keeps inside of a combinator is untyped; a part that is no codec describes any value. */
const schemaOfPart = (part: unknown): JsonObject =>
  part instanceof t.Type ? schemaOfCodec(part) : {};

const schemasOfParts = (parts: unknown): ReadonlyArray<JsonObject> => {
  if (!Array.isArray(parts)) return [];
  const list: ReadonlyArray<unknown> = parts;
  return list.map(schemaOfPart);
};

const propertiesOf = (props: unknown): JsonObject => {
  if (typeof props !== "object" || props === null) return {};
  const entries: ReadonlyArray<readonly [string, unknown]> = Object.entries(props);
  return Object.fromEntries(entries.map(([key, part]) => [key, schemaOfPart(part)]));
};

/**
 * The JSON schema of a codec. A `SchemaType` brings its own; the combinators of io-ts are walked. A codec that is neither
 * describes any value.
 */
export const schemaOfCodec = (codec: t.Mixed): JsonObject => {
  if (codec instanceof SchemaType) return referenceTo(codec);
  if (codec instanceof t.InterfaceType) {
    const properties = propertiesOf(codec.props);
    return { type: "object", required: Object.keys(properties), properties };
  }
  if (codec instanceof t.PartialType) {
    return { type: "object", properties: propertiesOf(codec.props) };
  }
  if (codec instanceof t.IntersectionType) return { allOf: schemasOfParts(codec.types) };
  if (codec instanceof t.UnionType) return { oneOf: schemasOfParts(codec.types) };
  if (codec instanceof t.ArrayType) return { type: "array", items: schemaOfPart(codec.type) };
  if (codec instanceof t.TupleType) {
    const items = schemasOfParts(codec.types);
    return { type: "array", prefixItems: items, minItems: items.length, maxItems: items.length };
  }
  if (codec instanceof t.DictionaryType) {
    return { type: "object", additionalProperties: schemaOfPart(codec.codomain) };
  }
  return scalarSchema(codec);
};

const scalarSchema = (codec: t.Mixed): JsonObject => {
  if (codec instanceof t.StringType) return { type: "string" };
  if (codec instanceof t.BooleanType) return { type: "boolean" };
  if (codec instanceof t.NullType) return { type: "null" };
  if (codec instanceof t.NumberType) return { type: "number" };
  if (codec instanceof t.RefinementType) {
    return codec.name === "Int" || codec.name === "Integer"
      ? { type: "integer" }
      : schemaOfPart(codec.type);
  }
  return {};
};
