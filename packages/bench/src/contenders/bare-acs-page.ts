import Database from "better-sqlite3";
import type { OpenContender } from "../contender.js";
import { contractsPerPage, viewsFile } from "./acs-pages.js";

interface PlaceRow {
  readonly seq: number;
  readonly created_at: number;
}

/**
 * The party with the most contracts and the template it has them of: those that the ledger
 * reads.
 */
const largestGroup = `
  SELECT party, template FROM party_contracts WHERE party > 0 AND era = 0
  GROUP BY party, template ORDER BY count(*) DESC LIMIT 1`;

/**
 * Reads the same rows from the same file by the same statements in one transaction a page, an index
 * range and for each of its rows the transaction that created it, and does nothing but encode what
 * it read as JSON.
 */
export const open: OpenContender = async ({ dataSet, runMs }) => {
  const database = new Database(viewsFile(dataSet), { readonly: true });
  const group = database.prepare<[], { party: number; template: number }>(largestGroup).get();
  if (group === undefined) throw new Error("the data set has no active contracts");
  const everything = Number.MAX_SAFE_INTEGER;
  const places = database.prepare<[number, number, number, number, number, number], PlaceRow>(
    `SELECT seq, created_at FROM party_contracts
     WHERE party = ? AND era = 0 AND template = ? AND seq > ? AND seq <= ?
       AND (archived_at = 0 OR archived_at > ?) ORDER BY seq LIMIT ?`,
  );
  const creating = database
    .prepare<[number], string>("SELECT data FROM submissions WHERE offset = ? AND accepted = 1")
    .pluck();
  const page = database.transaction((after: number): ReadonlyArray<PlaceRow> => {
    const { party, template } = group;
    const rows = places.all(party, template, after, everything, everything, contractsPerPage);
    const contracts = rows.map(({ seq, created_at }) => ({
      seq,
      created_at,
      data: creating.get(created_at),
    }));
    if (JSON.stringify(contracts).length < rows.length) throw new Error("no JSON");
    return rows;
  });
  let after = 0;
  const nextPage = (): number => {
    const rows = page(after);
    after = rows.length < contractsPerPage ? 0 : (rows.at(-1)?.seq ?? 0);
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
