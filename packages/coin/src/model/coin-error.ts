import {
  type ChoiceProgram,
  type DamlException,
  damlExceptionId,
  failWith,
  StoppedCommand,
} from "@tallystick/core";

const prefix = "splice.lfdecentralizedtrust.org/";
/** The ids of errors about time are those of Daml's own library. */
const timePrefix = "stdlib.daml.com/";

/**
 * An error of the rules of the coin that has an id of its own, by what clients see in the error's
 * context (`error_id`, see {@link coinErrorId}). All others are exceptions of Daml: see
 * {@link requireThat} and {@link generalError}. Each stops the whole command with DAML_FAILURE and
 * changes nothing.
 */
export type CoinError =
  | "insufficient-funds"
  | "maximum-inputs-exceeded"
  | "maximum-outputs-exceeded"
  | "unknown-synchronizer"
  | "insufficient-topup-amount"
  | "cannot-withdraw-committed-allocation"
  | "deadline-exceeded"
  | "deadline-not-exceeded";

/** The id of an error as clients see it, in the form `dns.name/what-went-wrong`. */
const coinErrorId = (error: CoinError): string =>
  (error === "deadline-exceeded" || error === "deadline-not-exceeded" ? timePrefix : prefix) +
  error;

/** Errors that no change of the ledger can fix: their category is 8, that of all others 9. */
const argumentErrors: ReadonlySet<CoinError> = new Set<CoinError>([
  "maximum-inputs-exceeded",
  "maximum-outputs-exceeded",
  "unknown-synchronizer",
]);

/**
 * Stops the command; `meta` travels in the error's context.
 *
 * @param blame what is wrong where it is not always the same
 */
export const stopWith = (
  error: CoinError,
  message: string,
  meta: Readonly<Record<string, string>> = {},
  blame: "argument" | "state" = argumentErrors.has(error) ? "argument" : "state",
): ChoiceProgram<never> =>
  failWith({
    errorId: coinErrorId(error),
    blame,
    message,
    meta,
  });

const exception = (of: DamlException, message: string): ChoiceProgram<never> =>
  failWith({ errorId: damlExceptionId(of), message });

/** Stops the command as Daml's `error` and `abort` do. */
export const generalError = (message: string): ChoiceProgram<never> =>
  exception("GeneralError", message);

/** Throws a GeneralError in a function that is not a choice program. */
export const throwGeneralError = (message: string): never => {
  throw new StoppedCommand({ errorId: damlExceptionId("GeneralError"), message });
};

/** Stops the command as Daml's `assertMsg` does. */
export const assertionFailed = (message: string): ChoiceProgram<never> =>
  exception("AssertionFailed", message);

/**
 * Stops the command as arithmetic of Daml does that has no result.
 *
 * @param operation the builtin and what it was given, as Daml shows it
 */
export const arithmeticError = (operation: string): ChoiceProgram<never> =>
  exception("ArithmeticError", `ArithmeticError while evaluating (${operation}).`);

/** Stops the command as an unmet requirement does. */
export const notMet = (requirement: string): ChoiceProgram<never> =>
  assertionFailed(`The requirement '${requirement}' was not met.`);

function* nothing(): ChoiceProgram<void> {}

// a program that has ended does nothing, wherever it is run again
const ended = nothing();
ended.next();

/**
 * Stops the command unless a condition holds.
 *
 * @param requirement what is required; a function where putting it together takes long
 */
export const requireThat = (
  condition: boolean,
  requirement: string | (() => string),
): ChoiceProgram<void> => {
  if (condition) return ended;
  return notMet(typeof requirement === "string" ? requirement : requirement());
};

/** Stops a choice that is kept for its form only. */
export const noLongerSupported = (choice: string, since: string): ChoiceProgram<never> =>
  generalError(`Choice "${choice}" is no longer supported since "splice-amulet"-"${since}"`);
