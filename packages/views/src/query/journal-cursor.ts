import { JournalReadError, type JournalTexts } from "../interface/journal-texts.js";
import type { JournalEntry } from "../interface/views.js";

const eventsPerRead = 128;

/** Fewer are read together when their data are longer than this; characters. */
export const charactersPerRead = 256 * 1024;

// many contracts may have been created at one offset
const distinct = (offsets: ReadonlyArray<number>, from: number, to: number) => [
  ...new Set(offsets.slice(from, to)),
];

/**
 * The events at some offsets, for a reader in order. If the offsets are close together many events
 * are read together, which takes a fifth of the time of single reads.
 */
export const journalCursor = (
  texts: JournalTexts,
  offsets: ReadonlyArray<number>,
): ((offset: number) => JournalEntry) => {
  let first = 0;
  let entries: ReadonlyArray<JournalEntry> = [];
  let at = 0;
  let perRead = eventsPerRead;
  let scattered: ReadonlyArray<JournalEntry> = [];
  let scatteredAt = 0;
  return (offset) => {
    const known = offset < first ? undefined : entries[offset - first];
    if (known !== undefined) return known;
    while ((scattered[scatteredAt]?.offset ?? offset) !== offset) scatteredAt++;
    const further = scattered[scatteredAt];
    if (further !== undefined) return further;
    while (at < offsets.length && offsets[at] !== offset) at++;
    const until = Math.min(at + perRead, offsets.length);
    const other = offsets[until - 1] ?? offset;
    const isNear = Math.abs(other - offset) < 2 * (until - at);
    scatteredAt = 0;
    scattered = isNear ? [] : (texts.at?.(distinct(offsets, at, until), charactersPerRead) ?? []);
    if (scattered[0]?.offset === offset) return scattered[0];
    first = isNear ? Math.min(offset, other) : offset;
    const last = isNear ? Math.max(offset, other) : offset;
    entries = texts.between(first, last, charactersPerRead);
    perRead = Math.min(2 * perRead, eventsPerRead);
    // a descending reader needs the last of them first, and a read may end before it
    if (entries.length <= offset - first) {
      perRead = Math.max(1, Math.floor(entries.length / 2));
      first = offset;
      entries = texts.between(offset, offset);
    }
    const entry = entries[offset - first];
    if (entry?.offset !== offset) throw new JournalReadError(`the journal has no event ${offset}`);
    return entry;
  };
};
