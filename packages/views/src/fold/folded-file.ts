import { Listeners, systemTimers, type Timer, type Timers } from "@tallystick/background";
import { type Database, sqliteCode } from "@tallystick/sqlite";
import {
  type Checkpoint as FileCheckpoint,
  checkpointReader,
  isDamage,
  markDamaged,
  openEmptyTableFile,
  openTableFile,
  type TableFile,
  textOfThrown,
} from "@tallystick/tables";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { closed } from "../interface/passing-errors.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import { idleCheckpoint, type IdleCheckpoint } from "../sqlite/idle-checkpoint.js";
import { logCopies, type LogCopies } from "../sqlite/log-copies.js";
import { continuing } from "./continuing.js";
import {
  type Checkpoint,
  type Fold,
  type FoldedTables,
  noEvents,
  UnreadableEvent,
} from "./fold.js";

/** The next write waits so many times as long as the last one took: most leaves change again. */
const restAfterWrite = 10;
/** The longest wait; a process that is killed folds so much again. Milliseconds. */
const longestRestMs = 1_000;

export interface FoldingFile {
  /** Its path, or ":memory:". */
  readonly path: string;
  /** Hash of the journal's first event; absent before it is known. */
  readonly journal?: string | undefined;
  /** True where others wait for its thread: its log is copied in another one. */
  readonly copiesLogInThread?: boolean | undefined;
  readonly timers?: Timers | undefined;
}

/**
 * The file of a fold in the thread that folds into it. Damage empties it; other errors of the disk
 * count as transient. What it held has to be folded again from offset 1.
 */
export class FoldedFile<Row extends FileCheckpoint, Tables, Changes> {
  readonly #fold: Fold<Row, Tables, Changes>;
  readonly #file: FoldingFile;
  readonly #timers: Timers;
  readonly #idle: IdleCheckpoint;
  readonly #copies: LogCopies | undefined;
  readonly #emptied = new Listeners<[damage: string | undefined]>();
  /**
   * Calls back when the file was emptied, with the damage found, unless it belonged to another
   * journal.
   */
  readonly onEmptied = this.#emptied.add;
  #opened: TableFile<Row> | undefined;
  /** Undefined before the journal is known, and while they cannot be created. */
  #tables: FoldedTables<Tables, Changes> | undefined;
  #journal: string;
  #writing: Timer | undefined;
  /** How long the last write took; milliseconds. */
  #writeTook = 0;
  #isClosed = false;
  #ended: Promise<void> | undefined;
  #marks = 0;

  constructor(fold: Fold<Row, Tables, Changes>, file: FoldingFile, opened: TableFile<Row>) {
    this.#fold = fold;
    this.#file = file;
    this.#timers = file.timers ?? systemTimers;
    this.#journal = file.journal ?? "";
    this.#opened = opened;
    this.#copies = file.copiesLogInThread === true ? logCopies(file.path) : undefined;
    this.#idle = idleCheckpoint(() => this.db, { copies: this.#copies, timers: this.#timers });
  }

  /** Why an earlier file was deleted at opening, if it was. */
  get rebuiltBecause(): string | undefined {
    return this.#opened?.rebuiltBecause;
  }

  get db(): Database | undefined {
    return this.#opened?.db;
  }

  /** Undefined before `begin`, and while they cannot be created. */
  get tables(): FoldedTables<Tables, Changes> | undefined {
    return this.#tables;
  }

  get checkpoint(): Checkpoint {
    return this.#tables?.checkpoint() ?? { ...noEvents, ...endOf(this.#opened?.checkpoint) };
  }

  /**
   * Opens the tables of a journal; those of another one, or beyond its end, are emptied.
   *
   * @param journal hash of its first event
   */
  begin(journal: string, ledgerEnd: number): void {
    const row = this.#opened?.checkpoint;
    const isOurs = row === undefined || isNew(row) || row.journal === journal;
    this.#journal = journal;
    if (!isOurs || this.checkpoint.offset > ledgerEnd) return this.empty(undefined);
    try {
      this.#writable();
    } catch (thrown) {
      if (isDamage(thrown)) this.empty(textOfThrown(thrown));
    }
  }

  /**
   * Folds entries that continue the checkpoint; earlier ones are skipped. Left `gap`, `journal`,
   * `file` for transient errors, `damaged` when the file was emptied.
   */
  fold(entries: ReadonlyArray<JournalEntry>): Either<ViewsError, Changes> {
    if (this.#isClosed) return left(closed);
    this.#idle.busy();
    try {
      const tables = this.#writable();
      const changes = pipe(
        continuing(entries, tables.checkpoint().offset),
        map((next) => tables.fold(next)),
      );
      this.#writeLater();
      return changes;
    } catch (thrown) {
      return left(this.#foldError(thrown, entries[0]?.offset ?? 0));
    }
  }

  #writeLater(): void {
    const { writeAfterMs } = this.#fold;
    if (writeAfterMs === undefined || this.#writing !== undefined) return;
    const rest = Math.min(longestRestMs, restAfterWrite * this.#writeTook);
    const delay = Math.max(writeAfterMs, rest);
    this.#writing = this.#timers.after(delay, () => this.write()).unref();
  }

  /**
   * Writes the folded entries. After an error of the disk the next fold tries again; damage empties
   * the file.
   */
  write(): void {
    this.#writing?.cancel();
    this.#writing = undefined;
    this.#idle.busy();
    const began = this.#timers.nowMs();
    try {
      this.#tables?.write();
      this.#writeTook = this.#timers.nowMs() - began;
      this.#copies?.written();
    } catch (thrown) {
      if (isDamage(thrown)) this.empty(textOfThrown(thrown));
      else if (sqliteCode(thrown) === undefined) throw thrown;
    }
  }

  /**
   * Deletes the file and creates it again.
   *
   * @param damage what was found
   */
  empty(damage: string | undefined): void {
    // the next opening rebuilds it, should this process not be able to
    if (damage !== undefined) markDamaged(this.#file.path, damage);
    this.#opened?.db.close();
    [this.#opened, this.#tables] = [undefined, undefined];
    try {
      this.#writable();
    } catch {
      // the next fold tries again, and reports the error
    }
    this.#emptied.tell(damage);
  }

  /**
   * Remembers what a file in memory holds now. All work after it is one transaction that is never
   * committed.
   *
   * @returns brings it back, as often as it is called; undefined while there are no tables
   */
  mark(): (() => void) | undefined {
    this.write();
    const opened = this.#opened;
    if (opened === undefined || this.#tables === undefined) return undefined;
    const name = `mark_${(this.#marks += 1)}`;
    opened.db.exec(`SAVEPOINT ${name}`);
    return () => this.#rewind(opened.db, name);
  }

  #rewind(db: Database, name: string): void {
    if (this.#opened?.db !== db) throw new Error("the file was emptied since");
    this.#writing?.cancel();
    this.#writing = undefined;
    db.exec(`ROLLBACK TO ${name}`);
    const { kind } = this.#fold;
    this.#opened = { ...this.#opened, checkpoint: checkpointReader(db, kind.empty(""))() };
    this.#tables = undefined;
    this.#writable();
  }

  close(): void {
    if (this.#isClosed) return;
    this.write();
    this.#isClosed = true;
    this.#idle.stop();
    this.#opened?.db.close();
    this.#ended = this.#copies?.stop();
  }

  /** Resolves when no thread has it open any more; after `close`. */
  async ended(): Promise<void> {
    await this.#ended;
  }

  /** The tables, created or opened again if that failed before. */
  #writable(): FoldedTables<Tables, Changes> {
    if (this.#tables !== undefined) return this.#tables;
    const opened = this.#opened ?? this.#created();
    const { checkpoint } = opened;
    const row = isNew(checkpoint) ? this.#fold.kind.empty(this.#journal) : checkpoint;
    this.#opened = { ...opened, checkpoint: row };
    return (this.#tables = this.#fold.open(opened.db, row));
  }

  #created(): TableFile<Row> {
    const created = openEmptyTableFile(this.#file.path, this.#fold.kind, undefined, this.#journal);
    if (isLeft(created)) throw new CannotOpen(created.left.message);
    return created.right;
  }

  #foldError(thrown: unknown, offset: number): ViewsError {
    const text = textOfThrown(thrown);
    if (thrown instanceof UnreadableEvent)
      return { kind: "journal", offset: thrown.offset, message: text };
    if (isDamage(thrown)) {
      this.empty(text);
      return { kind: "damaged", message: `${this.#file.path} is damaged: ${text}` };
    }
    if (sqliteCode(thrown) !== undefined || thrown instanceof CannotOpen)
      return { kind: "file", message: `${this.#file.path}: ${text}` };
    return { kind: "journal", offset, message: `the events from ${offset} on: ${text}` };
  }
}

class CannotOpen extends Error {}

const isNew = ({ journal, totals }: FileCheckpoint): boolean =>
  journal === "" && totals.blocks === 0;

const endOf = (row: FileCheckpoint | undefined): Partial<Checkpoint> =>
  row === undefined ? {} : { offset: row.offset, hash: row.hash };

/** Opens the file of a fold. Left `file` when that fails, or it is another program's. */
export const openFoldedFile = <Row extends FileCheckpoint, Tables, Changes>(
  fold: Fold<Row, Tables, Changes>,
  file: FoldingFile,
): Either<ViewsError, FoldedFile<Row, Tables, Changes>> => {
  const opened = openTableFile(file.path, fold.kind, file.journal);
  return isLeft(opened) ? opened : right(new FoldedFile(fold, file, opened.right));
};
