import Database from "better-sqlite3";
import type { OpenContender } from "../contender.js";
import { journalFile } from "../data-folder.js";
import { contractsPerPage } from "./acs-pages.js";

interface EventRow {
  readonly revision: number;
  readonly data: string;
}

/**
 * Reads as many transactions of the same journal as the ledger reads contracts, in their order, in
 * one transaction a page, and does nothing but encode what it read as JSON.
 */
export const open: OpenContender = async ({ dataSet, runMs }) => {
  const database = new Database(journalFile(dataSet), { readonly: true });
  const stream = database
    .prepare<[], number>("SELECT stream_id FROM stream WHERE name LIKE 'participant-%'")
    .pluck()
    .get();
  if (stream === undefined) throw new Error("the data set has no journal");
  const events = database.prepare<[number, number, number], EventRow>(
    `SELECT revision, data FROM event WHERE stream_id = ? AND revision > ?
     AND type = 'TransactionCommitted' ORDER BY revision LIMIT ?`,
  );
  const page = database.transaction((after: number): ReadonlyArray<EventRow> => {
    const rows = events.all(stream, after, contractsPerPage);
    if (JSON.stringify(rows).length < rows.length) throw new Error("no JSON");
    return rows;
  });
  let after = 0;
  const nextPage = (): number => {
    const rows = page(after);
    after = rows.length < contractsPerPage ? 0 : (rows.at(-1)?.revision ?? 0);
    return rows.length;
  };
  return {
    info: {},
    run: async () => {
      const start = performance.now();
      let contracts = 0;
      let elapsedMs = 0;
      while (elapsedMs < runMs) {
        contracts += nextPage();
        elapsedMs = performance.now() - start;
      }
      return { value: (contracts * 1000) / elapsedMs, notes: { contracts } };
    },
    close: async () => void database.close(),
  };
};
