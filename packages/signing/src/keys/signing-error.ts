import { type Either, left } from "fp-ts/lib/Either.js";

/** Why a key, a message or a signature cannot be used. */
export interface SigningError {
  /** Which part, what was found, what is expected. */
  readonly message: string;
}

export const signingError = (message: string): Either<SigningError, never> => left({ message });
