import { decodeLedgerEvent, type PastEvent } from "@tallystick/core";
import type { Database, Statement } from "@tallystick/sqlite";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  BlockWriter,
  checkpointReader,
  checkpointWriter,
  checkSeed,
  Names,
} from "@tallystick/tables";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import { textKeeper } from "../sqlite/kept-texts.js";
import { emptyViewsCheckpoint, type ViewsCheckpoint } from "../sqlite/views-kind.js";
import { EventIndexer } from "./event-indexer.js";

/** The progress of folding. */
export interface Checkpoint {
  readonly offset: number;
  /** Record time of the event at that offset, microseconds; 0 at the beginning. */
  readonly recordTime: number;
  /** Chain hash of the event at that offset, when the journal gave it. */
  readonly hash: string;
}

/**
 * Folds events into the tables of one database; each batch is one transaction together with the
 * checkpoint.
 */
export interface EventFolder {
  checkpoint(): Checkpoint;
  /**
   * Left `gap` or `journal`: nothing of the batch was folded. Throws what SQLite throws, and
   * `TableDamage`.
   */
  fold(batch: ReadonlyArray<JournalEntry>): Either<ViewsError, Checkpoint>;
}

/** The participant id. */
export interface FoldedJournal {
  /** Hash of the journal's first event. */
  readonly journalId: string;
  /** Whether the views keep a copy of the events. */
  readonly keepsTexts: boolean;
}

const decodeAt = ({ offset, type, data }: JournalEntry): Either<ViewsError, PastEvent> => {
  const event = decodeLedgerEvent(type, data, offset);
  return isLeft(event)
    ? left({
        kind: "journal",
        offset,
        message: `event ${offset} cannot be read: ${event.left.reason}`,
      })
    : event;
};

class DatabaseFolder implements EventFolder {
  readonly #db: Database;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  readonly #journal: string;
  readonly #readRow: () => ViewsCheckpoint;
  readonly #writeRow: (row: ViewsCheckpoint) => void;
  readonly #names: Names;
  readonly #writer: BlockWriter;
  readonly #indexer: EventIndexer;
  readonly #keepText: ((entry: JournalEntry) => void) | undefined;
  #checkpoint: Checkpoint = { offset: 0, recordTime: 0, hash: "" };

  constructor(db: Database, { journalId, keepsTexts }: FoldedJournal) {
    this.#db = db;
    this.#journal = journalId;
    const seed = checkSeed(journalId);
    this.#begin = db.prepare("BEGIN IMMEDIATE");
    this.#commit = db.prepare("COMMIT");
    this.#rollback = db.prepare("ROLLBACK");
    this.#readRow = checkpointReader(db, emptyViewsCheckpoint(""));
    this.#writeRow = checkpointWriter(db);
    this.#names = new Names(db, seed);
    this.#writer = new BlockWriter(db, seed);
    this.#indexer = new EventIndexer(this.#writer, this.#names);
    this.#keepText = keepsTexts ? textKeeper(db, seed) : undefined;
    this.#start();
  }

  checkpoint(): Checkpoint {
    return this.#checkpoint;
  }

  fold(batch: ReadonlyArray<JournalEntry>): Either<ViewsError, Checkpoint> {
    const expectedOffset = this.#checkpoint.offset + 1;
    const firstOffset = batch[0]?.offset ?? expectedOffset;
    if (firstOffset > expectedOffset) {
      const message = `event ${expectedOffset} should come next, not ${firstOffset}`;
      return left({ kind: "gap", expectedOffset, actualOffset: firstOffset, message });
    }
    const added = batch.slice(expectedOffset - firstOffset);
    if (added.length === 0) return right(this.#checkpoint);
    try {
      this.#begin.run();
      const error = this.#write(added);
      if (error !== undefined) {
        this.#undo();
        return left(error);
      }
      this.#commit.run();
      return right(this.#checkpoint);
    } catch (thrown) {
      this.#undo();
      throw thrown;
    }
  }

  // empty views have lists too: a missing one is damage
  #start(): void {
    this.#readCheckpoint();
    if (this.#writer.totals.blocks > 0) return;
    this.#indexer.begin();
    this.#db.transaction(() => this.#flush(this.#checkpoint));
  }

  // events are read one by one, so that only one is in memory
  #write(added: ReadonlyArray<JournalEntry>): ViewsError | undefined {
    let { offset, recordTime, hash } = this.#checkpoint;
    for (const entry of added) {
      const event = decodeAt(entry);
      if (isLeft(event)) return event.left;
      offset = entry.offset;
      recordTime = event.right.recordTime;
      hash = entry.hash ?? "";
      const error = this.#indexer.add(event.right, offset);
      if (error !== undefined) return error;
      this.#keepText?.(entry);
    }
    this.#flush({ offset, recordTime, hash });
    return undefined;
  }

  #flush(checkpoint: Checkpoint): void {
    this.#writer.flush();
    const { nodes, groups } = this.#indexer;
    const { count: names, check: namesCheck, done } = this.#names.flush();
    const { totals } = this.#writer;
    const journal = this.#journal;
    this.#writeRow({ journal, ...checkpoint, nodes, groups, names, namesCheck, totals });
    // uncommitted changes are dropped
    done();
    this.#checkpoint = checkpoint;
  }

  #undo(): void {
    if (this.#db.isTransaction) this.#rollback.run();
    this.#forget();
    this.#readCheckpoint();
  }

  #forget(): void {
    this.#indexer.forget();
    this.#names.forget();
  }

  #readCheckpoint(): void {
    const { offset, recordTime, hash, nodes, groups, names, namesCheck, totals } = this.#readRow();
    this.#writer.totals = totals;
    this.#names.catchUp(names, namesCheck);
    this.#indexer.nodes = nodes;
    this.#indexer.groups = groups;
    this.#checkpoint = { offset, recordTime, hash };
  }
}

/** The fold into an opened database. Throws `TableDamage`, and what SQLite throws. */
export const eventFolder = (db: Database, journal: FoldedJournal): EventFolder =>
  new DatabaseFolder(db, journal);
