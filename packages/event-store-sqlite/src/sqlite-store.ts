import {
  createAppendSignal,
  liveFeed,
  type ReadAll,
  type ReadStream,
  type StoreError,
  type StoreWith,
  type Subscription,
} from "@tallystick/event-store";
import type { Database } from "@tallystick/sqlite";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { openSidecar, readEvidence, readHolder } from "./checks/acknowledged-head.js";
import { type DurabilitySettings, openDatabase, settingsOf } from "./files/database.js";
import { createEraser } from "./writing/eraser.js";
import { checkFiles } from "./checks/check-files.js";
import { type FileLock, lockFile } from "./files/file-lock.js";
import {
  checkOpening,
  headOfJournal,
  type OpeningReport,
  TAIL_CHECK_EVENTS,
} from "./checks/opening-check.js";
import { idleLog } from "./threads/idle-log.js";
import { probe } from "./obstacle.js";
import { allSource, streamSource } from "./reading/page-source.js";
import { polling } from "./reading/polling.js";
import { logCheckpointer } from "./threads/log-checkpointer.js";
import { createReader, type Reader } from "./reading/reader.js";
import { reopeningOf } from "./reopening.js";
import { errorOf, WHOLE_FILE } from "./files/sqlite-error.js";
import {
  feedPage,
  lastEvent,
  pages,
  readNow,
  readNowAt,
  streamNames,
} from "./reading/stream-reads.js";
import { TailPages } from "./reading/tail-pages.js";
import { writableFiles } from "./files/writable-files.js";
import { append, erase, shrink, type WrittenStore } from "./store-writes.js";
import { createWriter } from "./writing/writer.js";

/** How long a statement waits for another process's write, where other processes may write. */
const DEFAULT_BUSY_TIMEOUT_MS = 5_000;

const IN_MEMORY = ":memory:";

/** Options of `sqliteStore`. */
export interface SqliteStoreOptions {
  /**
   * Path of the journal, or ":memory:". Its folder must exist. `<file>.lock` and `<file>.head` are
   * put next to it.
   */
  readonly file: string;
  /** Most bytes of one append; default `DEFAULT_MAX_APPEND_BYTES` of the port's package. */
  readonly maxAppendBytes?: number;
  /**
   * Check each event against the chain when it is read; default true. Order and completeness are
   * always checked.
   */
  readonly verifyReads?: boolean;
  /** Hold the exclusive lock of the file; default true. False lets several processes write. */
  readonly lock?: boolean;
  /**
   * Open an existing journal read-only, also while another process writes: no file is created,
   * written or locked; default false.
   */
  readonly readOnly?: boolean;
  /** Open although acknowledged events are missing, with `report` naming them; default false. */
  readonly acceptLostTail?: boolean;
  /** Events at the end whose chain is checked at opening; default `TAIL_CHECK_EVENTS`. */
  readonly tailCheckEvents?: number;
  /** With `lock: false`: how long to wait for another process's write; default 5000. */
  readonly busyTimeoutMs?: number;
  /** With `lock: false`: how often subscriptions look for other processes' events; default 100. */
  readonly pollIntervalMs?: number;
  /** Is called each time a thread of the store ended by itself; it is restarted. */
  readonly onThreadEnd?: ((reason: string) => void) | undefined;
}

/** The port, and functions of this store alone. */
export interface SqliteStore
  extends StoreWith<
    "readNow" | "readNowAt" | "erasing" | "adopt" | "probe" | "selfCheck" | "allStreams"
  > {
  /** The result of the checks at opening. */
  readonly report: OpeningReport;
  /** The durability settings of the open database; undefined when the store is closed. */
  durability(): DurabilitySettings | undefined;
}

interface Open extends WrittenStore {
  readonly options: SqliteStoreOptions;
  readonly reader: Reader;
  readonly report: OpeningReport;
}

const subscribe = (store: Open, stream: string, afterRevision: number): Subscription =>
  liveFeed(
    {
      readAfter: async (revision) => {
        const read = () => feedPage(store, stream, revision);
        return store.tail?.readAfter(stream, revision, read) ?? read();
      },
      listen: (wake) => polling(store, wake, store.signal.listen(stream, wake)),
    },
    afterRevision,
  );

const close = async (store: Open): Promise<void> => {
  if (!store.db.isOpen) return;
  store.idle?.stop();
  store.db.close();
  store.tail?.forget();
  store.sidecar?.close();
  store.signal.wakeAll();
  await store.checkpointer?.stop();
  store.lock?.release();
};

const capabilitiesOf = (store: Open): SqliteStore["capabilities"] => ({
  readNow: (...read) => readNow(store, ...read),
  readNowAt: (...read) => readNowAt(store, ...read),
  reopening: reopeningOf(store.options),
  erasing: { erase: erase(store), shrink: shrink(store) },
  adopt: append(store),
  probe: (writes) => probe(store, writes),
  selfCheck: {
    streamNames: () => streamNames(store),
    checkFiles: (how) => {
      const { db, reader, options, sidecar } = store;
      return checkFiles({ db, reader, file: options.file, hasSidecar: sidecar !== undefined }, how);
    },
  },
  allStreams: {
    readAll: (read: ReadAll = {}) =>
      pages(
        store,
        allSource(store.reader, store.options.verifyReads !== false, read),
        read.maxCount,
      ),
    onAppend: (wake) => polling(store, wake, store.signal.listenAll(wake)),
  },
});

const storeOf = (store: Open): SqliteStore => ({
  report: store.report,
  durability: () => (store.db.isOpen ? settingsOf(store.db) : undefined),
  append: append(store),
  readStream: (stream: string, read: ReadStream = {}) =>
    pages(store, streamSource(store.reader, stream, read), read.maxCount),
  subscribe: (stream, afterRevision) => subscribe(store, stream, afterRevision),
  lastEvent: async (stream) => lastEvent(store, stream),
  close: () => close(store),
  capabilities: capabilitiesOf(store),
});

/** Checks the opened database and, when it may be used, begins to record its head. */
const startStore = (
  db: Database,
  lock: FileLock | undefined,
  options: SqliteStoreOptions,
): Either<StoreError, Open> => {
  const inMemory = options.file === IN_MEMORY;
  const sidecarPath = `${options.file}.head`;
  const reader = createReader(db, options.verifyReads !== false);
  const checked = checkOpening(
    reader,
    inMemory ? { kind: "missing" } : readEvidence(sidecarPath),
    options.tailCheckEvents ?? TAIL_CHECK_EVENTS,
    options.acceptLostTail === true,
  );
  if (isLeft(checked)) return checked;
  // Events of a killed process may not have been flushed yet; a repeat would be acknowledged from
  // them.
  const isWritten = !inMemory && options.readOnly !== true;
  if (isWritten) db.checkpoint("PASSIVE");
  const sidecar = !isWritten ? undefined : openSidecar(sidecarPath, lock !== undefined);
  sidecar?.reset(headOfJournal(reader));
  const writer = createWriter(db, reader, lock === undefined && !inMemory);
  const eraser = createEraser(db, reader);
  const signal = createAppendSignal();
  // where other processes write too, SQLite's own checkpoints do it
  const { file, onThreadEnd } = options;
  const checkpointer = lock === undefined ? undefined : logCheckpointer({ file, db, onThreadEnd });
  const idle = isWritten ? idleLog(db, checkpointer) : undefined;
  const files = isWritten ? writableFiles(file) : undefined;
  // other processes may erase what is cached
  const tail = lock === undefined && !inMemory ? undefined : new TailPages();
  const parts = { writer, eraser, signal, lock, sidecar, checkpointer, idle, tail, files };
  return right({ options, db, reader, report: checked.right, ...parts });
};

const openLocked = (
  lock: FileLock | undefined,
  options: SqliteStoreOptions,
): Either<StoreError, Open> => {
  const db = openDatabase(
    options.file,
    options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS,
    options.readOnly === true,
  );
  if (isLeft(db)) return db;
  let started: Either<StoreError, Open>;
  try {
    started = startStore(db.right, lock, options);
  } catch (error) {
    started = left(errorOf(error, WHOLE_FILE, "known"));
  }
  if (isLeft(started)) db.right.close();
  return started;
};

/**
 * Opens or creates a journal in an SQLite file.
 *
 * @returns the store, or `in-use` (another store has the file open), `damaged` (the chain of the
 * last events is broken, or the file is not readable as a database), `lost-tail` (acknowledged
 * events are gone) or `unavailable` (the file cannot be opened, or is something else)
 */
export const sqliteStore = async (
  options: SqliteStoreOptions,
): Promise<Either<StoreError, SqliteStore>> => {
  const isLocked = options.lock !== false && options.readOnly !== true;
  if (options.file === IN_MEMORY || !isLocked) return map(storeOf)(openLocked(undefined, options));
  const lock = lockFile(options.file, () => readHolder(`${options.file}.head`));
  if (isLeft(lock)) return lock;
  const opened = openLocked(lock.right, options);
  if (isLeft(opened)) lock.right.release();
  return map(storeOf)(opened);
};
