import { type Transaction, type TransactionFormat, everythingFor } from "@tallystick/wire";
import type { CompositeCommand, LedgerError, PartyId } from "@tallystick/core";
import type { Committed, Ledger } from "@tallystick/node";
import { transactionFormatError } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

/** Everything the acting parties of a command witness. */
export const effectsFor = (actAs: ReadonlyArray<PartyId>): TransactionFormat => ({
  eventFormat: everythingFor(...actAs),
  transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
});

/** The default format of the answer (ledger-api 2.3). */
export const changesFor = (actAs: ReadonlyArray<PartyId>): TransactionFormat => ({
  eventFormat: { ...everythingFor(...actAs), verbose: true },
  transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
});

/**
 * The transaction in a format. If the format filters out all events, the transaction has none
 * (ledger-api 2.3): acting parties witness at least the root node, so the other fields are read
 * with the default format.
 */
const seenIn = async (
  ledger: Ledger,
  { completionOffset }: Committed,
  transactionFormat: TransactionFormat,
  actAs: ReadonlyArray<PartyId>,
): Promise<Either<LedgerError, Transaction>> => {
  const at = { offset: completionOffset };
  const found = await ledger.queries.transaction({ at, transactionFormat });
  if (!isLeft(found) || found.left.code !== "UPDATE_NOT_FOUND") return found;
  const whole = await ledger.queries.transaction({ at, transactionFormat: effectsFor(actAs) });
  return isLeft(whole) ? whole : right({ ...whole.right, events: [] });
};

/**
 * Commits a transaction, and answers it in a format. An invalid format is rejected before the
 * submission; an error while reading the answer after the command took effect is not a definite
 * answer.
 */
export const waitForTransaction = async (
  ledger: Ledger,
  actAs: ReadonlyArray<PartyId>,
  format: TransactionFormat,
  commit: () => Promise<Either<LedgerError, Committed>>,
): Promise<Either<LedgerError, Transaction>> => {
  const error = transactionFormatError(format, ledger.catalog);
  if (error !== undefined) return left(error);
  const committed = await commit();
  if (isLeft(committed)) return committed;
  const seen = await seenIn(ledger, committed.right, format, actAs);
  return isLeft(seen) ? left({ ...seen.left, definiteAnswer: false }) : seen;
};

/** Submits, waits, and answers the transaction in a format. */
export const submitForTransaction = (
  ledger: Ledger,
  command: CompositeCommand,
  format: TransactionFormat,
): Promise<Either<LedgerError, Transaction>> =>
  waitForTransaction(ledger, command.actAs, format, () => ledger.submitAndWait(command));
