import type { Contract } from "@tallystick/core";
import type { TrafficMeter } from "@tallystick/wallet";
import type Database from "better-sqlite3";
import { HistoryStatements } from "./history-statements.js";
import { PreparedStatements } from "./prepared-statements.js";

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

/** The contract in a row. */
const contractOfContent = (content: string): Contract =>
  // border: our own fold has written it
  JSON.parse(content) as Contract;

const contractColumns = "c.contract_id AS contractId, c.created_at AS createdAt";

/** All queries of the wallet's tables, as statements prepared once. */
export class WalletStatements {
  readonly #sql: PreparedStatements;
  readonly history: HistoryStatements;

  constructor(db: Database.Database) {
    this.#sql = new PreparedStatements(db);
    this.history = new HistoryStatements(this.#sql);
  }

  /** Forgets numbers given in a transaction of the database that did not come about. */
  forgetNames(): void {
    this.#sql.forgetNames();
  }

  checkpoint(): CheckpointRow {
    const row = this.#sql.get<CheckpointRow>(
      `SELECT journal, offset, next_seq AS nextSeq, base_left AS baseLeft, base_at AS baseAt,
        extra_used AS extraUsed FROM checkpoint WHERE id = 1`,
    );
    if (row === undefined) throw new Error("the wallet's tables have no checkpoint");
    return row;
  }

  moveCheckpoint({ offset, nextSeq, meter }: Reached): void {
    this.#sql.run(
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
    this.#sql.run("UPDATE checkpoint SET journal = ? WHERE id = 1", journal);
  }

  addContract(seq: number, contract: Contract): void {
    this.#sql.run(
      "INSERT INTO contracts (seq, contract_id, created_at, content) VALUES (?, ?, ?, ?)",
      seq,
      contract.contractId,
      contract.createdAt,
      JSON.stringify(contract),
    );
  }

  addPartyContract(party: string, template: string, seq: number, due: number | null): void {
    this.#sql.run(
      "INSERT INTO party_contracts (party, template, seq, due) VALUES (?, ?, ?, ?)",
      this.#sql.numberOf(party),
      this.#sql.numberOf(template),
      seq,
      due,
    );
  }

  removeContract(seq: number): void {
    this.#sql.run("DELETE FROM contracts WHERE seq = ?", seq);
  }

  removePartyContract(party: string, template: string, seq: number): void {
    this.#sql.run(
      "DELETE FROM party_contracts WHERE party = ? AND template = ? AND seq = ?",
      this.#sql.numberOf(party),
      this.#sql.numberOf(template),
      seq,
    );
  }

  numbered(contractId: string): { readonly seq: number; readonly contract: Contract } | undefined {
    const row = this.#sql.get<ContentRow>(
      "SELECT seq, content FROM contracts WHERE contract_id = ?",
      contractId,
    );
    return row && { seq: row.seq, contract: contractOfContent(row.content) };
  }

  contract(contractId: string): Contract | undefined {
    return this.numbered(contractId)?.contract;
  }

  contractsOf(template: string, party: string, limit: number): ReadonlyArray<ContractRow> {
    const [t, p] = [this.#sql.known(template), this.#sql.known(party)];
    if (t === undefined || p === undefined) return [];
    return this.#sql.all<ContractRow>(
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
    const [t, p] = [this.#sql.known(template), this.#sql.known(party)];
    if (t === undefined || p === undefined) return [];
    return this.#sql.all<ContractRow>(
      `SELECT ${contractColumns} FROM party_contracts p JOIN contracts c ON c.seq = p.seq
        WHERE p.party = ? AND p.template = ? AND p.due IS NOT NULL AND p.due <= ?
        ORDER BY p.due, p.seq LIMIT ?`,
      p,
      t,
      upTo,
      limit,
    );
  }

  setTracking(party: string, kind: string, trackingId: string, content: string): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO tracking (party, kind, tracking_id, content) VALUES (?, ?, ?, ?)",
      this.#sql.numberOf(party),
      kind,
      trackingId,
      content,
    );
  }

  tracking(party: string, kind: string, trackingId: string): string | undefined {
    const p = this.#sql.known(party);
    if (p === undefined) return undefined;
    return this.#sql.get<{ readonly content: string }>(
      "SELECT content FROM tracking WHERE party = ? AND kind = ? AND tracking_id = ?",
      p,
      kind,
      trackingId,
    )?.content;
  }

  /** What is kept under the tracking ids of a kind from one up to before another, in order. */
  trackingRange(
    party: string,
    kind: string,
    from: string,
    until: string,
    limit: number,
  ): ReadonlyArray<string> {
    const p = this.#sql.known(party);
    if (p === undefined) return [];
    return this.#sql
      .all<{ readonly content: string }>(
        `SELECT content FROM tracking
          WHERE party = ? AND kind = ? AND tracking_id >= ? AND tracking_id < ?
          ORDER BY tracking_id LIMIT ?`,
        p,
        kind,
        from,
        until,
        limit,
      )
      .map(({ content }) => content);
  }

  addOutcome(commandId: string, at: number, content: string): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO outcomes (command_id, at, content) VALUES (?, ?, ?)",
      commandId,
      at,
      content,
    );
  }

  forgetOutcomes(before: number): void {
    this.#sql.run("DELETE FROM outcomes WHERE at < ?", before);
  }

  outcome(commandId: string): string | undefined {
    return this.#sql.get<{ readonly content: string }>(
      "SELECT content FROM outcomes WHERE command_id = ?",
      commandId,
    )?.content;
  }
}
