import { Worker } from "node:worker_threads";
import type { NewEvent } from "@tallystick/event-store";
import type Database from "better-sqlite3";

/**
 * The log is copied back into the file after about so many bytes of it: few enough that a copy
 * takes some 20 ms, and four times less flushing than SQLite's own default causes.
 */
export const CHECKPOINT_BYTES = 12 * 1024 * 1024;

/** Pages of the log at which the writing connection copies it back itself (64 MiB). */
const PAGES_WITHOUT_THREAD = 8_000;

/** What a row costs in the log beside its data: its other columns, its index entry, its page. */
const ROW_BYTES = 400;

/**
 * What an append costs in the log beside its rows: the pages that its first row shares with earlier
 * ones, of the table and of the index, are written whole again.
 */
const APPEND_BYTES = 16 * 1024;

/** First wait before a thread that ended is started again, doubled each time; milliseconds. */
const FIRST_DELAY_MS = 1_000;
/** Longest such wait; milliseconds. */
const MAX_DELAY_MS = 60_000;

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
  /** See `FIRST_DELAY_MS`; for tests. */
  readonly firstDelayMs?: number;
}

const checkpointScript = new URL("./log-checkpoint-worker.js", import.meta.url);

/** Its work is done by SQLite, outside the heap; MiB. */
const threadLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 };

/**
 * A checkpoint inside a commit holds up every caller for the time of two flushes of the file. The
 * thread therefore copies nearly all of the log while commands go on; what came meanwhile is copied
 * by the writing connection in a pause between two appends, after which the log begins at its start
 * again. Where the thread cannot do its work the writing connection's own limit, which is higher,
 * takes effect, and the thread is started again later.
 */
export const logCheckpointer = (log: CheckpointedLog): LogCheckpointer => {
  log.db.pragma(`wal_autocheckpoint = ${PAGES_WITHOUT_THREAD}`);
  return new ThreadedCheckpointer(log);
};

class ThreadedCheckpointer implements LogCheckpointer {
  readonly #log: CheckpointedLog;
  readonly #everyBytes: number;
  #bytes = 0;
  #isCopying = false;
  #isOver = false;
  #thread: Worker | undefined;
  #delayMs: number;
  /** When a thread may be started again. */
  #notBefore = 0;

  constructor(log: CheckpointedLog) {
    this.#log = log;
    this.#everyBytes = log.everyBytes ?? CHECKPOINT_BYTES;
    this.#delayMs = log.firstDelayMs ?? FIRST_DELAY_MS;
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
    if (this.#isCopying || this.#isOver) return;
    if (this.#thread === undefined && performance.now() < this.#notBefore) return;
    this.#isCopying = true;
    this.#thread ??= this.#start();
    this.#thread.postMessage("copy");
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    const thread = this.#thread;
    if (thread === undefined || thread.threadId < 0) return;
    const ended = new Promise((resolve) => thread.once("exit", resolve));
    thread.ref();
    thread.postMessage("stop");
    await ended;
  }

  #start(): Worker {
    const { file, script = checkpointScript } = this.#log;
    const started = new Worker(script, { workerData: file, resourceLimits: threadLimits });
    started.unref();
    started.on("message", () => this.#finish());
    started.on("error", ({ message }) => this.#ended(started, message));
    started.on("exit", (code) => this.#ended(started, `exit code ${code}`));
    return started;
  }

  #finish(): void {
    const { db, firstDelayMs = FIRST_DELAY_MS } = this.#log;
    this.#isCopying = false;
    this.#bytes = 0;
    this.#delayMs = firstDelayMs;
    if (this.#isOver || !db.open) return;
    try {
      db.pragma("wal_checkpoint(PASSIVE)");
    } catch {
      // what is wrong with the disk is reported by the next append
    }
  }

  /** The limit of the writing connection does its work until there is another. */
  #ended(thread: Worker, reason: string): void {
    if (this.#thread !== thread || this.#isOver) return;
    this.#thread = undefined;
    this.#isCopying = false;
    this.#notBefore = performance.now() + this.#delayMs;
    this.#delayMs = Math.min(this.#delayMs * 2, MAX_DELAY_MS);
    this.#log.onThreadEnd?.(`the thread that copies the journal's log ended: ${reason}`);
  }
}
