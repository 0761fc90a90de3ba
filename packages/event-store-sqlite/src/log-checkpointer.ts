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

/** Copies the log of a journal back into its file, on a thread of its own. */
export interface LogCheckpointer {
  /** To be called after each append. */
  appended(events: ReadonlyArray<NewEvent>): void;
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
  /** What the thread runs; for tests. */
  readonly script?: URL;
}

const checkpointScript = new URL("./log-checkpoint-worker.js", import.meta.url);

/** Its work is done by SQLite, outside the heap; MiB. */
const threadLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 };

/**
 * A checkpoint inside a commit holds up every caller for the time of two flushes of the file. The
 * thread therefore copies nearly all of the log while commands go on; what came meanwhile is copied
 * by the writing connection in a pause between two appends, after which the log begins at its start
 * again. Where the thread cannot do its work the writing connection's own limit, which is higher,
 * takes effect.
 */
export const logCheckpointer = (log: CheckpointedLog): LogCheckpointer => {
  const { db, file, everyBytes = CHECKPOINT_BYTES, script = checkpointScript } = log;
  db.pragma(`wal_autocheckpoint = ${PAGES_WITHOUT_THREAD}`);
  let bytes = 0;
  let isCopying = false;
  let isOver = false;
  let thread: Worker | undefined;

  const finish = (): void => {
    isCopying = false;
    bytes = 0;
    if (isOver || !db.open) return;
    try {
      db.pragma("wal_checkpoint(PASSIVE)");
    } catch {
      // what is wrong with the disk is reported by the next append
    }
  };
  const start = (): Worker => {
    const started = new Worker(script, { workerData: file, resourceLimits: threadLimits });
    started.unref();
    started.on("message", finish);
    // the limit of the writing connection does its work then
    started.on("error", () => {
      isOver = true;
    });
    return started;
  };
  return {
    appended: (events) => {
      for (const { data, metadata } of events) bytes += data.length + metadata.length + ROW_BYTES;
      if (bytes < everyBytes || isCopying || isOver) return;
      isCopying = true;
      thread ??= start();
      thread.postMessage("copy");
    },
    stop: async () => {
      isOver = true;
      if (thread === undefined || thread.threadId < 0) return;
      const ended = new Promise((resolve) => thread?.once("exit", resolve));
      thread.ref();
      thread.postMessage("stop");
      await ended;
    },
  };
};
