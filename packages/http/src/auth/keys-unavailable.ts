import { type Either, left } from "fp-ts/lib/Either.js";

/** The keys of an identity provider cannot be fetched, so a token cannot be verified. */
export class KeysUnavailable extends Error {}

/** Left with the reason, for the log. */
export const unavailable = (reason: string): Either<KeysUnavailable, never> =>
  left(new KeysUnavailable(reason));
