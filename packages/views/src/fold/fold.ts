import type { Database } from "@tallystick/sqlite";
import type { Checkpoint as FileCheckpoint, FileKind } from "@tallystick/tables";
import type { JournalEntry } from "../interface/views.js";

/** How far the journal is folded. */
export interface Checkpoint {
  /** Offset of the last event; 0 at the beginning. */
  readonly offset: number;
  /** Record time of that event, or of one before it; microseconds, 0 at the beginning. */
  readonly recordTime: number;
  /** Chain hash of that event, when the journal gave it. */
  readonly hash: string;
}

export const noEvents: Checkpoint = { offset: 0, recordTime: 0, hash: "" };

/** Tables that are read and checked. All functions throw `TableDamage`, and what SQLite throws. */
export interface CheckedTables<Tables> {
  readonly tables: Tables;
  /** Reads everything and compares it with its checksums. */
  check(): void;
  /** `check` in steps, between which events may be folded. */
  checkParts(): Iterator<void>;
}

/** The tables of one journal in an open database, while events are folded into them. */
export interface FoldedTables<Tables, Changes> extends CheckedTables<Tables> {
  checkpoint(): Checkpoint;
  /** Folds entries that continue the checkpoint, all or none. Throws `UnreadableEvent` too. */
  fold(entries: ReadonlyArray<JournalEntry>): Changes;
  /** Writes what was folded, if that is only in memory. After an exception it can be retried. */
  write(): void;
}

/** A fold: what is made of the events of a journal, in the tables of one file. */
export interface Fold<Row extends FileCheckpoint, Tables, Changes> {
  readonly kind: FileKind<Row>;
  /**
   * Opens the tables of the row's journal.
   *
   * @param row the checkpoint in the database, or that of an empty one
   */
  readonly open: (db: Database, row: Row) => FoldedTables<Tables, Changes>;
  /** How long folded entries stay in memory; milliseconds. Absent: each fold writes. */
  readonly writeAfterMs?: number;
  /**
   * Reads through a connection of its own while a thread folds. Absent: the tables cannot be read
   * meanwhile, nor before they have caught up with the journal.
   */
  readonly reader?: (db: Database, journal: string) => CheckedTables<Tables>;
}

/** The journal has an event that cannot be read, or contradicts earlier ones. */
export class UnreadableEvent extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}
