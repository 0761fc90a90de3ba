export { AuditError, type AuditedJournal, lastEventOf } from "./log/audited-journal.js";
export { offsetOfUpdate } from "./log/find-update.js";
export { JournalLog, openedNote, type ShownRows } from "./log/journal-log.js";
export { LogFolder } from "./log/log-folder.js";
