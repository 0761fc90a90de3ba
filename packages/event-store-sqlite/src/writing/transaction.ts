import type { StoreError } from "@tallystick/event-store";
import type Database from "better-sqlite3";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { errorOf, isConstraint, type Place } from "../files/sqlite-error.js";

/** The statements around the work of a transaction; each throws what SQLite says. */
export interface TransactionControl {
  begin(): void;
  commit(): void;
  rollback(): void;
  /** Whether SQLite still has the transaction open: some errors end it by themselves. */
  isOpen(): boolean;
}

/** The statements of an open database; a transaction takes the right to write at once. */
export const transactionControl = (db: Database.Database): TransactionControl => {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const rollback = db.prepare("ROLLBACK");
  return {
    begin: () => begin.run(),
    commit: () => commit.run(),
    rollback: () => rollback.run(),
    isOpen: () => db.inTransaction,
  };
};

/**
 * An error, and whether it was a broken constraint, after which looking again and trying again
 * makes sense.
 */
export interface TransactionError {
  readonly error: StoreError;
  readonly constraint: boolean;
}

const rollbackIfOpen = (control: TransactionControl): void => {
  try {
    if (control.isOpen()) control.rollback();
  } catch {
    // The error before this is the one to report; a transaction that was never committed is gone at
    // reopening.
  }
};

/**
 * Runs `work` in one transaction. An exception before COMMIT leaves nothing behind, so the outcome
 * is known. An exception of COMMIT itself is of unknown outcome: its pages may be in the log
 * although the flush failed, and be found there after a crash, until the next transaction writes
 * over them.
 */
export const inTransaction = <A>(
  control: TransactionControl,
  place: Place,
  work: () => A,
): Either<TransactionError, A> => {
  let result: A;
  try {
    control.begin();
    result = work();
  } catch (error) {
    rollbackIfOpen(control);
    return left({ error: errorOf(error, place, "known"), constraint: isConstraint(error) });
  }
  try {
    control.commit();
  } catch (error) {
    rollbackIfOpen(control);
    return left({ error: errorOf(error, place, "unknown"), constraint: false });
  }
  return right(result);
};
