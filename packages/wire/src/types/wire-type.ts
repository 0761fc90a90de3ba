import { type Either, isLeft, isRight, left, orElse, right } from "fp-ts/lib/Either.js";
import {
  isBase64,
  isInt32,
  isInt64,
  isJsonObject,
  type Json,
  type JsonObject,
} from "@tallystick/core";
import {
  type SchemaDefinitions,
  SchemaType,
  type DecodeError,
  eachError,
  together,
  type WireReadable,
} from "./schema-type.js";
import { absentName, fallsBack, type WireField } from "./wire-field.js";
import { base64Sentence, lacking, missingSentence, wrongTypeSentence } from "./decode-sentence.js";

const maxShownLength = 60;

/** A short description of a value for an error text; long texts are cut. */
export const shownValue = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") {
    const cut = value.length > maxShownLength;
    return JSON.stringify(cut ? `${value.slice(0, maxShownLength)}...` : value);
  }
  return typeof value === "number" || typeof value === "bigint" || typeof value === "boolean"
    ? `the ${typeof value} ${String(value).slice(0, maxShownLength)}`
    : `a ${typeof value}`;
};

/**
 * The error for a value of another type.
 *
 * @param sentence what a public node says of a value that is there
 */
export const expectedError = (
  expected: string,
  actual: unknown,
  sentence?: string,
): Either<DecodeError, never> =>
  actual === undefined
    ? left({ path: [], reason: `missing, expected ${expected}`, actual, sentence: missingSentence })
    : left({
        path: [],
        reason: `expected ${expected}, found ${shownValue(actual)}`,
        actual,
        ...(sentence === undefined ? {} : { sentence }),
      });

/** The error with an outer path. */
export const outer = (segment: string | number, error: DecodeError): DecodeError => ({
  ...error,
  path: [segment, ...error.path],
  ...(error.others === undefined
    ? {}
    : { others: error.others.map((other) => outer(segment, other)) }),
});

/** `outer` as the Left of a reader. */
export const within = (segment: string | number, error: DecodeError): Either<DecodeError, never> =>
  left(outer(segment, error));

/** Any text. */
export const wireString: SchemaType<string> = new SchemaType("string", { type: "string" }, (u) =>
  typeof u === "string" ? right(u) : expectedError("a string", u, wrongTypeSentence("string", u)),
);

/** A JSON number that is a 32-bit integer. */
export const wireInt32: SchemaType<number> = new SchemaType(
  "int32",
  { type: "integer", format: "int32" },
  (u) =>
    typeof u === "number" && isInt32(u) ? right(u) : expectedError("a 32-bit integer", u, "Int"),
);

/**
 * A JSON number that is a 64-bit integer. A JS number beyond 2^53 may have been rounded by a parser
 * and is rejected; a lossless parser returns such integers as `bigint`.
 */
export const wireInt64: SchemaType<number | bigint> = new SchemaType<number | bigint>(
  "int64",
  { type: "integer", format: "int64" },
  (u) =>
    (typeof u === "number" && Number.isSafeInteger(u)) || (typeof u === "bigint" && isInt64(u))
      ? right(u)
      : expectedError("a 64-bit integer that a JSON number represents exactly", u, "Long"),
);

/** Standard Base64 with padding, kept as text; the empty text is valid. */
export const wireBase64: SchemaType<string> = new SchemaType("base64", { type: "string" }, (u) =>
  typeof u !== "string"
    ? expectedError("a Base64 string", u, wrongTypeSentence("string", u))
    : isBase64(u)
      ? right(u)
      : left({
          path: [],
          reason: `The string is not a valid Base64: ${shownValue(u)}`,
          actual: u,
          sentence: base64Sentence(u),
        }),
);

/** Any JSON value; only absence is rejected. Its structure is checked by its template. */
export const wireJson: SchemaType<Json> = new SchemaType<Json>("json", {}, (u) =>
  // border: what a JSON parser returns is JSON
  u === undefined ? expectedError("a JSON value", u) : right(u as Json),
);

/** The schema to use in others: a reference when the type has a name among its definitions. */
export const referenceTo = (type: WireReadable<unknown>): JsonObject =>
  type.definitions[type.name] === undefined
    ? type.schema
    : { $ref: `#/components/schemas/${type.name}` };

/** The schema, nullable, in OpenAPI 3.0. */
export const nullable = (schema: JsonObject): JsonObject => {
  if (Object.keys(schema).length === 0) return schema;
  return schema["$ref"] === undefined
    ? { ...schema, nullable: true }
    : { allOf: [schema], nullable: true };
};

/** The definitions of several types together. */
export const definitionsOf = (types: ReadonlyArray<WireReadable<unknown>>): SchemaDefinitions =>
  Object.fromEntries(types.flatMap((type) => Object.entries(type.definitions)));

/** The type with its form on the wire, mapped to another value by `read`. */
export const wireMapped = <A, B>(type: WireReadable<A>, read: (value: A) => B): SchemaType<B> =>
  new SchemaType(
    type.name,
    type.schema,
    (u) => {
      const found = type.read(u);
      return isLeft(found) ? found : right(read(found.right));
    },
    type.definitions,
  );

/** An array of one type. */
export const wireArray = <A>(element: WireReadable<A>): SchemaType<ReadonlyArray<A>> =>
  new SchemaType<ReadonlyArray<A>>(
    `array of ${element.name}`,
    { type: "array", items: referenceTo(element) },
    (u) => {
      if (!Array.isArray(u)) return expectedError("an array", u, wrongTypeSentence("array", u));
      const items: Array<A> = [];
      for (let index = 0; index < u.length; index++) {
        const item = element.read(u[index]);
        if (isLeft(item)) return within(index, item.left);
        items.push(item.right);
      }
      return right(items);
    },
    element.definitions,
  );

/** The fields of an object by name. */
export type Fields = Readonly<Record<string, WireField<unknown>>>;
type Present<F extends Fields> = {
  [K in keyof F]: F[K]["presence"] extends "optional" ? never : K;
}[keyof F];
type Absent<F extends Fields> = Exclude<keyof F, Present<F>>;
type ValueOf<F> = F extends { readonly type: WireReadable<infer A> } ? A : never;

/** The decoded object of {@link wireObject}. */
export type WireObject<F extends Fields> = {
  readonly [K in Present<F>]: ValueOf<F[K]>;
} & { readonly [K in Absent<F>]?: ValueOf<F[K]> };

const fieldSchema = ({ type, presence }: WireField<unknown>): JsonObject =>
  presence === "optional" ? nullable(referenceTo(type)) : referenceTo(type);

/**
 * An object with the given fields; unknown fields are ignored (ledger-api 2.1). It appears as a
 * named schema.
 * @param schemaRequired fields the published schema calls required although the reader fills them
 * in
 */
export const wireObject = <F extends Fields>(
  name: string,
  fields: F,
  schemaRequired: ReadonlyArray<keyof F & string> = [],
): SchemaType<WireObject<F>> => {
  const entries = Object.entries(fields);
  const named = entries.filter(
    ([key, field]) =>
      (field.presence === "required" && field.isOptionalInSchema !== true) ||
      schemaRequired.includes(key),
  );
  const schema: JsonObject = {
    type: "object",
    properties: Object.fromEntries(entries.map(([key, field]) => [key, fieldSchema(field)])),
    ...(named.length === 0 ? {} : { required: named.map(([key]) => key) }),
  };
  const required = entries.filter(([, { presence }]) => presence === "required");
  const isRelaxed = required.length === 0;
  // null stands for a mirrored message without fields; older messages are no such
  const mayBeNull = isRelaxed && !entries.some(([, field]) => field.fallsBackOn === "absence");
  // what a public node misses in a value that is no object
  const missed = (isRelaxed ? entries.slice(0, 1) : required).map(([key]) => key);
  return new SchemaType<WireObject<F>>(
    name,
    schema,
    (u) =>
      isJsonObject(u) || (u === null && mayBeNull)
        ? readObject<WireObject<F>>(entries, isRelaxed, u ?? {})
        : orElse(lacking(missed))(expectedError(`an object (${name})`, u)),
    { ...definitionsOf(entries.map(([, field]) => field.type)), [name]: schema },
  );
};

/**
 * A public node names all errors of its own objects at once, and of those that mirror a protobuf
 * message (`isRelaxed`) the first, with the path inside of the object.
 */
const readObject = <A>(
  entries: ReadonlyArray<readonly [string, WireField<unknown>]>,
  isRelaxed: boolean,
  u: JsonObject,
): Either<DecodeError, A> => {
  const object: Record<string, unknown> = {};
  const errors: Array<DecodeError> = [];
  for (const [key, field] of entries) {
    const value = Object.hasOwn(u, key) ? u[key] : undefined;
    if (fallsBack(field, value)) {
      object[key] = field.fallback;
      continue;
    }
    if ((value === undefined || value === null) && field.presence === "optional") continue;
    const isAbsentName = value === undefined && field.fallsBackOn === "null";
    const result = isAbsentName ? left(absentName) : field.type.read(value);
    if (isRight(result)) object[key] = result.right;
    else if (isRelaxed)
      return left({ shownPath: [key, ...result.left.path], ...outer(key, result.left) });
    else errors.push(...eachError(outer(key, result.left)));
  }
  const error = together(errors);
  // border: the loop has read every field by its own type
  return error === undefined ? right(object as A) : left(error);
};
