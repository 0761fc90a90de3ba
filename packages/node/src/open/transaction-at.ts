import {
  decodeLedgerEvent,
  type LedgerError,
  ledgerError,
  type TransactionCommitted,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventAt, type Journal } from "../journal/journal.js";

/** See `Ledger.transactionAt`. */
export const transactionAt = async (
  journal: Journal,
  offset: number,
): Promise<Either<LedgerError, TransactionCommitted | undefined>> => {
  const found = await eventAt(journal, offset);
  if (isLeft(found)) return left(unreadable);
  if (found.right === undefined) return right(undefined);
  const event = decodeLedgerEvent(found.right.type, found.right.data, offset);
  if (isLeft(event)) return left(unreadable);
  return right(event.right.type === "TransactionCommitted" ? event.right : undefined);
};

// the reason names files, and is logged elsewhere
const unreadable = ledgerError("SERVICE_NOT_RUNNING", "The journal cannot be read now.", {
  context: { service_name: "journal" },
});
