import { isJsonObject, type JsonObject } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { unionSentence } from "./decode-sentence.js";
import { type DecodeError, SchemaType, type WireReadable } from "./schema-type.js";
import { definitionsOf, expectedError, referenceTo, shownValue, within } from "./wire-type.js";

type Cases = Readonly<Record<string, WireReadable<unknown>>>;

/** The decoded value of {@link wireUnion}: an object with one of the keys. */
export type WireUnion<C extends Cases> = {
  [K in keyof C]: { readonly [P in K]: C[K] extends WireReadable<infer A> ? A : never };
}[keyof C];

/**
 * An object with exactly one of the given keys, whose value is of that key's type (specification
 * 2.1); other keys are ignored.
 */
export const wireUnion = <C extends Cases>(name: string, cases: C): SchemaType<WireUnion<C>> => {
  const keys = Object.keys(cases);
  const schema: JsonObject = {
    oneOf: Object.entries(cases).map(([key, type]) => ({
      type: "object",
      title: key,
      properties: { [key]: referenceTo(type) },
      required: [key],
    })),
  };
  return new SchemaType<WireUnion<C>>(
    name,
    schema,
    (u) => readUnion<WireUnion<C>>(cases, keys, u),
    { ...definitionsOf(Object.values(cases)), [name]: schema },
  );
};

const readUnion = <A>(
  cases: Cases,
  keys: ReadonlyArray<string>,
  u: unknown,
): Either<DecodeError, A> => {
  const expected = `an object with exactly one of the keys ${keys.join(", ")}`;
  if (!isJsonObject(u)) return expectedError(expected, u, unionSentence);
  let found: string | undefined;
  for (const key of keys) {
    if (!Object.hasOwn(u, key)) continue;
    if (found !== undefined) {
      return left({
        path: [],
        reason: `expected ${expected}, found ${found} and ${key}`,
        actual: u,
      });
    }
    found = key;
  }
  const type = found === undefined ? undefined : cases[found];
  if (found === undefined || type === undefined) {
    const reason = `expected ${expected}, found ${shownKeys(u)}`;
    return left({ path: [], reason, actual: u, sentence: unionSentence });
  }
  const result = type.read(u[found]);
  if (isLeft(result)) return within(found, result.left);
  // border: the value under the only known key has been read by that key's type
  return right({ [found]: result.right } as A);
};

const maxShownKeys = 3;

const shownKeys = (object: JsonObject): string => {
  const keys = Object.keys(object);
  return keys.length === 0
    ? "no key"
    : keys
        .slice(0, maxShownKeys)
        .map((key) => shownValue(key))
        .join(", ");
};
