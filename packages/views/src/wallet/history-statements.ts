import type { Micros } from "@tallystick/core";
import type { PreparedStatements } from "./prepared-statements.js";

/** An item of the history as it was stored. */
export interface HistoryRow {
  readonly seq: number;
  /** Microseconds since the Unix epoch. */
  readonly at: number;
  readonly content: string;
}

/** A new item of a party's history. */
export interface NewHistoryRow extends HistoryRow {
  readonly party: string;
  readonly eventId: string;
  /** Units of what the party's balance changed by, without its sign, as a float. */
  readonly amount: number | null;
  /** By which the item is found. */
  readonly terms: ReadonlyArray<string>;
}

/**
 * What items are looked for by; every part that is there has to match. Amounts and terms find all
 * that match and may find more: whoever asks compares the items themselves.
 */
export interface HistorySearch {
  readonly terms: ReadonlyArray<string>;
  /** Units, inclusive. */
  readonly minAmount?: number | undefined;
  readonly maxAmount?: number | undefined;
  /** Inclusive. */
  readonly from?: Micros | undefined;
  /** Exclusive. */
  readonly until?: Micros | undefined;
}

/** Items that were found, and where to look on. */
export interface FoundRows {
  readonly rows: ReadonlyArray<HistoryRow>;
  /** The place before which to look on; undefined at the end. */
  readonly before: number | undefined;
}

/** Reads on from before a place, looking at so many items at most. */
export type HistoryReader = (before: number | undefined, limit: number) => FoundRows;

/** The places that can match: from the first to before the last. */
interface Places {
  readonly party: number;
  readonly first: number;
  readonly end: number;
}

/** What the places to look at are read from. */
interface Driver {
  readonly sql: string;
  readonly values: ReadonlyArray<unknown>;
}

const lastPlace = Number.MAX_SAFE_INTEGER;

/** Most matches of a part that are counted to find the rarest part. */
const countLimit = 1_000;

const nothing: HistoryReader = () => ({ rows: [], before: undefined });

/** The queries of the histories. */
export class HistoryStatements {
  readonly #sql: PreparedStatements;

  constructor(sql: PreparedStatements) {
    this.#sql = sql;
  }

  add({ party, seq, eventId, at, content, amount, terms }: NewHistoryRow): void {
    const p = this.#sql.numberOf(party);
    const before = this.#sql.get<{ readonly reached: number }>(
      "SELECT reached FROM history WHERE party = ? ORDER BY seq DESC LIMIT 1",
      p,
    );
    const reached = Math.max(at, before?.reached ?? at);
    const added = this.#sql.run(
      `INSERT OR IGNORE INTO history (party, seq, event_id, at, reached, amount, content)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
      p,
      seq,
      eventId,
      at,
      reached,
      amount,
      content,
    );
    if (added === 0) return;
    for (const term of terms)
      this.#sql.run("INSERT INTO history_terms (party, term, seq) VALUES (?, ?, ?)", p, term, seq);
  }

  /** The place of an item; undefined when the party has no such item. */
  placeOf(party: string, eventId: string): number | undefined {
    const p = this.#sql.known(party);
    if (p === undefined) return undefined;
    return this.#sql.get<{ readonly seq: number }>(
      "SELECT seq FROM history WHERE party = ? AND event_id = ?",
      p,
      eventId,
    )?.seq;
  }

  /** Items of a party, the newest first. */
  search(party: string, search: HistorySearch): HistoryReader {
    const p = this.#sql.known(party);
    const places = p === undefined ? undefined : this.#places(p, search);
    if (places === undefined) return nothing;
    const driver = this.#driver(places, search);
    return (before, limit) => this.#read(places, search, driver, before, limit);
  }

  /** Times only ever grow with the places, but for items that came later than their time. */
  #places(party: number, { from, until }: HistorySearch): Places | undefined {
    let first = 0;
    if (from !== undefined) {
      const found = this.#sql.get<{ readonly seq: number }>(
        "SELECT seq FROM history WHERE party = ? AND reached >= ? ORDER BY reached, seq LIMIT 1",
        party,
        from,
      );
      if (found === undefined) return undefined;
      first = found.seq;
    }
    if (until === undefined) return { party, first, end: lastPlace };
    const inTime = this.#sql.get<{ readonly seq: number }>(
      `SELECT seq FROM history WHERE party = ? AND reached < ?
        ORDER BY reached DESC, seq DESC LIMIT 1`,
      party,
      until,
    );
    const late = this.#sql.get<{ readonly seq: number | null }>(
      `SELECT max(seq) AS seq FROM history
        WHERE party = ? AND at >= ? AND at < ? AND at < reached`,
      party,
      from ?? Number.MIN_SAFE_INTEGER,
      until,
    );
    const last = Math.max(inTime?.seq ?? -1, late?.seq ?? -1);
    return last < first ? undefined : { party, first, end: last + 1 };
  }

  /** The rarest part of the search; the first of those that are not rare. */
  #driver(places: Places, { terms, minAmount, maxAmount }: HistorySearch): Driver {
    const byTerm = terms.map((term) => ({
      sql: "SELECT seq FROM history_terms WHERE party = ? AND term = ?",
      values: [places.party, term],
    }));
    const byAmount =
      minAmount === undefined && maxAmount === undefined
        ? []
        : [
            {
              sql: "SELECT seq FROM history WHERE party = ? AND amount >= ? AND amount <= ?",
              values: [places.party, minAmount ?? 0, maxAmount ?? Number.MAX_VALUE],
            },
          ];
    let best: Driver = {
      sql: "SELECT seq FROM history WHERE party = ?",
      values: [places.party],
    };
    let fewest = Number.POSITIVE_INFINITY;
    for (const driver of [...byTerm, ...byAmount]) {
      const count = this.#count(places, driver);
      if (count < fewest) [best, fewest] = [driver, count];
    }
    return best;
  }

  #count({ first, end }: Places, { sql, values }: Driver): number {
    const found = this.#sql.get<{ readonly n: number }>(
      `SELECT count(*) AS n FROM (${sql} AND seq >= ? AND seq < ? LIMIT ${countLimit})`,
      ...values,
      first,
      end,
    );
    return found?.n ?? 0;
  }

  #read(
    { party, first, end }: Places,
    { terms, from, until }: HistorySearch,
    { sql, values }: Driver,
    before: number | undefined,
    limit: number,
  ): FoundRows {
    const hasTerms = terms.map(
      () =>
        " AND EXISTS (SELECT 1 FROM history_terms o WHERE o.party = h.party AND o.term = ? AND o.seq = h.seq)",
    );
    const found = this.#sql.all<Omit<HistoryRow, "content"> & { readonly content: string | null }>(
      `SELECT h.seq, h.at,
          CASE WHEN h.at >= ? AND h.at < ?${hasTerms.join("")} THEN h.content END AS content
        FROM (${sql} AND seq >= ? AND seq < ? ORDER BY seq DESC LIMIT ?) d
        CROSS JOIN history h ON h.party = ? AND h.seq = d.seq
        ORDER BY h.seq DESC`,
      from ?? Number.MIN_SAFE_INTEGER,
      until ?? Number.MAX_SAFE_INTEGER,
      ...terms,
      ...values,
      first,
      Math.min(end, before ?? lastPlace),
      limit,
      party,
    );
    const rows = found.flatMap(({ content, ...row }) =>
      content === null ? [] : [{ ...row, content }],
    );
    return { rows, before: found.length < limit ? undefined : found.at(-1)?.seq };
  }
}
