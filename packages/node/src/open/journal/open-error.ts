import type { LedgerError } from "@tallystick/core";
import { type JournalError, journalMessage } from "../../journal/journal.js";
import type { OpenError } from "../../ledger/ledger.js";
import { storeMessage } from "../../journal/store-message.js";

/** Why a ledger cannot be opened, when its journal cannot be read. */
export const journalOpenError = (error: JournalError): OpenError =>
  error.kind === "store"
    ? { kind: "store", error: error.error, message: storeMessage(error.error) }
    : { kind: "journal", message: journalMessage(error) };

/** Errors that say that the store cannot be written now. */
const unavailable: ReadonlySet<string> = new Set(["REQUEST_TIME_OUT", "SERVICE_NOT_RUNNING"]);

/** The error when the first events of a journal, or those of new packages, were not accepted. */
export const initializeOpenError = ({ code, cause }: LedgerError): OpenError => {
  if (code === "KNOWN_PACKAGE_VERSION") return { kind: "packages", message: cause };
  const message = `the journal cannot be initialized: ${cause}`;
  if (!unavailable.has(code)) return { kind: "journal", message };
  const error = { kind: "unavailable", outcome: "unknown", reason: cause } as const;
  return { kind: "store", error, message: `${message} Start again when it can be written.` };
};
