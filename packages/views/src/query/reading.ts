import type { JournalTexts } from "../interface/journal-texts.js";
import type { JournalEntry } from "../interface/views.js";
import type { OffsetsRead } from "../sqlite/gather.js";
import type { ViewReader } from "../sqlite/view-reader.js";
import { journalCursor } from "./journal-cursor.js";

/** The views' lists, without their checks. */
type ViewLists = Omit<ViewReader, "check" | "checkParts">;

/** The data of queries: the views' lists, and the journal's events by offset. */
export interface Reading extends ViewLists {
  /** The event at an offset of the journal. */
  readonly entry: (offset: number) => JournalEntry;
  /** `entry` for a reader of these offsets, in this order. */
  readonly entriesAt: (offsets: ReadonlyArray<number>) => (offset: number) => JournalEntry;
}

/** The views' lists and the journal together. */
export const readingOf = (views: ViewLists, texts: JournalTexts): Reading => ({
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
export const readingThrough = (read: <A>(of: (side: Reading) => A) => A): Reading => ({
  nameId: (text) => read((side) => side.nameId(text)),
  nameText: (id) => read((side) => side.nameText(id)),
  partyOffsets: (party, roles) => (range) => read((side) => side.partyOffsets(party, roles)(range)),
  lastSeqAt: (offset) => read((side) => side.lastSeqAt(offset)),
  contractAt: (offset, nodeId) => read((side) => side.contractAt(offset, nodeId)),
  importedContracts: (contractId) => read((side) => side.importedContracts(contractId)),
  offsetsOfUpdate: (updateId) => read((side) => side.offsetsOfUpdate(updateId)),
  contractGroups: (party) => read((side) => side.contractGroups(party)),
  contractsOf: (group, activeAt, range) => read((side) => side.contractsOf(group, activeAt, range)),
  consistently: (body) => read((side) => side.consistently(body)),
  entry: (offset) => read((side) => side.entry(offset)),
  entriesAt: (offsets) => {
    const entryAt = read((side) => side.entriesAt(offsets));
    return (offset) => read(() => entryAt(offset));
  },
});
