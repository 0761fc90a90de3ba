import { isJsonObject } from "@tallystick/core";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { SchemaType, type WireReadable } from "./schema-type.js";
import { expectedError, referenceTo, within } from "./wire-type.js";

/** Anything that is there. */
export const wireAny: SchemaType<unknown> = new SchemaType<unknown>("any", {}, (u) =>
  u === undefined ? expectedError("a value", u) : right(u),
);

/** True or false. */
export const wireBoolean: SchemaType<boolean> = new SchemaType(
  "boolean",
  { type: "boolean" },
  (u) => (typeof u === "boolean" ? right(u) : expectedError("true or false", u)),
);

/** A whole number as offsets are; beyond 2^53, where no ledger is, it is refused rather than rounded. */
export const wireOffset: SchemaType<number> = new SchemaType(
  "offset",
  { type: "integer", format: "int64" },
  (u) =>
    typeof u === "number" && Number.isSafeInteger(u)
      ? right(u)
      : expectedError("a whole number between -(2^53 - 1) and 2^53 - 1", u),
);

/** The empty message `{}`; keys in it are ignored. */
export const wireEmpty: SchemaType<Readonly<Record<string, never>>> = new SchemaType(
  "empty",
  { type: "object" },
  (u) => (isJsonObject(u) ? right({}) : expectedError("an object", u)),
);

/** The same as an answer that has a name of its own in the published schemas. */
export const wireEmptyNamed = (name: string): SchemaType<Readonly<Record<string, never>>> => {
  const schema = { type: "object" };
  return new SchemaType(name, schema, wireEmpty.read, { [name]: schema });
};

/** One of the named constants of the protocol; the literal UNRECOGNIZED is read as the first of them, the unspecified one (ledger-api 2.1). */
export const wireEnum = <N extends string>(
  name: string,
  ...names: readonly [N, ...ReadonlyArray<N>]
): SchemaType<N> => {
  const byText = new Map<unknown, N>(names.map((each) => [each, each]));
  byText.set("UNRECOGNIZED", names[0]);
  return new SchemaType<N>(name, { type: "string", enum: names }, (u) => {
    const known = byText.get(u);
    return known === undefined ? expectedError(`one of ${names.join(", ")}`, u) : right(known);
  });
};

/** An object used as a map from text to values. */
export const wireMap = <A>(item: WireReadable<A>): SchemaType<Readonly<Record<string, A>>> =>
  new SchemaType<Readonly<Record<string, A>>>(
    `map of ${item.name}`,
    { type: "object", additionalProperties: referenceTo(item) },
    (u) => {
      if (!isJsonObject(u)) return expectedError("an object", u);
      const entries: Array<readonly [string, A]> = [];
      for (const [key, value] of Object.entries(u)) {
        const result = item.read(value);
        if (isLeft(result)) return within(key, result.left);
        entries.push([key, result.right]);
      }
      return right(Object.fromEntries(entries));
    },
    item.definitions,
  );

/** A value or null: what an answer holds where nothing is known (ledger-api 0.2, 6). */
export const wireNullable = <A>(item: WireReadable<A>): SchemaType<A | null> =>
  new SchemaType<A | null>(
    `${item.name} or null`,
    { oneOf: [referenceTo(item), { type: "null" }] },
    (u) => (u === null ? right(null) : item.read(u)),
    item.definitions,
  );

/** The payload of most union cases: an object with the one field `value`. */
export const wireValue = <A>(item: WireReadable<A>): SchemaType<{ readonly value: A }> =>
  new SchemaType<{ readonly value: A }>(
    `value of ${item.name}`,
    { type: "object", required: ["value"], properties: { value: referenceTo(item) } },
    (u) => {
      if (!isJsonObject(u)) return expectedError("an object with the field value", u);
      const inner = item.read(u.value);
      return isLeft(inner) ? within("value", inner.left) : right({ value: inner.right });
    },
    item.definitions,
  );
