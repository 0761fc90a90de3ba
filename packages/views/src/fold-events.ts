import {
  type CreateNode,
  decodeLedgerEvent,
  type ExerciseNode,
  type LedgerEvent,
  type TransactionCommitted,
} from "@tallystick/core";
import type Database from "better-sqlite3";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { transientContracts } from "./project-transaction.js";
import { activeEra, eraOf, everyParty, hashText, recreateTables, role } from "./schema.js";
import type { ViewsFailure } from "./views.js";

/** How far the journal has been folded. */
export interface Checkpoint {
  readonly offset: number;
  /** Record time of the event at that offset, microseconds; 0 at the beginning. */
  readonly recordTime: number;
}

/** Consecutive events, packed so that they are cheap to hand to another thread. */
export interface EventBatch {
  /** Offset of the first event. */
  readonly firstOffset: number;
  readonly types: ReadonlyArray<string>;
  readonly data: ReadonlyArray<string>;
}

/** Folds events into the tables of one database; each batch is one transaction together with the checkpoint. */
export interface EventFolder {
  readonly checkpoint: () => Checkpoint;
  /** Left `gap` or `journal`: nothing of the batch was folded. Throws what SQLite throws. */
  readonly fold: (batch: EventBatch) => Either<ViewsFailure, Checkpoint>;
  readonly reset: () => void;
}

const maxCachedNames = 200_000;

interface ContractRow {
  readonly seq: number;
  readonly template: number;
  readonly created_at: number;
}

const prepareStatements = (db: Database.Database) => ({
  begin: db.prepare("BEGIN IMMEDIATE"),
  commit: db.prepare("COMMIT"),
  rollback: db.prepare("ROLLBACK"),
  checkpoint: db.prepare<[], { offset: number; record_time: number; next_seq: number }>(
    "SELECT offset, record_time, next_seq FROM checkpoint WHERE id = 1",
  ),
  advance: db.prepare<[number, number, number]>(
    "UPDATE checkpoint SET offset = ?, record_time = ?, next_seq = ? WHERE id = 1",
  ),
  nameId: db.prepare<[string], number>("SELECT id FROM names WHERE text = ?").pluck(),
  addName: db.prepare<[string]>("INSERT INTO names (text) VALUES (?)"),
  addSubmission: db.prepare<[number, number, number, number | null, string]>(
    "INSERT INTO submissions (offset, accepted, first_seq, update_hash, data) VALUES (?, ?, ?, ?, ?)",
  ),
  submissionData: db
    .prepare<[number], string>("SELECT data FROM submissions WHERE offset = ?")
    .pluck(),
  firstSeq: db
    .prepare<[number], number>("SELECT first_seq FROM submissions WHERE offset = ?")
    .pluck(),
  addPartySubmission: db.prepare<[number, number, number]>(
    "INSERT INTO party_submissions (party, offset, roles) VALUES (?, ?, ?)",
  ),
  addContract: db.prepare<[number, number, number, number, number]>(
    "INSERT INTO contracts (id_hash, seq, template, created_at, archived_at) VALUES (?, ?, ?, ?, ?)",
  ),
  activeByHash: db.prepare<[number], ContractRow>(
    "SELECT seq, template, created_at FROM contracts WHERE id_hash = ? AND archived_at = 0",
  ),
  archiveContract: db.prepare<[number, number, number]>(
    "UPDATE contracts SET archived_at = ? WHERE id_hash = ? AND seq = ?",
  ),
  addPartyContract: db.prepare<[number, number, number, number, number, number]>(
    "INSERT INTO party_contracts (party, era, template, seq, created_at, archived_at) VALUES (?, ?, ?, ?, ?, ?)",
  ),
  archivePartyContract: db.prepare<[number, number, number, number, number]>(
    `UPDATE party_contracts SET era = ?, archived_at = ?
     WHERE party = ? AND era = ${activeEra} AND template = ? AND seq = ?`,
  ),
});

type Statements = ReturnType<typeof prepareStatements>;

const nameInterner = (sql: Statements) => {
  const known = new Map<string, number>();
  const intern = (text: string): number => {
    const cached = known.get(text);
    if (cached !== undefined) {
      return cached;
    }
    if (known.size >= maxCachedNames) {
      known.clear();
    }
    const id = sql.nameId.get(text) ?? Number(sql.addName.run(text).lastInsertRowid);
    known.set(text, id);
    return id;
  };
  return { intern, forget: () => known.clear() };
};

const createIn = (event: LedgerEvent, nth: number): CreateNode | undefined =>
  event.type === "TransactionCommitted"
    ? event.nodes.filter((node) => node.kind === "create")[nth]
    : undefined;

class TransactionFolder {
  readonly #sql: Statements;
  readonly #intern: (text: string) => number;
  readonly #roles = new Map<number, number>();
  nextSeq = 1;

  constructor(sql: Statements, intern: (text: string) => number) {
    this.#sql = sql;
    this.#intern = intern;
  }

  addSubmission(event: LedgerEvent, offset: number, data: string): ViewsFailure | undefined {
    switch (event.type) {
      case "TransactionCommitted":
        return this.#addTransaction(event, offset, data);
      case "CommandRejected":
        this.#roles.clear();
        this.#give(event.actAs, role.submitter);
        this.#sql.addSubmission.run(offset, 0, this.nextSeq, null, data);
        this.#writeRoles(offset);
        return undefined;
      case "LedgerInitialized":
      case "PackageRegistered":
      case "PartyAllocated":
      case "UserCreated":
      case "UserRightsGranted":
        return undefined;
    }
  }

  #addTransaction(
    event: TransactionCommitted,
    offset: number,
    data: string,
  ): ViewsFailure | undefined {
    this.#roles.clear();
    this.#give(event.actAs, role.submitter);
    this.#sql.addSubmission.run(offset, 1, this.nextSeq, hashText(event.updateId), data);
    const transient = transientContracts(event.nodes);
    for (const node of event.nodes) {
      if (node.kind === "create") {
        this.#addContract(node, offset, transient.has(node.contractId));
        continue;
      }
      this.#give(node.witnesses, role.witness);
      if (node.consuming && !transient.has(node.contractId)) {
        const failure = this.#archiveContract(node, offset);
        if (failure !== undefined) {
          return failure;
        }
      }
    }
    this.#writeRoles(offset);
    return undefined;
  }

  #addContract(node: CreateNode, offset: number, isTransient: boolean): void {
    const seq = this.nextSeq++;
    if (node.witnesses !== undefined) {
      this.#give(node.witnesses, role.witness);
    }
    const roles = isTransient ? role.witness : role.witness | role.stakeholder;
    this.#give(node.signatories, roles);
    this.#give(node.observers, roles);
    if (isTransient) {
      return;
    }
    const template = this.#intern(node.templateId);
    this.#sql.addContract.run(hashText(node.contractId), seq, template, offset, 0);
    this.#sql.addPartyContract.run(everyParty, activeEra, template, seq, offset, 0);
    for (const party of node.signatories) {
      this.#sql.addPartyContract.run(this.#intern(party), activeEra, template, seq, offset, 0);
    }
    for (const party of node.observers) {
      this.#sql.addPartyContract.run(this.#intern(party), activeEra, template, seq, offset, 0);
    }
  }

  #archiveContract(node: ExerciseNode, offset: number): ViewsFailure | undefined {
    const idHash = hashText(node.contractId);
    const contract = this.#activeContract(idHash, node.contractId);
    if (contract === undefined) {
      return {
        kind: "journal",
        offset,
        message: `event ${offset} archives contract ${node.contractId}, which is not active there`,
      };
    }
    const { seq, template } = contract;
    const era = eraOf(offset);
    this.#give(node.stakeholders, role.stakeholder);
    this.#sql.archiveContract.run(offset, idHash, seq);
    this.#sql.archivePartyContract.run(era, offset, everyParty, template, seq);
    for (const party of node.stakeholders) {
      this.#sql.archivePartyContract.run(era, offset, this.#intern(party), template, seq);
    }
    return undefined;
  }

  #activeContract(idHash: number, contractId: string): ContractRow | undefined {
    const found = this.#sql.activeByHash.all(idHash);
    return found.length < 2
      ? found[0]
      : found.find((row) => this.#isContract(row, contractId));
  }

  #isContract(row: ContractRow, contractId: string): boolean {
    const data = this.#sql.submissionData.get(row.created_at);
    const firstSeq = this.#sql.firstSeq.get(row.created_at);
    if (data === undefined || firstSeq === undefined) {
      return false;
    }
    const event = decodeLedgerEvent("TransactionCommitted", data);
    return (
      !isLeft(event) && createIn(event.right, row.seq - firstSeq)?.contractId === contractId
    );
  }

  #give(parties: ReadonlyArray<string>, roles: number): void {
    for (const party of parties) {
      const id = this.#intern(party);
      this.#roles.set(id, (this.#roles.get(id) ?? 0) | roles);
    }
  }

  #writeRoles(offset: number): void {
    for (const [party, roles] of this.#roles) {
      this.#sql.addPartySubmission.run(party, offset, roles);
    }
  }
}

const decodeBatch = (
  batch: EventBatch,
  skip: number,
): Either<ViewsFailure, ReadonlyArray<LedgerEvent>> => {
  const events: Array<LedgerEvent> = [];
  for (let i = skip; i < batch.data.length; i++) {
    const event = decodeLedgerEvent(batch.types[i] ?? "", batch.data[i] ?? "");
    if (isLeft(event)) {
      const offset = batch.firstOffset + i;
      return left({
        kind: "journal",
        offset,
        message: `event ${offset} cannot be read: ${String(event.left)}`,
      });
    }
    events.push(event.right);
  }
  return right(events);
};

/** The folder of an opened database. */
export const eventFolder = (db: Database.Database): EventFolder => {
  const sql = prepareStatements(db);
  const names = nameInterner(sql);
  const transactions = new TransactionFolder(sql, names.intern);
  let checkpoint: Checkpoint = { offset: 0, recordTime: 0 };

  const readCheckpoint = (): void => {
    const row = sql.checkpoint.get();
    checkpoint = { offset: row?.offset ?? 0, recordTime: row?.record_time ?? 0 };
    transactions.nextSeq = row?.next_seq ?? 1;
  };

  const undo = (): void => {
    names.forget();
    if (db.inTransaction) {
      sql.rollback.run();
    }
    readCheckpoint();
  };

  const write = (
    events: ReadonlyArray<LedgerEvent>,
    batch: EventBatch,
    skip: number,
  ): ViewsFailure | undefined => {
    let recordTime = checkpoint.recordTime;
    for (const [i, event] of events.entries()) {
      recordTime = event.recordTime;
      const offset = batch.firstOffset + skip + i;
      const failure = transactions.addSubmission(event, offset, batch.data[skip + i] ?? "");
      if (failure !== undefined) {
        return failure;
      }
    }
    const offset = batch.firstOffset + batch.data.length - 1;
    sql.advance.run(offset, recordTime, transactions.nextSeq);
    checkpoint = { offset, recordTime };
    return undefined;
  };

  const fold = (batch: EventBatch): Either<ViewsFailure, Checkpoint> => {
    const expectedOffset = checkpoint.offset + 1;
    const skip = expectedOffset - batch.firstOffset;
    if (skip < 0) {
      const message = `event ${expectedOffset} should come next, not ${batch.firstOffset}`;
      return left({ kind: "gap", expectedOffset, actualOffset: batch.firstOffset, message });
    }
    if (skip >= batch.data.length) {
      return right(checkpoint);
    }
    const events = decodeBatch(batch, skip);
    if (isLeft(events)) {
      return events;
    }
    try {
      sql.begin.run();
      const failure = write(events.right, batch, skip);
      if (failure !== undefined) {
        undo();
        return left(failure);
      }
      sql.commit.run();
      return right(checkpoint);
    } catch (thrown) {
      undo();
      throw thrown;
    }
  };

  const reset = (): void => {
    recreateTables(db);
    names.forget();
    readCheckpoint();
  };

  readCheckpoint();
  return { checkpoint: () => checkpoint, fold, reset };
};
