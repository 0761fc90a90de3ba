import { type ChoiceProgram, isLedgerTimeBefore, microsToText } from "@tallystick/core";
import { type Either, isRight } from "fp-ts/lib/Either.js";
import { generalError, notMet, stopWith } from "./coin-error.js";

/** A point in time that a rule looks at. */
export interface Deadline {
  /** The field that says it, e.g. "Transfer.executeBefore". */
  readonly name: string;
  /** Microseconds since the Unix epoch; from this very time on it is exceeded. */
  readonly at: bigint;
}

const exceeded = ({ name, at }: Deadline): ChoiceProgram<never> => {
  const deadline = microsToText(at);
  const message = `Ledger time is at or past deadline '${name}' at ${deadline}`;
  return stopWith("deadline-exceeded", message, { deadline });
};

const notExceeded = ({ name, at }: Deadline): ChoiceProgram<never> => {
  const deadline = microsToText(at);
  const message = `Ledger time is strictly before deadline '${name}' at ${deadline}`;
  return stopWith("deadline-not-exceeded", message, { deadline });
};

/** Stops the command with `deadline-exceeded` once the ledger time has reached a deadline. */
export function* requireBefore(name: string, at: bigint): ChoiceProgram<void> {
  if (!(yield* isLedgerTimeBefore(at))) yield* exceeded({ name, at });
}

/** Stops the command with `deadline-not-exceeded` until the ledger time has reached a deadline. */
export function* requireReached(name: string, at: bigint): ChoiceProgram<void> {
  if (yield* isLedgerTimeBefore(at)) yield* notExceeded({ name, at });
}

/**
 * Why a state machine does not allow an action. `already-ended` never occurs in a choice, because
 * what has ended is no longer a contract.
 */
export type TransitionError = "deadline-exceeded" | "deadline-not-exceeded" | "already-ended";

/**
 * The next state of a contract. Stops the command when the state machine does not allow the action
 * at this time.
 *
 * @param deadline what the action depends on, or the requirement that is not met
 */
export function* requireTransition<S>(
  next: Either<TransitionError, S>,
  deadline: Deadline | string,
): ChoiceProgram<S> {
  if (isRight(next)) return next.right;
  if (typeof deadline === "string") return yield* notMet(deadline);
  switch (next.left) {
    case "deadline-exceeded":
      return yield* exceeded(deadline);
    case "deadline-not-exceeded":
      return yield* notExceeded(deadline);
    case "already-ended":
      return yield* generalError(
        `The deadline ${deadline.name} applies to something that has already ended`,
      );
  }
}
