import fc from "fast-check";
import type { ApiDocument, Parameter, Schema } from "./document-operations.js";

type Schemas = ApiDocument["schemas"];
type Values = fc.Arbitrary<unknown>;

/** Nesting from which on only what must be there is made. */
const maxDepth = 7;

const named = (schemas: Schemas, reference: string): Schema =>
  schemas[reference.split("/").at(-1) ?? ""] ?? {};

const anyJson: Values = fc.jsonValue({ maxDepth: 2 });

const int32s = fc.oneof(
  fc.constantFrom(0, 1, 2, -1, 10_000, 2 ** 31 - 1, -(2 ** 31)),
  fc.integer({ min: -5, max: 50 }),
);
const int64s = fc.oneof(int32s, fc.constantFrom(2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 40));

/** What makes values: the schemas of the document, and texts that mean something on the node. */
export interface ValueSource {
  readonly schemas: Schemas;
  readonly texts: fc.Arbitrary<string>;
}

const objects = (schema: Schema, source: ValueSource, depth: number): Values => {
  const { properties = {}, required = [], additionalProperties } = schema;
  const kept = Object.entries(properties).filter(
    ([name]) => depth < maxDepth || required.includes(name),
  );
  const fields = Object.fromEntries(
    kept.map(([name, inner]) => [name, valuesOf(inner, source, depth + 1)]),
  );
  const requiredKeys = kept.map(([name]) => name).filter((name) => required.includes(name));
  const record = fc.record(fields, { requiredKeys });
  return additionalProperties === undefined || depth >= maxDepth
    ? record
    : fc.dictionary(source.texts, valuesOf(additionalProperties, source, depth + 1), {
        maxKeys: 2,
      });
};

/** Values that conform to a schema. */
export const valuesOf = (schema: Schema, source: ValueSource, depth = 0): Values => {
  if (schema.nullable === true) {
    const { nullable: _nullable, ...others } = schema;
    return fc.option(valuesOf(others, source, depth), { nil: null, freq: 8 });
  }
  const [inner] = schema.allOf ?? [];
  if (inner !== undefined) return valuesOf(inner, source, depth);
  if (schema.$ref !== undefined)
    return valuesOf(named(source.schemas, schema.$ref), source, depth + 1);
  if (schema.oneOf !== undefined)
    return fc.oneof(...schema.oneOf.map((each) => valuesOf(each, source, depth)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "string":
      return schema.format === "date-time"
        ? fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-02T03:04:05.678901Z")
        : source.texts;
    case "integer":
      return schema.format === "int64" ? int64s : int32s;
    case "number":
      return fc.oneof(int32s, fc.double({ noNaN: true, noDefaultInfinity: true }));
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, source, depth + 1), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? (depth < maxDepth ? 3 : 0),
      });
    case "object":
      return objects(schema, source, depth);
    default:
      return anyJson;
  }
};

/** Values of other types than a schema's. */
const otherTypes: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  string: [1, true, {}, []],
  integer: ["x", 1.5, true, {}, [], "1"],
  number: ["x", true, {}, []],
  boolean: ["true", 1, {}, []],
  array: [{}, "x", 1, true],
  object: [[], "x", 1, true, [null]],
};

const without = (name: string, values: Values): Values =>
  values.map((value) => {
    const { [name]: _dropped, ...others } = Object(value);
    return others;
  });

const withField = (values: Values, name: string, spoiled: Values): Values =>
  fc.tuple(values, spoiled).map(([value, wrong]) => ({ ...Object(value), [name]: wrong }));

/** The ways in which a value can fail to conform, each as values that do. */
export const spoiledOf = (
  schema: Schema,
  source: ValueSource,
  depth = 0,
): ReadonlyArray<Values> => {
  const [inner] = schema.allOf ?? [];
  if (inner !== undefined) return spoiledOf(inner, source, depth);
  if (schema.$ref !== undefined)
    return spoiledOf(named(source.schemas, schema.$ref), source, depth + 1);
  if (depth > maxDepth) return [];
  if (schema.oneOf !== undefined) {
    const cases = schema.oneOf.flatMap((each) => spoiledOf(each, source, depth));
    return [fc.constant({}), ...cases];
  }
  const ofOtherType = (otherTypes[schema.type ?? ""] ?? []).map((each) => fc.constant(each));
  if (schema.type === "array" && schema.items !== undefined) {
    const items = spoiledOf(schema.items, source, depth + 1);
    return [...ofOtherType, ...items.map((each) => fc.tuple(each))];
  }
  if (schema.type !== "object") return ofOtherType;
  const { properties = {}, required = [] } = schema;
  const whole = objects(schema, source, depth);
  return [
    ...ofOtherType,
    ...required.map((name) => without(name, whole)),
    ...Object.entries(properties).flatMap(([name, field]) =>
      spoiledOf(field, source, depth + 1).map((wrong) => withField(whole, name, wrong)),
    ),
  ];
};

/** Texts of a parameter that conform. */
export const parameterTexts = ({ schema }: Parameter, source: ValueSource): fc.Arbitrary<string> =>
  valuesOf(schema, source).map((value) =>
    Array.isArray(value) ? String(value[0]) : String(value),
  );

/** Texts of a parameter that do not conform; undefined where every text does. */
export const spoiledTexts = ({ schema }: Parameter): fc.Arbitrary<string> | undefined => {
  if (schema.enum !== undefined) return fc.constant("no such constant");
  return schema.type === "integer" || schema.type === "number" || schema.type === "boolean"
    ? fc.constantFrom("x", "1x", "{}", "true1")
    : undefined;
};
