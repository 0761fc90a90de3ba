import { type JsonObject, SchemaType } from "@tallystick/core";
import * as t from "io-ts";
import { referenceTo } from "./wire/wire-kinds.js";

const properties = (props: t.Props): JsonObject =>
  Object.fromEntries(Object.entries(props).map(([key, codec]) => [key, schemaOfCodec(codec)]));

/**
 * The JSON schema of a codec. A `SchemaType` brings its own; the combinators of io-ts are walked. A codec that is neither
 * describes any value.
 */
export const schemaOfCodec = (codec: t.Mixed): JsonObject => {
  if (codec instanceof SchemaType) return referenceTo(codec);
  if (codec instanceof t.InterfaceType) {
    return {
      type: "object",
      required: Object.keys(codec.props),
      properties: properties(codec.props),
    };
  }
  if (codec instanceof t.PartialType) {
    return { type: "object", properties: properties(codec.props) };
  }
  if (codec instanceof t.IntersectionType) {
    return { allOf: codec.types.map((each: t.Mixed) => schemaOfCodec(each)) };
  }
  if (codec instanceof t.UnionType) {
    return { oneOf: codec.types.map((each: t.Mixed) => schemaOfCodec(each)) };
  }
  if (codec instanceof t.AnyArrayType) return { type: "array" };
  if (codec instanceof t.ArrayType) return { type: "array", items: schemaOfCodec(codec.type) };
  if (codec instanceof t.TupleType) {
    const { types }: { readonly types: ReadonlyArray<t.Mixed> } = codec;
    const items = types.map(schemaOfCodec);
    return { type: "array", prefixItems: items, minItems: items.length, maxItems: items.length };
  }
  if (codec instanceof t.DictionaryType) {
    return { type: "object", additionalProperties: schemaOfCodec(codec.codomain) };
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
      : schemaOfCodec(codec.type);
  }
  return {};
};
