import type { JournalTexts } from "../interface/journal-texts.js";
import type { JournalEntry } from "../interface/views.js";
import type { OffsetsRead } from "../sqlite/gather.js";
import type { ViewReader } from "../sqlite/view-reader.js";
import { journalCursor } from "./journal-cursor.js";

/** The data of queries: the views' lists, and the journal's events by offset. */
export interface Reading extends ViewReader {
  /** The event at an offset of the journal. */
  readonly entry: (offset: number) => JournalEntry;
  /** The same for a reader of these offsets, in this order. */
  readonly entriesAt: (offsets: ReadonlyArray<number>) => (offset: number) => JournalEntry;
}

/** The views' lists and the journal together. */
export const readingOf = (views: ViewReader, texts: JournalTexts): Reading => ({
  ...views,
  entry: (offset) => journalCursor(texts, [])(offset),
  entriesAt: (offsets) => journalCursor(texts, offsets),
});

/** Every offset: if all are requested, the journal itself is the index. */
export const everyOffset: OffsetsRead = ({ after, upTo, limit, descending }) =>
  Array.from({ length: Math.min(limit, Math.max(0, upTo - after)) }, (_, at) =>
    descending ? upTo - at : after + 1 + at,
  );

/** Reads from the current data, which may be replaced between two reads. */
export const readingThrough = (side: () => Reading): Reading => ({
  nameId: (text) => side().nameId(text),
  nameText: (id) => side().nameText(id),
  partyOffsets: (party, roles) => (range) => side().partyOffsets(party, roles)(range),
  lastSeqAt: (offset) => side().lastSeqAt(offset),
  contractAt: (offset, nodeId) => side().contractAt(offset, nodeId),
  offsetsOfUpdate: (updateId) => side().offsetsOfUpdate(updateId),
  contractGroups: (party) => side().contractGroups(party),
  contractsOf: (group, activeAt, range) => side().contractsOf(group, activeAt, range),
  consistently: (read) => side().consistently(read),
  check: () => side().check(),
  checkParts: () => side().checkParts(),
  entry: (offset) => side().entry(offset),
  entriesAt: (offsets) => side().entriesAt(offsets),
});
