import type { StoreError } from "@tallystick/event-store";
import type { Database } from "@tallystick/sqlite";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { errorOf, isConstraint, type Place } from "../files/sqlite-error.js";

/** The statements around the work of a transaction; each throws what SQLite throws. */
export interface TransactionControl {
  begin(): void;
  commit(): void;
  rollback(): void;
  /** Whether SQLite still has the transaction open: some errors end it by themselves. */
  isOpen(): boolean;
}

/** The statements of an open database; a transaction takes the write lock at its start. */
export const transactionControl = (db: Database): TransactionControl => {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const commit = db.prepare("COMMIT");
  const rollback = db.prepare("ROLLBACK");
  return {
    begin: () => begin.run(),
    commit: () => commit.run(),
    rollback: () => rollback.run(),
    isOpen: () => db.isTransaction,
  };
};

/**
 * An error, and whether it was a violated constraint, after which a retry with a new read is
 * worthwhile.
 */
export interface TransactionError {
  readonly error: StoreError;
  readonly constraint: boolean;
}

const rollbackIfOpen = (control: TransactionControl): void => {
  try {
    if (control.isOpen()) control.rollback();
  } catch {
    // The earlier error is the one to report; an uncommitted transaction is gone when the file is
    // opened again.
  }
};

/**
 * Runs `work` in one transaction. After an exception before COMMIT nothing is written, so the
 * outcome is known. After an exception of COMMIT the outcome is unknown: its pages may be in the
 * log although the flush failed, and a crash may bring them back, until the next transaction
 * overwrites them.
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
