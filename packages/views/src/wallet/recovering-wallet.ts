import { systemTimers, type Timer, type Timers } from "@tallystick/background";
import { sqliteCode } from "@tallystick/sqlite";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { isDamage, openEmptyTableFile, openTableFile, textOfThrown } from "@tallystick/tables";
import { ViewsUnreadable } from "../interface/views-unreadable.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import { viewsUnavailable } from "../query/query-error.js";
import { idleCheckpoint, type IdleCheckpoint } from "../sqlite/idle-checkpoint.js";
import { checkpointIn, type WalletChanges, WalletDatabase } from "./wallet-database.js";
import { UnreadableEvent, type WalletCheckpoint, walletStart } from "./wallet-fold.js";
import { notFolded, type Progress } from "./wallet-progress.js";
import { emptyWalletCheckpoint, type WalletFile, walletKind } from "./wallet-kind.js";
import type { WalletTables } from "./wallet-tables.js";
import { type RecoveryOptions, usualPace, type WritePace } from "./write-pace.js";

const closed: ViewsError = { kind: "closed", message: "the wallet's views are closed" };

/** Listener for the state of the wallet's file. */
interface RecoveryListener {
  /**
   * It was emptied, and has to be folded from offset 1 again; with the findings when it was
   * damaged.
   */
  readonly emptied: (damage: string | undefined) => void;
  /** It became unreadable, with the reason; undefined when it is readable again. */
  readonly unreadable: (reason: string | undefined) => void;
}

/**
 * The wallet's file with recovery from errors: damage empties it, other errors count as transient.
 * An emptied file is not read before it has caught up.
 */
export class RecoveringWallet {
  readonly #file: string;
  readonly #listener: RecoveryListener;
  readonly #pace: WritePace;
  readonly #idle: IdleCheckpoint;
  #opened: WalletFile | undefined;
  /** Undefined before the journal is known, and while the file cannot be created. */
  #database: WalletDatabase | undefined;
  #journal: string | undefined;
  /** Reads are refused below this offset. */
  #readableFrom = 0;
  /** The progress of the thread that has the file. */
  #lent: WalletCheckpoint | undefined;
  #isUnreadable = false;
  #isClosed = false;
  readonly #timers: Timers;
  #writing: Timer | undefined;

  constructor(
    file: string,
    opened: WalletFile,
    listener: RecoveryListener,
    { timers = systemTimers, pace = usualPace }: RecoveryOptions = {},
  ) {
    this.#timers = timers;
    this.#file = file;
    this.#pace = pace;
    this.#opened = opened;
    this.#listener = listener;
    this.#idle = idleCheckpoint(() => this.#opened?.db, undefined, timers);
  }

  /**
   * See `WalletViews.begin`.
   * @param readableFrom the offset below which reads are refused
   */
  begin(journal: string, ledgerEnd: number, readableFrom: number = 0): void {
    this.#readableFrom = Math.max(this.#readableFrom, readableFrom);
    const { checkpoint } = this;
    const isOurs = this.#opened?.checkpoint.journal === journal && checkpoint.offset <= ledgerEnd;
    const known = this.#journal;
    this.#journal = journal;
    const earlier = this.#opened?.rebuiltBecause;
    if (!isOurs) this.#empty(earlier);
    else if (known !== journal) this.#openDatabase();
  }

  get checkpoint(): WalletCheckpoint {
    if (this.#lent !== undefined) return this.#lent;
    if (this.#database !== undefined) return this.#database.checkpoint();
    return this.#opened === undefined ? walletStart : checkpointIn(this.#opened.checkpoint);
  }

  /** The progress while reads are refused; undefined when they are not. */
  behind(): Progress | undefined {
    const { offset } = this.checkpoint;
    const isReadable = this.#database !== undefined && offset >= this.#readableFrom;
    return isReadable ? undefined : { offset, end: Math.max(offset, this.#readableFrom) };
  }

  /** True while a thread has the file. */
  get isLent(): boolean {
    return this.#lent !== undefined;
  }

  /** Hash of the folded journal's first event; "" before it is known. */
  get journal(): string {
    return this.#journal ?? "";
  }

  /** The names of parties and templates. */
  names(): ReadonlySet<string> {
    return this.#database?.names() ?? new Set();
  }

  /** Closes the file, which a thread folds into from now on; reads are refused until `takeBack`. */
  lend(): void {
    if (this.#lent !== undefined) return;
    this.write();
    this.#lent = this.checkpoint;
    this.#opened?.db.close();
    [this.#opened, this.#database] = [undefined, undefined];
  }

  /** Sets the progress of the thread. */
  lentUpTo(checkpoint: WalletCheckpoint): void {
    this.#lent = checkpoint;
  }

  /** Opens the file again. Left `file` when that fails. */
  takeBack(): Either<ViewsError, void> {
    if (this.#isClosed) return left(closed);
    const opened = openTableFile(this.#file, walletKind);
    if (isLeft(opened)) return opened;
    this.#lent = undefined;
    this.#opened = opened.right;
    const { rebuiltBecause, checkpoint } = opened.right;
    if (checkpoint.journal === this.#journal) this.#openDatabase();
    else this.#empty(rebuiltBecause);
    return right(undefined);
  }

  /** Left `journal`, `file` for transient errors, `damaged` when the file was emptied. */
  fold(entries: ReadonlyArray<JournalEntry>): Either<ViewsError, WalletChanges> {
    if (this.#isClosed) return left(closed);
    this.#idle.busy();
    try {
      const changes = this.#writable().fold(entries);
      this.#writing ??= this.#timers.after(this.#pace.afterMs, () => this.write()).unref();
      return right(changes);
    } catch (thrown) {
      return left(this.#foldError(thrown, entries[0]?.offset ?? 0));
    }
  }

  /**
   * Writes the folded entries. After an error of the disk it retries later, and folds only a
   * limited amount until then; damage empties the file.
   */
  write(): void {
    this.#writing?.cancel();
    this.#writing = undefined;
    this.#idle.busy();
    try {
      this.#database?.write();
    } catch (thrown) {
      if (isDamage(thrown)) this.#empty(textOfThrown(thrown));
      else if (sqliteCode(thrown) === undefined) throw thrown;
    }
  }

  /** Reads; throws `ViewsUnreadable` when the file cannot be read now. */
  read<A>(read: (tables: WalletTables) => A): A {
    const database = this.#database;
    if (this.#isClosed) throw new ViewsUnreadable(viewsUnavailable(closed));
    const behind = this.behind();
    if (database === undefined || behind !== undefined)
      throw new ViewsUnreadable(viewsUnavailable(notFolded(behind)));
    try {
      const found = read(database.tables());
      if (this.#isUnreadable) this.#setUnreadable(undefined);
      return found;
    } catch (thrown) {
      throw new ViewsUnreadable(viewsUnavailable(this.#readError(thrown)));
    }
  }

  check(): Either<ViewsError, void> {
    if (this.#isClosed) return left(closed);
    if (this.#database === undefined) return left(notFolded(this.behind()));
    try {
      return right(this.#database.check());
    } catch (thrown) {
      return left(this.#readError(thrown));
    }
  }

  *checkParts(): Generator<Either<ViewsError, void>, void, undefined> {
    const database = this.#database;
    if (database === undefined) return yield left(notFolded(this.behind()));
    const parts = database.checkParts();
    while (!this.#isClosed && this.#database === database) {
      try {
        if (parts.next().done === true) return;
      } catch (thrown) {
        return yield left(this.#readError(thrown));
      }
      yield right(undefined);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.write();
    this.#isClosed = true;
    this.#writing?.cancel();
    this.#idle.stop();
    this.#opened?.db.close();
  }

  /** The database, opened again if that failed before. */
  #writable(): WalletDatabase {
    if (this.#database !== undefined) return this.#database;
    this.#begin(openEmptyTableFile(this.#file, walletKind, undefined));
    if (this.#database === undefined) throw new Error("the wallet's views have not begun");
    return this.#database;
  }

  #foldError(thrown: unknown, offset: number): ViewsError {
    const message = `the wallet cannot fold on from offset ${offset}: ${textOfThrown(thrown)}`;
    if (thrown instanceof UnreadableEvent)
      return { kind: "journal", offset: thrown.offset, message };
    if (isDamage(thrown)) {
      this.#empty(textOfThrown(thrown));
      return { kind: "damaged", message };
    }
    const mayPass = sqliteCode(thrown) !== undefined || thrown instanceof CannotOpen;
    return mayPass ? { kind: "file", message } : { kind: "journal", offset, message };
  }

  #readError(thrown: unknown): ViewsError {
    const message = textOfThrown(thrown);
    if (isDamage(thrown)) {
      this.#empty(message);
      return { kind: "damaged", message };
    }
    if (sqliteCode(thrown) === undefined) throw thrown;
    if (!this.#isUnreadable) this.#setUnreadable(message);
    return { kind: "file", message };
  }

  #setUnreadable(reason: string | undefined): void {
    this.#isUnreadable = reason !== undefined;
    this.#listener.unreadable(reason);
  }

  #openDatabase(): void {
    const opened = this.#opened;
    if (opened === undefined) return;
    try {
      this.#database = new WalletDatabase(opened.db, opened.checkpoint, this.#pace);
    } catch (thrown) {
      this.#empty(textOfThrown(thrown));
    }
  }

  #empty(reason: string | undefined): void {
    if (reason !== undefined)
      this.#readableFrom = Math.max(this.#readableFrom, this.checkpoint.offset);
    this.#opened?.db.close();
    [this.#opened, this.#database, this.#lent] = [undefined, undefined, undefined];
    try {
      this.#begin(openEmptyTableFile(this.#file, walletKind, reason));
    } catch {
      // the next fold tries again, and reports the error
    }
    this.#listener.emptied(reason);
  }

  #begin(opened: Either<ViewsError, WalletFile>): void {
    if (isLeft(opened)) throw new CannotOpen(opened.left.message);
    const { db } = opened.right;
    try {
      const row = emptyWalletCheckpoint(this.#journal ?? "");
      this.#database = new WalletDatabase(db, row, this.#pace);
      this.#opened = opened.right;
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  }
}

/** The file cannot be created now. */
class CannotOpen extends Error {}
