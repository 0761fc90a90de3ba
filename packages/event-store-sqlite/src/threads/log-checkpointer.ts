import { type Delays, OwnThread } from "@tallystick/background";
import type { NewEvent } from "@tallystick/event-store";
import type Database from "better-sqlite3";
import { isLeft } from "fp-ts/lib/Either.js";

/**
 * The log is copied back into the file after about so many bytes of it: few enough that a copy
 * takes some 20 ms, and four times less flushing than SQLite's own default causes.
 */
const CHECKPOINT_BYTES = 12 * 1024 * 1024;

/** Pages of the log at which a writing connection copies it back itself (64 MiB). */
const PAGES_WITHOUT_THREAD = 8_000;

/** What a row costs in the log besides its data: its other columns, its index entry, its page. */
const ROW_BYTES = 400;

/**
 * What an append costs in the log besides its rows: the pages that its first row shares with
 * earlier ones, of the table and of the index, are written whole again.
 */
const APPEND_BYTES = 16 * 1024;

/** Copies the log of a journal back into its file, on a thread of its own. */
export interface LogCheckpointer {
  /** To be called after each append. */
  appended(events: ReadonlyArray<NewEvent>): void;
  /** About so many bytes are in the log and not in the file. */
  bytes(): number;
  /** Copies the log now. */
  copy(): void;
  /** Ends the thread and its connection, which may be the last one to the file. */
  stop(): Promise<void>;
}

/** What a checkpointer works on. */
export interface CheckpointedLog {
  readonly file: string;
  /** The connection that writes. */
  readonly db: Database.Database;
  /** Default `CHECKPOINT_BYTES`. */
  readonly everyBytes?: number | undefined;
  /** Is called each time the thread ended by itself; it is started again when it is needed. */
  readonly onThreadEnd?: ((reason: string) => void) | undefined;
  /** What the thread runs; for tests. */
  readonly script?: URL;
  /** Before the thread is started again; for tests. */
  readonly delays?: Delays;
}

const checkpointScript = new URL("./log-checkpoint-worker.js", import.meta.url);

/** Its work is done by SQLite, outside the heap; MiB. */
const threadLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 };

/**
 * A checkpoint inside a commit holds up every caller for the time of two flushes of the file. The
 * thread therefore copies nearly all of the log while commands are taken; what came in that time is
 * copied by the writing connection in a pause between two appends, after which the log begins at
 * its start again. Where the thread cannot do its work the writing connection's own limit, which is
 * higher, takes effect, and the thread is started again later.
 */
export const logCheckpointer = (log: CheckpointedLog): LogCheckpointer => {
  log.db.pragma(`wal_autocheckpoint = ${PAGES_WITHOUT_THREAD}`);
  return new ThreadedCheckpointer(log);
};

class ThreadedCheckpointer implements LogCheckpointer {
  readonly #log: CheckpointedLog;
  readonly #everyBytes: number;
  readonly #thread: OwnThread<"copy", undefined>;
  #bytes = 0;
  #isCopying = false;

  constructor(log: CheckpointedLog) {
    const { file, script = checkpointScript, delays, everyBytes = CHECKPOINT_BYTES } = log;
    this.#log = log;
    this.#everyBytes = everyBytes;
    this.#thread = new OwnThread({
      name: "the thread that copies the journal's log",
      script,
      data: file,
      resourceLimits: threadLimits,
      onEnd: log.onThreadEnd,
      ...(delays === undefined ? {} : { delays }),
    });
  }

  appended(events: ReadonlyArray<NewEvent>): void {
    this.#bytes += APPEND_BYTES;
    for (const { data, metadata } of events)
      this.#bytes += data.length + metadata.length + ROW_BYTES;
    if (this.#bytes >= this.#everyBytes) this.copy();
  }

  bytes(): number {
    return this.#bytes;
  }

  copy(): void {
    if (this.#isCopying) return;
    this.#isCopying = true;
    void this.#thread.ask("copy").then((copied) => {
      this.#isCopying = false;
      // the limit of the writing connection does it until there is another thread
      if (!isLeft(copied)) this.#copyRest();
    });
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  #copyRest(): void {
    const { db } = this.#log;
    this.#bytes = 0;
    if (this.#thread.isStopped || !db.open) return;
    try {
      db.pragma("wal_checkpoint(PASSIVE)");
    } catch {
      // what is wrong with the disk is reported by the next append
    }
  }
}
