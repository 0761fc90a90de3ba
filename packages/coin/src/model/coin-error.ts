import { failWith, ledgerTime, type ChoiceProgram } from "@tallystick/core";

const prefix = "splice.lfdecentralizedtrust.org/";

/**
 * An error of the rules of the coin, by the id clients see in the error's context (`error_id`, with the prefix
 * `splice.lfdecentralizedtrust.org/`). Each stops the whole command with DAML_FAILURE and changes nothing.
 */
export type CoinError =
  | "insufficient-funds"
  | "maximum-inputs-exceeded"
  | "maximum-outputs-exceeded"
  | "maximum-lock-holders-exceeded"
  | "maximum-calls-exceeded"
  | "not-completed"
  | "unknown-synchronizer"
  | "insufficient-topup-amount"
  | "deadline-exceeded"
  | "deadline-not-reached"
  | "not-yet-open"
  | "nonce-not-reached"
  | "not-expired"
  | "already-recorded"
  | "wrong-contract"
  | "missing-context"
  | "not-authorized"
  | "not-dev-net"
  | "arithmetic"
  | "invalid-argument";

/** The id of an error as clients see it. */
export const coinErrorId = (error: CoinError): string => prefix + error;

/** Stops the command; `meta` travels in the error's context. */
export const stopWith = (
  error: CoinError,
  message: string,
  meta: Readonly<Record<string, string>> = {},
): ChoiceProgram<never> => failWith({ errorId: coinErrorId(error), message, meta });

/** Stops the command unless a condition holds. */
export function* requireThat(
  condition: boolean,
  error: CoinError,
  message: string,
): ChoiceProgram<void> {
  if (!condition) yield* stopWith(error, message);
}

/**
 * Stops the command with `deadline-exceeded` once the ledger time has reached a deadline.
 *
 * @param what the deadline in words, e.g. "Transfer.executeBefore"
 * @param deadline microseconds since the Unix epoch, exclusive
 */
export function* requireBefore(what: string, deadline: number): ChoiceProgram<void> {
  const now = yield* ledgerTime();
  yield* requireThat(now < deadline, "deadline-exceeded", `The deadline ${what} has passed.`);
}

/** Stops the command with `deadline-not-reached` until the ledger time has reached a deadline. */
export function* requireReached(what: string, deadline: number): ChoiceProgram<void> {
  const now = yield* ledgerTime();
  yield* requireThat(
    now >= deadline,
    "deadline-not-reached",
    `The time ${what} is not reached yet.`,
  );
}
