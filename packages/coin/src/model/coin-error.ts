import { failWith, type ChoiceProgram } from "@tallystick/core";

const prefix = "splice.lfdecentralizedtrust.org/";
/** The ids of errors about time are those of Daml's own library. */
const timePrefix = "stdlib.daml.com/";

/**
 * An error of the rules of the coin, by the id clients see in the error's context (`error_id`, see
 * {@link coinErrorId}). Each stops the whole command with DAML_FAILURE and changes nothing.
 */
export type CoinError =
  | "insufficient-funds"
  | "maximum-inputs-exceeded"
  | "maximum-outputs-exceeded"
  | "maximum-lock-holders-exceeded"
  | "not-completed"
  | "unknown-synchronizer"
  | "insufficient-topup-amount"
  | "deadline-exceeded"
  | "deadline-not-exceeded"
  | "nonce-not-reached"
  | "not-expired"
  | "no-longer-supported"
  | "already-recorded"
  | "wrong-contract"
  | "missing-context"
  | "not-authorized"
  | "not-dev-net"
  | "arithmetic"
  | "invalid-argument";

/** The id of an error as clients see it, in the form `dns.name/what-went-wrong`. */
export const coinErrorId = (error: CoinError): string =>
  (error === "deadline-exceeded" || error === "deadline-not-exceeded" ? timePrefix : prefix) +
  error;

/** Errors that no change of the ledger can mend: their category is 8, that of all others 9. */
const argumentErrors: ReadonlySet<CoinError> = new Set<CoinError>([
  "maximum-inputs-exceeded",
  "maximum-outputs-exceeded",
  "unknown-synchronizer",
]);

/** Stops the command; `meta` travels in the error's context. */
export const stopWith = (
  error: CoinError,
  message: string,
  meta: Readonly<Record<string, string>> = {},
): ChoiceProgram<never> =>
  failWith({
    errorId: coinErrorId(error),
    blame: argumentErrors.has(error) ? "argument" : "state",
    message,
    meta,
  });

function* nothing(): ChoiceProgram<void> {}

// a program that has ended does nothing, wherever it is run again
const ended = nothing();
ended.next();

/**
 * Stops the command unless a condition holds.
 *
 * @param message a function where putting it together takes long
 */
export const requireThat = (
  condition: boolean,
  error: CoinError,
  message: string | (() => string),
): ChoiceProgram<void> => {
  if (condition) return ended;
  return stopWith(error, typeof message === "string" ? message : message());
};

/** Stops a choice that is kept for its form only. */
export const noLongerSupported = (choice: string, since: string): ChoiceProgram<never> =>
  stopWith(
    "no-longer-supported",
    `Choice "${choice}" is no longer supported since splice-amulet ${since}.`,
    { choice },
  );
