import { JournalReadError, type JournalTexts } from "../interface/journal-texts.js";
import type { JournalEntry } from "../interface/views.js";

/** Events read at once; few enough that large ones do not pile up. */
const eventsPerRead = 16;

/**
 * The events at some offsets, for a reader that asks for them in their order. Where the offsets lie
 * close together several events are read at once, which costs a third of reading them singly.
 */
export const journalCursor = (
  texts: JournalTexts,
  offsets: ReadonlyArray<number>,
): ((offset: number) => JournalEntry) => {
  let first = 0;
  let entries: ReadonlyArray<JournalEntry> = [];
  let at = 0;
  return (offset) => {
    const known = offset < first ? undefined : entries[offset - first];
    if (known !== undefined) return known;
    while (at < offsets.length && offsets[at] !== offset) at++;
    const other = offsets[at + eventsPerRead - 1] ?? offset;
    const isNear = Math.abs(other - offset) < 2 * eventsPerRead;
    first = isNear ? Math.min(offset, other) : offset;
    entries = texts.between(first, isNear ? Math.max(offset, other) : offset);
    const entry = entries[offset - first];
    if (entry?.offset !== offset) throw new JournalReadError(`the journal has no event ${offset}`);
    return entry;
  };
};
