import { crc32 } from "node:zlib";
import type { Database } from "@tallystick/sqlite";
import { TableDamage } from "@tallystick/tables";
import type { JournalTexts } from "../interface/journal-texts.js";
import type { JournalEntry } from "../interface/views.js";

// The journal is read by offset if it has synchronous reads. If it is on another machine, or
// unknown, the views keep a copy of its events, each with a checksum.

const checkOf = (seed: number, { offset, type, data }: JournalEntry): number =>
  crc32(`${offset}\n${type}\n${data}`, seed);

/** Adds an event to the copy; in the caller's transaction. @param seed see `checkSeed` */
export const textKeeper = (db: Database, seed: number): ((entry: JournalEntry) => void) => {
  const insert = db.prepare<[number, string, string, number]>(
    "INSERT INTO event_text (offset, type, data, check_sum) VALUES (?, ?, ?, ?)",
  );
  return (entry) => void insert.run(entry.offset, entry.type, entry.data, checkOf(seed, entry));
};

/** The copy of the journal in the views. @param seed see `checkSeed` */
export const keptTexts = (db: Database, seed: number): JournalTexts => {
  const select = db
    .prepare<[number, number], [offset: unknown, type: unknown, data: unknown, check: unknown]>(
      "SELECT offset, type, data, check_sum FROM event_text WHERE offset >= ? AND offset <= ? ORDER BY offset",
    )
    .raw();
  // in the order of the list: a CROSS JOIN is not reordered
  const selectAt = db
    .prepare<[string], [offset: unknown, type: unknown, data: unknown, check: unknown]>(
      "SELECT offset, type, data, check_sum FROM (SELECT value AS wanted FROM json_each(?)) CROSS JOIN event_text ON offset = wanted",
    )
    .raw();
  return {
    at: (offsets, maxCharacters = Number.POSITIVE_INFINITY) => {
      const entries: Array<JournalEntry> = [];
      let characters = 0;
      for (const [offset, type, data, check] of selectAt.iterate(JSON.stringify(offsets))) {
        const expected = offsets[entries.length] ?? 0;
        if (offset !== expected || typeof type !== "string" || typeof data !== "string") break;
        const entry = { offset: expected, type, data };
        if (check !== checkOf(seed, entry)) break;
        entries.push(entry);
        characters += data.length;
        if (characters >= maxCharacters) break;
      }
      return entries;
    },
    between: (first, last, maxCharacters = Number.POSITIVE_INFINITY) => {
      const entries: Array<JournalEntry> = [];
      let characters = 0;
      for (const [offset, type, data, check] of select.iterate(first, last)) {
        const expected = first + entries.length;
        if (offset !== expected || typeof type !== "string" || typeof data !== "string")
          throw new TableDamage(`the copy of event ${expected} is missing`);
        const entry = { offset: expected, type, data };
        if (check !== checkOf(seed, entry))
          throw new TableDamage(`the copy of event ${expected} does not match its checksum`);
        entries.push(entry);
        characters += data.length;
        if (characters >= maxCharacters) return entries;
      }
      if (entries.length !== last - first + 1)
        throw new TableDamage(`the copy of event ${first + entries.length} is missing`);
      return entries;
    },
  };
};
