import { isJsonObject } from "@tallystick/core";
import { isLeft, left, orElse, right } from "fp-ts/lib/Either.js";
import { enumSentence, lacking, wrongTypeSentence } from "./decode-sentence.js";
import { type DecodeError, SchemaType, type WireReadable, type WireReader } from "./schema-type.js";
import { expectedError, nullable, outer, referenceTo, shownValue, within } from "./wire-type.js";

/** True or false. */
export const wireBoolean: SchemaType<boolean> = new SchemaType(
  "boolean",
  { type: "boolean" },
  (u) =>
    typeof u === "boolean"
      ? right(u)
      : expectedError("true or false", u, wrongTypeSentence("'true' or 'false'", u)),
);

/** A whole number such as an offset; rejected beyond 2^53, where it would be rounded. */
export const wireOffset: SchemaType<number> = new SchemaType(
  "offset",
  { type: "integer", format: "int64" },
  (u) =>
    typeof u === "number" && Number.isSafeInteger(u)
      ? right(u)
      : expectedError("a whole number between -(2^53 - 1) and 2^53 - 1", u, "Long"),
);

/** The empty message `{}`; keys in it are ignored. */
export const wireEmpty: SchemaType<Readonly<Record<string, never>>> = new SchemaType(
  "empty",
  { type: "object" },
  (u) => (isJsonObject(u) ? right({}) : expectedError("an object", u)),
);

/** `wireEmpty` under another name in the published schemas. */
export const wireEmptyNamed = (name: string): SchemaType<Readonly<Record<string, never>>> => {
  const schema = { type: "object" };
  return new SchemaType(name, schema, wireEmpty.read, { [name]: schema });
};

/**
 * One of the named constants of the protocol; the literal UNRECOGNIZED is read as the first of
 * them, the unspecified one (ledger-api 2.1).
 */
export const wireEnum = <N extends string>(
  name: string,
  ...names: readonly [N, ...ReadonlyArray<N>]
): SchemaType<N> => {
  const byText = new Map<unknown, N>(names.map((each) => [each, each]));
  byText.set("UNRECOGNIZED", names[0]);
  return new SchemaType<N>(name, { type: "string", enum: names }, (u) => {
    const known = byText.get(u);
    if (known !== undefined) return right(known);
    const sentence = typeof u === "string" ? enumSentence(u, names) : undefined;
    return expectedError(`one of ${names.join(", ")}`, u, sentence);
  });
};

const readMap =
  <A>(item: WireReadable<A>): WireReader<Readonly<Record<string, A>>> =>
  (u) => {
    if (!isJsonObject(u)) return expectedError("an object", u, wrongTypeSentence("object", u));
    const entries: Array<readonly [string, A]> = [];
    for (const [key, value] of Object.entries(u)) {
      const result = item.read(value);
      if (isLeft(result)) return within(key, result.left);
      entries.push([key, result.right]);
    }
    return right(Object.fromEntries(entries));
  };

const mapSchema = (item: WireReadable<unknown>) => ({
  type: "object",
  additionalProperties: referenceTo(item),
});

/** An object used as a map from text to values. */
export const wireMap = <A>(item: WireReadable<A>): SchemaType<Readonly<Record<string, A>>> =>
  new SchemaType<Readonly<Record<string, A>>>(
    `map of ${item.name}`,
    mapSchema(item),
    readMap(item),
    item.definitions,
  );

/** `wireMap` as a named schema. */
export const wireMapNamed = <A>(
  name: string,
  item: WireReadable<A>,
): SchemaType<Readonly<Record<string, A>>> => {
  const schema = mapSchema(item);
  return new SchemaType<Readonly<Record<string, A>>>(name, schema, readMap(item), {
    ...item.definitions,
    [name]: schema,
  });
};

/** An object whose keys are decimal integers, with a named schema. */
export const wireIntegerMap = <A>(
  name: string,
  value: WireReadable<A>,
): SchemaType<Readonly<Record<string, A>>> => {
  const schema = { type: "object", additionalProperties: referenceTo(value) };
  return new SchemaType<Readonly<Record<string, A>>>(
    name,
    schema,
    (u) => {
      if (!isJsonObject(u)) return expectedError("an object with integer keys", u);
      const map: Record<string, A> = {};
      for (const [key, item] of Object.entries(u)) {
        if (!integerKey.test(key)) return within(key, keyError(key));
        const result = value.read(item);
        if (isLeft(result)) return within(key, result.left);
        map[key] = result.right;
      }
      return right(map);
    },
    { ...value.definitions, [name]: schema },
  );
};

const integerKey = /^-?[0-9]{1,10}$/;

const keyError = (key: string): DecodeError => ({
  path: [],
  reason: `expected an integer key, found ${shownValue(key)}`,
  actual: key,
});

/**
 * A value or null: for unknown values in answers (ledger-api 0.2, 6). The published schemas do not
 * mention null; ours do.
 */
export const wireNullable = <A>(item: WireReadable<A>): SchemaType<A | null> =>
  new SchemaType<A | null>(
    `${item.name} or null`,
    nullable(referenceTo(item)),
    (u) => (u === null ? right(null) : item.read(u)),
    item.definitions,
  );

/**
 * A type that is never null here, but nullable in its schema, since requests accept null and share
 * the schema's name.
 */
export const nullableInSchema = <A>(item: WireReadable<A>): SchemaType<A> =>
  new SchemaType<A>(
    `${item.name} or null in requests`,
    nullable(referenceTo(item)),
    item.read,
    item.definitions,
  );

/**
 * The payload of most union cases: an object with the one field `value`. The wrapper has the name
 * of the case in the published schemas, and the payload has its own name (`Completion` and
 * `Completion1`).
 */
export const wireWrapped = <A>(
  name: string,
  item: WireReadable<A>,
): SchemaType<{ readonly value: A }> => {
  const schema = { type: "object", required: ["value"], properties: { value: referenceTo(item) } };
  return new SchemaType<{ readonly value: A }>(
    name,
    schema,
    (u) => {
      if (!isJsonObject(u))
        return orElse(lacking(["value"]))(expectedError("an object with the field value", u));
      const inner = item.read(u.value);
      return isLeft(inner)
        ? left({ shownPath: ["value", ...inner.left.path], ...outer("value", inner.left) })
        : right({ value: inner.right });
    },
    { ...item.definitions, [name]: schema },
  );
};
