import {
  type AppendSignal,
  checkAppend,
  DEFAULT_MAX_APPEND_BYTES,
  type Erasing,
  type EventStore,
  type StoreError,
} from "@tallystick/event-store";
import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import type { Sidecar } from "./checks/acknowledged-head.js";
import type { Eraser } from "./writing/eraser.js";
import type { IdleLog } from "./threads/idle-log.js";
import type { LogCheckpointer } from "./threads/log-checkpointer.js";
import { type GuardedStore, obstacle } from "./obstacle.js";
import { CLOSED } from "./reading/stream-reads.js";
import type { TailPages } from "./reading/tail-pages.js";
import type { Writer } from "./writing/writer.js";

/** The parts of an open journal that writing needs. */
export interface WrittenStore extends GuardedStore {
  readonly options: GuardedStore["options"] & { readonly maxAppendBytes?: number };
  readonly writer: Writer;
  readonly eraser: Eraser;
  readonly signal: AppendSignal;
  readonly sidecar: Sidecar | undefined;
  readonly checkpointer: LogCheckpointer | undefined;
  readonly tail: TailPages | undefined;
  readonly idle: IdleLog | undefined;
}

/** Why nothing can be written now. */
const unwritable = (store: WrittenStore): Either<StoreError, never> | undefined => {
  if (!store.db.isOpen) return CLOSED;
  const error = obstacle(store);
  return error === undefined ? undefined : left(error);
};

/** See `EventStore`. */
export const append =
  (store: WrittenStore): EventStore["append"] =>
  async (stream, expected, events) => {
    const { options, writer, sidecar, signal, checkpointer, idle } = store;
    const error = unwritable(store);
    if (error !== undefined) return error;
    const invalid = checkAppend(stream, events, options.maxAppendBytes ?? DEFAULT_MAX_APPEND_BYTES);
    if (invalid !== undefined) return left(invalid);
    const written = writer.append(stream, expected, events);
    if (isLeft(written)) return written;
    const { appended, fresh } = written.right;
    if (fresh) {
      sidecar?.write(appended);
      signal.appended(stream);
      checkpointer?.appended(events);
      idle?.busy();
    }
    return right(appended);
  };

/** What erases, in a store that can be written now. */
const busyEraser = (store: WrittenStore): Either<StoreError, Eraser> => {
  const error = unwritable(store);
  if (error !== undefined) return error;
  store.idle?.busy();
  return right(store.eraser);
};

/** See `Erasing`. */
export const erase =
  (store: WrittenStore): Erasing["erase"] =>
  async (stream, erasures) =>
    pipe(
      busyEraser(store),
      chain((eraser) => {
        const erased = eraser.erase(stream, erasures);
        store.tail?.forget();
        return erased;
      }),
    );

/** See `Erasing`. */
export const shrink =
  (store: WrittenStore): Erasing["shrink"] =>
  async () =>
    pipe(
      busyEraser(store),
      chain((eraser) => eraser.shrink()),
    );
