import { type Either, isLeft } from "fp-ts/lib/Either.js";

/** The fields of every error of the ledger, its stores and its wallet. */
type Explained = { readonly cause: string } | { readonly message: string };

/** An error of the ledger as an exception: {@link orThrow} makes it of a Left. */
export class LedgerFailure<E extends Explained = Explained> extends Error {
  override readonly name = "LedgerFailure";

  /** @param error the Left: for an operation of the ledger a `LedgerError` with its code */
  constructor(readonly error: E) {
    super("cause" in error ? error.cause : error.message);
  }
}

/**
 * The Right of an outcome, for callers that catch errors instead of checking each: handlers of
 * requests, commands of a command line (decision 44).
 *
 * @param outcome what a function of the ledger answered
 * @throws {LedgerFailure} with the Left
 * @example
 * import { openLedger, orThrow } from "@tallystick/node";
 *
 * const ledger = orThrow(await openLedger({}));
 * console.log(ledger.ledgerEnd());
 * await ledger.close();
 */
export const orThrow = <E extends Explained, A>(outcome: Either<E, A>): A => {
  if (isLeft(outcome)) throw new LedgerFailure(outcome.left);
  return outcome.right;
};
