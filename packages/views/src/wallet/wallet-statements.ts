import type { Contract } from "@tallystick/core";
import type { TrafficMeter } from "@tallystick/wallet";
import type Database from "better-sqlite3";

/** The one row of the checkpoint. */
export interface CheckpointRow {
  readonly journal: string;
  readonly offset: number;
  readonly nextSeq: number;
  readonly baseLeft: number;
  readonly baseAt: number;
  readonly extraUsed: number;
}

interface ContentRow {
  readonly seq: number;
  readonly content: string;
}

/** A contract without its content, which most readers know already. */
export interface ContractRow {
  readonly contractId: string;
  readonly createdAt: number;
}

/** What a checkpoint is moved to. */
export interface Reached {
  readonly offset: number;
  readonly nextSeq: number;
  readonly meter: TrafficMeter;
}

/** A filter of a party's history; the offset in it is exclusive. */
export interface HistoryScan {
  readonly party: string;
  /** Items before this one; absent: from the newest. */
  readonly beforeSeq: number | undefined;
  readonly limit: number;
}

/** An item of the history as it was stored. */
export interface HistoryRow {
  readonly seq: number;
  /** Microseconds since the Unix epoch. */
  readonly at: number;
  readonly content: string;
}

/** The contract in a row. */
const contractOfContent = (content: string): Contract =>
  // border: our own fold has written it
  JSON.parse(content) as Contract;

const contractColumns = "c.contract_id AS contractId, c.created_at AS createdAt";

const maxCachedNames = 200_000;

/** All queries of the wallet's tables, as statements prepared once. */
export class WalletStatements {
  readonly #db: Database.Database;
  readonly #names = new Map<string, number>();
  readonly #statements = new Map<string, Database.Statement<unknown[]>>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  #run(sql: string, ...values: ReadonlyArray<unknown>): void {
    this.#statement(sql).run(...values);
  }

  #get<R>(sql: string, ...values: ReadonlyArray<unknown>): R | undefined {
    // border: the columns are those of our own tables
    return this.#statement(sql).get(...values) as R | undefined;
  }

  #all<R>(sql: string, ...values: ReadonlyArray<unknown>): ReadonlyArray<R> {
    // border: the columns are those of our own tables
    return this.#statement(sql).all(...values) as ReadonlyArray<R>;
  }

  #statement(sql: string): Database.Statement<unknown[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#db.prepare<unknown[]>(sql);
    this.#statements.set(sql, made);
    return made;
  }

  /** The number of a party or template, given to it when it has none. */
  #numberOf(text: string): number {
    const known = this.#known(text);
    if (known !== undefined) return known;
    this.#run("INSERT INTO names (text) VALUES (?)", text);
    return this.#known(text) ?? 0;
  }

  #known(text: string): number | undefined {
    const cached = this.#names.get(text);
    if (cached !== undefined) return cached;
    const row = this.#get<{ readonly id: number }>("SELECT id FROM names WHERE text = ?", text);
    if (row === undefined) return undefined;
    if (this.#names.size >= maxCachedNames) this.#names.clear();
    this.#names.set(text, row.id);
    return row.id;
  }

  /** Forgets numbers given in a transaction of the database that did not come about. */
  forgetNames(): void {
    this.#names.clear();
  }

  checkpoint(): CheckpointRow {
    const row = this.#get<CheckpointRow>(
      `SELECT journal, offset, next_seq AS nextSeq, base_left AS baseLeft, base_at AS baseAt,
        extra_used AS extraUsed FROM checkpoint WHERE id = 1`,
    );
    if (row === undefined) throw new Error("the wallet's tables have no checkpoint");
    return row;
  }

  moveCheckpoint({ offset, nextSeq, meter }: Reached): void {
    this.#run(
      `UPDATE checkpoint SET offset = ?, next_seq = ?, base_left = ?, base_at = ?, extra_used = ?
        WHERE id = 1`,
      offset,
      nextSeq,
      meter.baseLeft,
      meter.at,
      meter.extraUsed,
    );
  }

  nameJournal(journal: string): void {
    this.#run("UPDATE checkpoint SET journal = ? WHERE id = 1", journal);
  }

  addContract(seq: number, contract: Contract): void {
    this.#run(
      "INSERT INTO contracts (seq, contract_id, created_at, content) VALUES (?, ?, ?, ?)",
      seq,
      contract.contractId,
      contract.createdAt,
      JSON.stringify(contract),
    );
  }

  addPartyContract(party: string, template: string, seq: number, due: number | null): void {
    this.#run(
      "INSERT INTO party_contracts (party, template, seq, due) VALUES (?, ?, ?, ?)",
      this.#numberOf(party),
      this.#numberOf(template),
      seq,
      due,
    );
  }

  removeContract(seq: number): void {
    this.#run("DELETE FROM contracts WHERE seq = ?", seq);
  }

  removePartyContract(party: string, template: string, seq: number): void {
    this.#run(
      "DELETE FROM party_contracts WHERE party = ? AND template = ? AND seq = ?",
      this.#numberOf(party),
      this.#numberOf(template),
      seq,
    );
  }

  numbered(contractId: string): { readonly seq: number; readonly contract: Contract } | undefined {
    const row = this.#get<ContentRow>(
      "SELECT seq, content FROM contracts WHERE contract_id = ?",
      contractId,
    );
    return row && { seq: row.seq, contract: contractOfContent(row.content) };
  }

  contract(contractId: string): Contract | undefined {
    return this.numbered(contractId)?.contract;
  }

  contractsOf(template: string, party: string, limit: number): ReadonlyArray<ContractRow> {
    const [t, p] = [this.#known(template), this.#known(party)];
    if (t === undefined || p === undefined) return [];
    return this.#all<ContractRow>(
      `SELECT ${contractColumns} FROM party_contracts p JOIN contracts c ON c.seq = p.seq
        WHERE p.party = ? AND p.template = ? ORDER BY p.seq LIMIT ?`,
      p,
      t,
      limit,
    );
  }

  dueContracts(
    template: string,
    party: string,
    upTo: number,
    limit: number,
  ): ReadonlyArray<ContractRow> {
    const [t, p] = [this.#known(template), this.#known(party)];
    if (t === undefined || p === undefined) return [];
    return this.#all<ContractRow>(
      `SELECT ${contractColumns} FROM party_contracts p JOIN contracts c ON c.seq = p.seq
        WHERE p.party = ? AND p.template = ? AND p.due IS NOT NULL AND p.due <= ?
        ORDER BY p.due, p.seq LIMIT ?`,
      p,
      t,
      upTo,
      limit,
    );
  }

  addHistory(party: string, seq: number, eventId: string, at: number, content: string): void {
    this.#run(
      "INSERT OR IGNORE INTO history (party, seq, event_id, at, content) VALUES (?, ?, ?, ?, ?)",
      this.#numberOf(party),
      seq,
      eventId,
      at,
      content,
    );
  }

  historyBefore({ party, beforeSeq, limit }: HistoryScan): ReadonlyArray<HistoryRow> {
    const p = this.#known(party);
    if (p === undefined) return [];
    return this.#all<HistoryRow>(
      "SELECT seq, at, content FROM history WHERE party = ? AND seq < ? ORDER BY seq DESC LIMIT ?",
      p,
      beforeSeq ?? Number.MAX_SAFE_INTEGER,
      limit,
    );
  }

  historySeq(party: string, eventId: string): number | undefined {
    const p = this.#known(party);
    if (p === undefined) return undefined;
    return this.#get<{ readonly seq: number }>(
      "SELECT seq FROM history WHERE party = ? AND event_id = ?",
      p,
      eventId,
    )?.seq;
  }

  setTracking(party: string, kind: string, trackingId: string, content: string): void {
    this.#run(
      "INSERT OR REPLACE INTO tracking (party, kind, tracking_id, content) VALUES (?, ?, ?, ?)",
      this.#numberOf(party),
      kind,
      trackingId,
      content,
    );
  }

  tracking(party: string, kind: string, trackingId: string): string | undefined {
    const p = this.#known(party);
    if (p === undefined) return undefined;
    return this.#get<{ readonly content: string }>(
      "SELECT content FROM tracking WHERE party = ? AND kind = ? AND tracking_id = ?",
      p,
      kind,
      trackingId,
    )?.content;
  }

  addOutcome(commandId: string, at: number, content: string): void {
    this.#run(
      "INSERT OR REPLACE INTO outcomes (command_id, at, content) VALUES (?, ?, ?)",
      commandId,
      at,
      content,
    );
  }

  forgetOutcomes(before: number): void {
    this.#run("DELETE FROM outcomes WHERE at < ?", before);
  }

  outcome(commandId: string): string | undefined {
    return this.#get<{ readonly content: string }>(
      "SELECT content FROM outcomes WHERE command_id = ?",
      commandId,
    )?.content;
  }
}
