import {
  type AppendSignal,
  checkAppend,
  DEFAULT_MAX_APPEND_BYTES,
  type ErasingStore,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type StoreError,
} from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Sidecar } from "./checks/acknowledged-head.js";
import { packAppend } from "./threads/append-request.js";
import { type AppendThread, ASIDE_FROM } from "./threads/append-thread.js";
import type { Eraser } from "./writing/eraser.js";
import type { IdleLog } from "./threads/idle-log.js";
import type { LogCheckpointer } from "./threads/log-checkpointer.js";
import { type GuardedStore, obstacle } from "./obstacle.js";
import { CLOSED } from "./reading/stream-reads.js";
import type { TailPages } from "./reading/tail-pages.js";
import type { Writer, Written } from "./writing/writer.js";

/** An open journal, as far as it matters for what is written to it. */
export interface WrittenStore extends GuardedStore {
  readonly options: GuardedStore["options"] & {
    readonly maxAppendBytes?: number;
    readonly asideFrom?: number;
  };
  readonly writer: Writer;
  readonly eraser: Eraser;
  readonly signal: AppendSignal;
  readonly sidecar: Sidecar | undefined;
  readonly checkpointer: LogCheckpointer | undefined;
  /** Undefined where other processes write too, or nothing is written to a file. */
  readonly thread: AppendThread | undefined;
  readonly tail: TailPages | undefined;
  readonly idle: IdleLog | undefined;
}

/** Resolves when no append is under way on the thread; another may be, once this was awaited. */
const threadIdle = async ({ thread }: WrittenStore): Promise<void> => {
  await thread?.idle();
};

const isBusy = ({ thread }: WrittenStore): boolean => thread?.isBusy() === true;

/** Why nothing can be written now. */
const unwritable = (store: WrittenStore): Either<StoreError, never> | undefined => {
  if (!store.db.open || store.thread?.isStopped() === true) return CLOSED;
  const error = obstacle(store);
  return error === undefined ? undefined : left(error);
};

/** Events from which on an append is made on the thread. */
export const asideFrom = (options: WrittenStore["options"]): number =>
  options.asideFrom ?? ASIDE_FROM;

/** Checks and writes, here or on the thread. */
const write = async (
  { options, thread, writer }: WrittenStore,
  stream: string,
  expected: ExpectedRevision,
  events: ReadonlyArray<NewEvent>,
  isHere: boolean,
): Promise<Either<StoreError, Written>> => {
  const { maxAppendBytes = DEFAULT_MAX_APPEND_BYTES } = options;
  if (!isHere && events.length >= asideFrom(options) && thread?.isReady() === true) {
    const request = packAppend(stream, expected, events, maxAppendBytes);
    const made = await thread.append(request);
    writer.forget();
    return made;
  }
  const invalid = checkAppend(stream, events, maxAppendBytes);
  return invalid === undefined ? writer.append(stream, expected, events) : left(invalid);
};

/** See `EventStore`; in this thread, however long, when `isHere`: what is adopted may be erased. */
export const append =
  (store: WrittenStore, isHere: boolean): EventStore["append"] =>
  async (stream, expected, events) => {
    while (isBusy(store)) await threadIdle(store);
    const error = unwritable(store);
    if (error !== undefined) return error;
    const written = await write(store, stream, expected, events, isHere);
    if (isLeft(written)) return written;
    const { appended, fresh } = written.right;
    if (fresh) {
      store.sidecar?.write(appended);
      store.signal.appended(stream);
      store.checkpointer?.appended(events);
      store.idle?.busy();
    }
    return right(appended);
  };

/** See `ErasingStore`. */
export const erase =
  (store: WrittenStore): ErasingStore["erase"] =>
  async (stream, erasures) => {
    while (isBusy(store)) await threadIdle(store);
    const error = unwritable(store);
    if (error !== undefined) return error;
    store.idle?.busy();
    const erased = store.eraser.erase(stream, erasures);
    store.tail?.forget();
    return erased;
  };

/** See `ErasingStore`. */
export const shrink =
  (store: WrittenStore): ErasingStore["shrink"] =>
  async () => {
    while (isBusy(store)) await threadIdle(store);
    const error = unwritable(store);
    if (error !== undefined) return error;
    store.idle?.busy();
    return store.eraser.shrink();
  };
