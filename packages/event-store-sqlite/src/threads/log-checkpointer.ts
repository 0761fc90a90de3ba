import type { Delays, OwnThread } from "@tallystick/background";
import type { NewEvent } from "@tallystick/event-store";
import { type Database, logCopyingThread } from "@tallystick/sqlite";
import { isLeft } from "fp-ts/lib/Either.js";

/**
 * Bytes of the log after which it is copied into the file: a copy takes about 20 ms, and there are
 * a quarter of the flushes of SQLite's default.
 */
const CHECKPOINT_BYTES = 12 * 1024 * 1024;

/**
 * In so many parts it is copied while it grows: one flush of all of it would hold up the flushes of
 * appends for as long.
 */
const PARTS = 6;

/** Pages of the log at which a writing connection copies it itself (64 MiB). */
const PAGES_WITHOUT_THREAD = 8_000;

/**
 * Bytes of a row in the log in addition to its data: its other columns, its index entry, its page.
 */
const ROW_BYTES = 400;

/**
 * Bytes of an append in the log in addition to its rows: the pages of table and index that its
 * first row shares with earlier ones are written again.
 */
const APPEND_BYTES = 16 * 1024;

/** Copies the log of a journal into its file, in a background thread. */
export interface LogCheckpointer {
  /** To be called after each append. */
  appended(events: ReadonlyArray<NewEvent>): void;
  /** Estimated bytes that are in the log and not in the file. */
  bytes(): number;
  copy(): void;
  /** Ends the thread, whose connection may be the last one to the file. */
  stop(): Promise<void>;
}

export interface CheckpointedLog {
  readonly file: string;
  readonly db: Database;
  /** Default `CHECKPOINT_BYTES`. */
  readonly everyBytes?: number | undefined;
  /** Is called each time the thread ended by itself; it restarts when it is needed. */
  readonly onThreadEnd?: ((reason: string) => void) | undefined;
  /** What the thread runs; for tests. */
  readonly script?: URL;
  /** Delay before the thread restarts; for tests. */
  readonly delays?: Delays;
}

/**
 * A checkpoint inside a commit would block every caller for two flushes of the file. The thread
 * therefore copies nearly all of the log while appends continue; the rest is copied by the writing
 * connection between two appends, after which the log starts over. When the thread fails, the
 * writing connection's own, higher limit takes effect, and the thread restarts later.
 */
export const logCheckpointer = (log: CheckpointedLog): LogCheckpointer => {
  log.db.pragma(`wal_autocheckpoint = ${PAGES_WITHOUT_THREAD}`);
  return new ThreadedCheckpointer(log);
};

class ThreadedCheckpointer implements LogCheckpointer {
  readonly #log: CheckpointedLog;
  readonly #everyBytes: number;
  readonly #thread: OwnThread<string, undefined>;
  #bytes = 0;
  /** Bytes of the log that the thread has copied. */
  #copied = 0;
  #isCopying = false;
  #hasThread = false;

  constructor(log: CheckpointedLog) {
    const { script, delays, everyBytes = CHECKPOINT_BYTES } = log;
    this.#log = log;
    this.#everyBytes = everyBytes;
    this.#thread = logCopyingThread({
      name: "the thread that copies the journal's log",
      onEnd: log.onThreadEnd,
      ...(script === undefined ? {} : { script }),
      ...(delays === undefined ? {} : { delays }),
    });
  }

  appended(events: ReadonlyArray<NewEvent>): void {
    this.#bytes += APPEND_BYTES;
    for (const { data, metadata } of events)
      this.#bytes += data.length + metadata.length + ROW_BYTES;
    if (this.#bytes >= this.#everyBytes) this.copy();
    // a small journal has no thread
    else if (this.#hasThread && this.#bytes - this.#copied >= this.#everyBytes / PARTS)
      this.#copyPart(() => undefined);
  }

  bytes(): number {
    return this.#bytes;
  }

  copy(): void {
    this.#copyPart(() => this.#copyRest());
  }

  /** @param then is called when the thread has copied what was in the log when it began */
  #copyPart(then: () => void): void {
    if (this.#isCopying) return;
    this.#isCopying = true;
    this.#hasThread = true;
    const upTo = this.#bytes;
    void this.#thread.ask(this.#log.file).then((copied) => {
      this.#isCopying = false;
      // until the thread restarts, the limit of the writing connection takes effect
      if (isLeft(copied)) return;
      this.#copied = upTo;
      then();
    });
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  #copyRest(): void {
    const { db } = this.#log;
    this.#bytes = 0;
    this.#copied = 0;
    if (this.#thread.isStopped || !db.isOpen) return;
    try {
      db.checkpoint("PASSIVE");
    } catch {
      // the next append reports an error of the disk
    }
  }
}
