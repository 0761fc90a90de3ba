import {
  type AuditedJournal,
  emptyJournal,
  eventsAfter,
  lastEventOf,
} from "../log/audited-journal.js";

/** Which events are exported; all without bounds. */
export interface ExportRange {
  /** The first offset. */
  readonly from?: number | undefined;
  /** The last offset. */
  readonly to?: number | undefined;
}

/**
 * The events of a journal as lines of JSON, each with its offset, id, type, chain hash and the data
 * as it is stored. Whoever has all lines from the first can compute every hash again; `erased` is
 * what that takes where the data was erased by a pruning.
 *
 * @throws {AuditError} when the store does not give the events
 */
export async function* exportedLines(
  journal: AuditedJournal,
  { from = 1, to = Number.POSITIVE_INFINITY }: ExportRange = {},
): AsyncGenerator<string> {
  for await (const event of exportedEvents(journal, from)) {
    const { revision, id, type, hash, erased, data } = event;
    if (revision >= to) return;
    yield JSON.stringify({ offset: revision + 1, id, type, hash, erased, data });
  }
}

/** The columns of exported events. */
export const exportColumns = ["offset", "id", "type", "hash", "erased", "data"] as const;

/**
 * The events as cells of a table.
 *
 * @throws {AuditError} when the store does not give the events
 */
export async function* exportedRows(
  journal: AuditedJournal,
  { from = 1, to = Number.POSITIVE_INFINITY }: ExportRange = {},
): AsyncGenerator<ReadonlyArray<string>> {
  for await (const event of exportedEvents(journal, from)) {
    const { revision, id, type, hash, erased = "", data } = event;
    if (revision >= to) return;
    yield [String(revision + 1), id, type, hash, erased, data];
  }
}

/** An export of nothing is an error, unless the journal only ends before what is requested. */
async function* exportedEvents(journal: AuditedJournal, from: number) {
  if ((await lastEventOf(journal)) === undefined) throw emptyJournal(journal);
  yield* eventsAfter(journal, from - 1);
}
