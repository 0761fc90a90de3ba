import {
  ArgumentError,
  type ErrorCode,
  errorCatalogue,
  foundValue,
  type LedgerError,
} from "@tallystick/core";
import { type Either, isLeft } from "fp-ts/lib/Either.js";

/** Why something could not be opened or read, which is no error of the ledger itself. */
interface Explained {
  readonly message: string;
}

/** An error of the ledger as an exception: {@link orThrow} makes it of a Left. */
export class LedgerFailure extends Error {
  override readonly name = "LedgerFailure";
  /**
   * The code of the ledger's error, a line of docs/errors.md; undefined where something could not
   * be opened.
   */
  readonly code: ErrorCode | undefined;

  /** The Left: for an operation of the ledger a `LedgerError` with its particulars. */
  readonly error: Explained | LedgerError;

  /** @param error the Left */
  constructor(error: Explained | LedgerError) {
    super("cause" in error ? error.cause : error.message);
    this.error = error;
    this.code = isLedgerError(error) ? error.code : undefined;
  }
}

// stores have errors with codes of their own
const isLedgerError = (error: Explained | LedgerError): error is LedgerError =>
  "code" in error && Object.hasOwn(errorCatalogue, error.code);

/**
 * The Right of an outcome, for callers that catch errors instead of checking each: handlers of
 * requests, commands of a command line (decision 44).
 *
 * @param outcome what a function of the ledger answered
 * @throws {LedgerFailure} with the Left, `ArgumentError` for what is no outcome, as a promise is
 * @example
 * import { LedgerFailure, openLedger, orThrow } from "@tallystick/node";
 *
 * const ledger = orThrow(await openLedger({}));
 * try {
 *   orThrow(await ledger.prune(0));
 * } catch (thrown) {
 *   if (!(thrown instanceof LedgerFailure)) throw thrown;
 *   console.log(thrown.code, thrown.message); // NON_POSITIVE_OFFSET
 * }
 * await ledger.close();
 */
export const orThrow = <E extends Explained | LedgerError, A>(outcome: Either<E, A>): A => {
  // callers without a type checker give anything: a promise, above all
  const given: unknown = outcome;
  if (typeof given !== "object" || given === null || !("_tag" in given)) {
    throw new ArgumentError(
      `orThrow: outcome: expected the result of a ledger function, found ${foundValue(given)}`,
    );
  }
  if (isLeft(outcome)) throw new LedgerFailure(outcome.left);
  return outcome.right;
};
