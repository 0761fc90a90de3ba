import type { RecordedEvent } from "@tallystick/event-store";
import {
  AuditError,
  type AuditedJournal,
  eventAtOffset,
  lastEventOf,
  checkJournal,
} from "../log/audited-journal.js";

/** Where two journals part. */
export interface JournalDifference {
  /** Events that are the same. */
  readonly common: number;
  /** Events of each. */
  readonly events: readonly [number, number];
  /** The first event of each after the common ones; undefined if it ends there. */
  readonly first: readonly [RecordedEvent | undefined, RecordedEvent | undefined];
}

/**
 * Finds where two journals part, by halving: equal chain hashes at an offset mean equal beginnings.
 *
 * @throws {AuditError} when one of them cannot be read, or is empty
 */
export const compareJournals = async (
  a: AuditedJournal,
  b: AuditedJournal,
): Promise<JournalDifference> => {
  checkJournal(a, "a");
  checkJournal(b, "b");
  const [endA, endB] = [await endOf(a), await endOf(b)];
  if (endA === 0 || endB === 0) throw new AuditError("missing", "one of the journals is empty");
  let common = 0;
  let beyond = Math.min(endA, endB) + 1;
  while (common + 1 < beyond) {
    const middle = Math.floor((common + beyond) / 2);
    const [left, right] = [await eventAtOffset(a, middle), await eventAtOffset(b, middle)];
    if (left.hash === right.hash) common = middle;
    else beyond = middle;
  }
  const next = async (journal: AuditedJournal, end: number): Promise<RecordedEvent | undefined> =>
    common < end ? eventAtOffset(journal, common + 1) : undefined;
  return {
    common,
    events: [endA, endB],
    first: [await next(a, endA), await next(b, endB)],
  };
};

const endOf = async (journal: AuditedJournal): Promise<number> =>
  ((await lastEventOf(journal))?.revision ?? -1) + 1;
