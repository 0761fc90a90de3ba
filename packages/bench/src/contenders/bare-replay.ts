import Database from "better-sqlite3";
import type { OpenContender } from "../contender.js";
import { journalFile } from "../data-folder.js";

/** Rows fetched at once; larger pages are not faster. */
const rowsPerPage = 2000;

interface JournalRow {
  readonly position: number;
  readonly type: string;
  readonly data: string;
}

/**
 * Reads the rows of the same journal from the same file and does nothing but `JSON.parse` with
 * each.
 */
export const open: OpenContender = async ({ dataSet }) => {
  const database = new Database(journalFile(dataSet), { readonly: true });
  const page = database.prepare<[number, number], JournalRow>(
    "SELECT position, type, data FROM event WHERE position > ? ORDER BY position LIMIT ?",
  );
  const run = (): { readonly events: number; readonly elapsedMs: number } => {
    const start = performance.now();
    let events = 0;
    let position = 0;
    for (;;) {
      const rows = page.all(position, rowsPerPage);
      for (const row of rows) {
        const parsed: unknown = JSON.parse(row.data);
        if (typeof parsed === "object") events += 1;
        position = row.position;
      }
      if (rows.length < rowsPerPage) break;
    }
    return { events, elapsedMs: performance.now() - start };
  };
  return {
    info: {},
    run: async () => {
      const { events, elapsedMs } = run();
      return { value: (events * 1000) / elapsedMs, notes: { events } };
    },
    close: async () => void database.close(),
  };
};
