import type Database from "better-sqlite3";
import { activeEra } from "./schema.js";

/** A contract as its id finds it. */
export interface ContractRow {
  readonly seq: number;
  readonly template: number;
  readonly created_at: number;
}

/** The row of the checkpoint. */
export interface CheckpointRow {
  readonly offset: number;
  readonly record_time: number;
  readonly next_seq: number;
}

type Statement<P extends Array<unknown>, R = unknown> = Database.Statement<P, R>;

/** The statements with which events are folded; their parameters are in the order of the columns. */
export interface FoldStatements {
  readonly begin: Statement<[]>;
  readonly commit: Statement<[]>;
  readonly rollback: Statement<[]>;
  readonly checkpoint: Statement<[], CheckpointRow>;
  readonly advance: Statement<[offset: number, recordTime: number, nextSeq: number]>;
  readonly nameId: Statement<[text: string], number>;
  readonly addName: Statement<[text: string]>;
  readonly addSubmission: Statement<
    [offset: number, accepted: number, firstSeq: number, updateHash: number | null, data: string]
  >;
  readonly submissionData: Statement<[offset: number], string>;
  readonly firstSeq: Statement<[offset: number], number>;
  readonly addPartySubmission: Statement<[party: number, offset: number, roles: number]>;
  readonly addContract: Statement<
    [idHash: number, seq: number, template: number, createdAt: number, archivedAt: number]
  >;
  readonly activeByHash: Statement<[idHash: number], ContractRow>;
  readonly archiveContract: Statement<[archivedAt: number, idHash: number, seq: number]>;
  readonly addPartyContract: Statement<
    [
      party: number,
      era: number,
      template: number,
      seq: number,
      createdAt: number,
      archivedAt: number,
    ]
  >;
  readonly archivePartyContract: Statement<
    [era: number, archivedAt: number, party: number, template: number, seq: number]
  >;
  readonly addAllocation: Statement<
    [offset: number, party: number, recordTime: number, updateHash: number]
  >;
}

/** Prepares the statements on a writing connection. */
export const foldStatements = (db: Database.Database): FoldStatements => ({
  begin: db.prepare("BEGIN IMMEDIATE"),
  commit: db.prepare("COMMIT"),
  rollback: db.prepare("ROLLBACK"),
  checkpoint: db.prepare("SELECT offset, record_time, next_seq FROM checkpoint WHERE id = 1"),
  advance: db.prepare(
    "UPDATE checkpoint SET offset = ?, record_time = ?, next_seq = ? WHERE id = 1",
  ),
  nameId: db.prepare<[string], number>("SELECT id FROM names WHERE text = ?").pluck(),
  addName: db.prepare("INSERT INTO names (text) VALUES (?)"),
  addSubmission: db.prepare(
    "INSERT INTO submissions (offset, accepted, first_seq, update_hash, data) VALUES (?, ?, ?, ?, ?)",
  ),
  submissionData: db
    .prepare<[number], string>("SELECT data FROM submissions WHERE offset = ?")
    .pluck(),
  firstSeq: db
    .prepare<[number], number>("SELECT first_seq FROM submissions WHERE offset = ?")
    .pluck(),
  addPartySubmission: db.prepare(
    "INSERT INTO party_submissions (party, offset, roles) VALUES (?, ?, ?)",
  ),
  addContract: db.prepare(
    "INSERT INTO contracts (id_hash, seq, template, created_at, archived_at) VALUES (?, ?, ?, ?, ?)",
  ),
  activeByHash: db.prepare(
    "SELECT seq, template, created_at FROM contracts WHERE id_hash = ? AND archived_at = 0",
  ),
  archiveContract: db.prepare("UPDATE contracts SET archived_at = ? WHERE id_hash = ? AND seq = ?"),
  addPartyContract: db.prepare(
    "INSERT INTO party_contracts (party, era, template, seq, created_at, archived_at) VALUES (?, ?, ?, ?, ?, ?)",
  ),
  archivePartyContract: db.prepare(
    `UPDATE party_contracts SET era = ?, archived_at = ?
     WHERE party = ? AND era = ${activeEra} AND template = ? AND seq = ?`,
  ),
  addAllocation: db.prepare(
    "INSERT INTO allocations (offset, party, record_time, update_hash) VALUES (?, ?, ?, ?)",
  ),
});
