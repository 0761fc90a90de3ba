import { isJsonObject, nearestName } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type DecodeError,
  eachError,
  SchemaType,
  together,
  type WireReadable,
} from "./schema-type.js";
import { oneOf } from "./setting-values.js";
import { required } from "./wire-field.js";
import {
  expectedError,
  type Fields,
  outer,
  wireObject,
  type WireObject,
  within,
} from "./wire-type.js";

const sameKey = (key: string): string => key;

/** The most characters shown of an unknown name. */
const maxShownName = 60;

const unknownError = (key: string, known: ReadonlyArray<string>, kind: string): DecodeError => {
  const near = nearestName(key, known);
  const meant = near === undefined ? `known here: ${known.join(", ")}` : `did you mean ${near}?`;
  return {
    path: [key.slice(0, maxShownName)],
    reason: `unknown ${kind}; ${meant}`,
    actual: undefined,
  };
};

/**
 * An object of settings. Rejects unknown keys, because a misspelt setting must not be ignored, and
 * collects all errors, see `decodeErrors`.
 *
 * @param keyOf the same text for two spellings of one key
 * @param kind what an unknown key is called
 */
export const settingsObject = <F extends Fields>(
  name: string,
  fields: F,
  keyOf: (key: string) => string = sameKey,
  kind: "field" | "setting" = "setting",
): SchemaType<WireObject<F>> => {
  const inner = wireObject(name, fields);
  const known = Object.keys(fields);
  const names = new Map(known.map((key) => [keyOf(key), key]));
  return new SchemaType<WireObject<F>>(
    name,
    inner.schema,
    (u) => {
      if (!isJsonObject(u)) return inner.read(u);
      const errors: Array<DecodeError> = [];
      const given: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(u)) {
        const own = names.get(keyOf(key));
        if (own === undefined) errors.push(unknownError(key, known, kind));
        else if (Object.hasOwn(given, own))
          errors.push({ path: [key], reason: "given in two spellings", actual: value });
        else given[own] = value;
      }
      const values: Record<string, unknown> = {};
      for (const [key, { type, presence, fallback }] of Object.entries(fields)) {
        const value = given[key] ?? (presence === "default" ? fallback : undefined);
        if (value === undefined && presence === "optional") continue;
        const read = type.read(value);
        if (isLeft(read)) errors.push(...eachError(outer(key, read.left)));
        else values[key] = read.right;
      }
      const error = together(errors);
      // border: the loop has read every field by its own type
      return error === undefined ? right(values as WireObject<F>) : left(error);
    },
    inner.definitions,
  );
};

/** An object that a program gives to a function: the same, and its keys are called fields. */
export const givenObject = <F extends Fields>(name: string, fields: F): SchemaType<WireObject<F>> =>
  settingsObject(name, fields, sameKey, "field");

/** The object of {@link givenByKind}. */
export type GivenByKind<C extends Readonly<Record<string, Fields>>> = {
  [K in keyof C]: { readonly kind: K } & WireObject<C[K]>;
}[keyof C];

/** One of several objects that a program gives to a function, told apart by the field `kind`. */
export const givenByKind = <C extends Readonly<Record<string, Fields>>>(
  name: string,
  cases: C,
): SchemaType<GivenByKind<C>> => {
  const types = new Map(
    Object.entries(cases).map(([kind, fields]) => [
      kind,
      givenObject(name, { kind: required(oneOf(kind)), ...fields }),
    ]),
  );
  return new SchemaType<GivenByKind<C>>(name, {}, (u) => {
    if (!isJsonObject(u)) return expectedError(`an object (${name})`, u);
    const kind = u["kind"];
    const type = typeof kind === "string" ? types.get(kind) : undefined;
    // border: the fields of the kind have been read by their types
    if (type !== undefined) return type.read(u) as Either<DecodeError, GivenByKind<C>>;
    const wrong = expectedError(`one of ${[...types.keys()].join(", ")}`, kind);
    return isLeft(wrong) ? within("kind", wrong.left) : wrong;
  });
};

/** A list of settings; all errors are collected. */
export const settingsList = <A>(element: WireReadable<A>): SchemaType<ReadonlyArray<A>> =>
  new SchemaType<ReadonlyArray<A>>(
    `list of ${element.name}`,
    { type: "array", items: element.schema },
    (u) => {
      if (!Array.isArray(u)) return expectedError("a list", u);
      const errors: Array<DecodeError> = [];
      const items: Array<A> = [];
      for (const [index, value] of u.entries()) {
        const read = element.read(value);
        if (isLeft(read)) errors.push(...eachError(outer(index, read.left)));
        else items.push(read.right);
      }
      const error = together(errors);
      return error === undefined ? right(items) : left(error);
    },
    element.definitions,
  );

/**
 * An object whose keys are of one type and whose values are settings; all errors are collected.
 *
 * @param keys the name of the keys, in the plural
 */
export const settingsMap = <K, A>(
  keys: string,
  keyType: WireReadable<K>,
  value: WireReadable<A>,
): SchemaType<ReadonlyMap<K, A>> =>
  new SchemaType<ReadonlyMap<K, A>>(
    `${value.name} by ${keyType.name}`,
    { type: "object", additionalProperties: value.schema },
    (u) => {
      if (!isJsonObject(u)) return expectedError(`an object with ${keys} as keys`, u);
      const errors: Array<DecodeError> = [];
      const map = new Map<K, A>();
      for (const [key, found] of Object.entries(u)) {
        const name = keyType.read(key);
        const read = value.read(found);
        if (isLeft(name)) errors.push(outer(key, name.left));
        if (isLeft(read)) errors.push(...eachError(outer(key, read.left)));
        else if (!isLeft(name)) map.set(name.right, read.right);
      }
      const error = together(errors);
      return error === undefined ? right(map) : left(error);
    },
    value.definitions,
  );

/** All errors, each on a line that begins with the path of its field. */
export const decodeErrors = (error: DecodeError): ReadonlyArray<string> =>
  eachError(error).map(({ path, reason }) =>
    path.length === 0 ? reason : `${path.join(".")}: ${reason}`,
  );
