import { failWith, ledgerTime, type Steps } from "@tallystick/core";

const prefix = "splice.lfdecentralizedtrust.org/";

/**
 * Why the rules of the coin refuse something, by the id clients see in the error's context (`error_id`, with the prefix
 * `splice.lfdecentralizedtrust.org/`). Each stops the whole command with DAML_FAILURE and changes nothing.
 */
export type CoinFailure =
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

/** The id of a failure as clients see it. */
export const failureId = (failure: CoinFailure): string => prefix + failure;

/** Stops the command; `meta` travels in the error's context. */
export const refuse = (
  failure: CoinFailure,
  message: string,
  meta: Readonly<Record<string, string>> = {},
): Steps<never> => failWith({ errorId: failureId(failure), message, meta });

/** Stops the command unless a condition holds. */
export function* demand(condition: boolean, failure: CoinFailure, message: string): Steps<void> {
  if (!condition) yield* refuse(failure, message);
}

/**
 * Stops the command with `deadline-exceeded` once the ledger time has reached a deadline.
 *
 * @param what the deadline in words, e.g. "Transfer.executeBefore"
 * @param deadline microseconds since the Unix epoch, exclusive
 */
export function* demandBefore(what: string, deadline: number): Steps<void> {
  const now = yield* ledgerTime();
  yield* demand(now < deadline, "deadline-exceeded", `The deadline ${what} has passed.`);
}

/** Stops the command with `deadline-not-reached` until the ledger time has reached a deadline. */
export function* demandReached(what: string, deadline: number): Steps<void> {
  const now = yield* ledgerTime();
  yield* demand(now >= deadline, "deadline-not-reached", `The time ${what} is not reached yet.`);
}
