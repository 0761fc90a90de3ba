import type { LedgerError } from "@tallystick/core";
import { type JournalError, journalMessage } from "../../journal/journal.js";
import type { OpenError } from "../../ledger/ledger.js";
import { storeMessage } from "../../journal/store-message.js";

/** Why a ledger cannot be opened, when its journal cannot be read. */
export const journalOpenError = (error: JournalError): OpenError =>
  error.kind === "store"
    ? { kind: "store", error: error.error, message: storeMessage(error.error) }
    : { kind: "journal", message: journalMessage(error) };

/** The error when the first events of a journal, or those of new packages, were not accepted. */
export const initializeOpenError = ({ code, cause }: LedgerError): OpenError =>
  code === "KNOWN_PACKAGE_VERSION"
    ? { kind: "packages", message: cause }
    : { kind: "journal", message: `the journal cannot be initialized: ${cause}` };
