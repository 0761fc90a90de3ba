import { decodeLedgerEvent, type LedgerEvent } from "@tallystick/core";
import type Database from "better-sqlite3";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FoldStatements, foldStatements } from "../sqlite/fold-statements.js";
import { type NameInterner, nameInterner } from "../sqlite/name-interner.js";
import { recreateTables } from "../sqlite/schema.js";
import { SubmissionFolder } from "./submission-folder.js";
import type { ViewsError } from "../interface/views.js";

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
  fold(batch: EventBatch): Either<ViewsError, Checkpoint>;
  reset(): void;
}

const decodeAt = (batch: EventBatch, offset: number): Either<ViewsError, LedgerEvent> => {
  const i = offset - batch.firstOffset;
  const event = decodeLedgerEvent(batch.types[i] ?? "", batch.data[i] ?? "", offset);
  return isLeft(event)
    ? left({ kind: "journal", offset, message: `event ${offset} cannot be read: ${event.left}` })
    : event;
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

  fold(batch: EventBatch): Either<ViewsError, Checkpoint> {
    const expectedOffset = this.#checkpoint.offset + 1;
    const skip = expectedOffset - batch.firstOffset;
    if (skip < 0) {
      const message = `event ${expectedOffset} should come next, not ${batch.firstOffset}`;
      return left({ kind: "gap", expectedOffset, actualOffset: batch.firstOffset, message });
    }
    if (skip >= batch.data.length) {
      return right(this.#checkpoint);
    }
    try {
      this.#sql.begin.run();
      const error = this.#write(batch);
      if (error !== undefined) {
        this.#undo();
        return left(error);
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

  // events are read one by one, so that they are garbage before the next is read
  #write(batch: EventBatch): ViewsError | undefined {
    let { offset, recordTime } = this.#checkpoint;
    const last = batch.firstOffset + batch.data.length - 1;
    while (offset < last) {
      offset++;
      const event = decodeAt(batch, offset);
      if (isLeft(event)) {
        return event.left;
      }
      recordTime = event.right.recordTime;
      const data = batch.data[offset - batch.firstOffset] ?? "";
      const error = this.#submissions.addSubmission(event.right, offset, data);
      if (error !== undefined) {
        return error;
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
