import type { LedgerError } from "@tallystick/core";
import { type Either, left } from "fp-ts/lib/Either.js";

/** The same items; what is thrown on the way becomes the last one. */
export async function* guardReads<A>(
  items: AsyncGenerator<Either<LedgerError, A>, void, undefined>,
  onThrown: (thrown: unknown) => LedgerError,
): AsyncGenerator<Either<LedgerError, A>, void, undefined> {
  try {
    yield* items;
  } catch (thrown) {
    yield left(onThrown(thrown));
  }
}
