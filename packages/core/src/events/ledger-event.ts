import type { JournalEvent } from "./journal-event.js";
import type { ParticipantEvent } from "./participant-event.js";
import type { CommandRejected, TransactionCommitted } from "./submission-event.js";

/** Everything a participant's journal consists of. */
export type LedgerEvent = TransactionCommitted | CommandRejected | ParticipantEvent | JournalEvent;
