import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { createLocalJWKSet, type JWK, type LocalJWKSet } from "jose";
import { readJsonBytes } from "../json/json-text.js";
import { type KeysUnavailable, unavailable } from "./keys-unavailable.js";

/** The most keys a provider may publish. */
export const maxJwksKeys = 100;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Kinds of keys that only verify; a symmetric key in a public document is not secret. */
const publicKinds: ReadonlySet<unknown> = new Set(["RSA", "EC", "OKP"]);

const isPublicKey = (value: unknown): value is JWK =>
  isObject(value) && publicKinds.has(value.kty) && !Object.hasOwn(value, "d");

/**
 * Reads a JSON Web Key Set. Keys that cannot verify signatures are skipped; without any other the
 * set is empty. Left: why it is not a key set, for the log.
 */
export const readJwks = (bytes: Buffer): Either<KeysUnavailable, LocalJWKSet> => {
  const value = readJsonBytes(bytes);
  if (isLeft(value)) return unavailable(`the keys are ${value.left.reason}`);
  const keys: unknown = isObject(value.right) ? value.right.keys : undefined;
  if (!Array.isArray(keys)) return unavailable("the response is not a JSON Web Key Set");
  if (keys.length > maxJwksKeys) return unavailable(`there are more than ${maxJwksKeys} keys`);
  try {
    return right(createLocalJWKSet({ keys: keys.filter(isPublicKey) }));
  } catch (error) {
    return unavailable(error instanceof Error ? error.message : String(error));
  }
};
