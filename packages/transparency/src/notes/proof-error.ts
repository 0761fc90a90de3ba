import { base64Decode } from "@tallystick/core";
import { type Either, left, mapLeft } from "fp-ts/lib/Either.js";

/** Why a key, a note or a proof cannot be used. */
export interface ProofError {
  /** Which part, what was found, what is expected. */
  readonly message: string;
}

export const proofError = (message: string): Either<ProofError, never> => left({ message });

/** Reads standard Base64 with padding. */
export const bytesOf = (text: string): Either<ProofError, Uint8Array> =>
  mapLeft((): ProofError => ({ message: "expected standard Base64 with padding" }))(
    base64Decode(text),
  );
