import { decodeLedgerEvent, type LedgerEvent } from "@tallystick/core";
import type Database from "better-sqlite3";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FoldStatements, foldStatements } from "./fold-statements.js";
import { type NameInterner, nameInterner } from "./name-interner.js";
import { recreateTables } from "./schema.js";
import { SubmissionFolder } from "./submission-folder.js";
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
  checkpoint(): Checkpoint;
  /** Left `gap` or `journal`: nothing of the batch was folded. Throws what SQLite throws. */
  fold(batch: EventBatch): Either<ViewsFailure, Checkpoint>;
  reset(): void;
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

class DatabaseFolder implements EventFolder {
  readonly #db: Database.Database;
  readonly #sql: FoldStatements;
  readonly #names: NameInterner;
  readonly #submissions: SubmissionFolder;
  #checkpoint: Checkpoint = { offset: 0, recordTime: 0 };

  constructor(db: Database.Database) {
    this.#db = db;
    this.#sql = foldStatements(db);
    this.#names = nameInterner(this.#sql);
    this.#submissions = new SubmissionFolder(this.#sql, this.#names.intern);
    this.#readCheckpoint();
  }

  checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  fold(batch: EventBatch): Either<ViewsFailure, Checkpoint> {
    const expectedOffset = this.#checkpoint.offset + 1;
    const skip = expectedOffset - batch.firstOffset;
    if (skip < 0) {
      const message = `event ${expectedOffset} should come next, not ${batch.firstOffset}`;
      return left({ kind: "gap", expectedOffset, actualOffset: batch.firstOffset, message });
    }
    if (skip >= batch.data.length) {
      return right(this.#checkpoint);
    }
    const events = decodeBatch(batch, skip);
    if (isLeft(events)) {
      return events;
    }
    try {
      this.#sql.begin.run();
      const failure = this.#write(events.right, batch);
      if (failure !== undefined) {
        this.#undo();
        return left(failure);
      }
      this.#sql.commit.run();
      return right(this.#checkpoint);
    } catch (thrown) {
      this.#undo();
      throw thrown;
    }
  }

  reset(): void {
    recreateTables(this.#db);
    this.#names.forget();
    this.#readCheckpoint();
  }

  #write(events: ReadonlyArray<LedgerEvent>, batch: EventBatch): ViewsFailure | undefined {
    let { recordTime } = this.#checkpoint;
    let offset = this.#checkpoint.offset;
    for (const event of events) {
      offset++;
      recordTime = event.recordTime;
      const data = batch.data[offset - batch.firstOffset] ?? "";
      const failure = this.#submissions.addSubmission(event, offset, data);
      if (failure !== undefined) {
        return failure;
      }
    }
    this.#sql.advance.run(offset, recordTime, this.#submissions.nextSeq);
    this.#checkpoint = { offset, recordTime };
    return undefined;
  }

  #undo(): void {
    this.#names.forget();
    if (this.#db.inTransaction) {
      this.#sql.rollback.run();
    }
    this.#readCheckpoint();
  }

  #readCheckpoint(): void {
    const row = this.#sql.checkpoint.get();
    this.#checkpoint = { offset: row?.offset ?? 0, recordTime: row?.record_time ?? 0 };
    this.#submissions.nextSeq = row?.next_seq ?? 1;
  }
}

/** The folder of an opened database. */
export const eventFolder = (db: Database.Database): EventFolder => new DatabaseFolder(db);
