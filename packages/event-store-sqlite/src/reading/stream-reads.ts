import type { FeedPage, RecordedEvent, StoreError } from "@tallystick/event-store";
import type { Database } from "@tallystick/sqlite";
import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type PageSource, streamBackwards, streamForwards } from "./page-source.js";
import type { Page, Reader } from "./reader.js";
import { errorOf, WHOLE_FILE } from "../files/sqlite-error.js";

/** What is read: an open database. */
interface ReadableStore {
  readonly db: Database;
  readonly reader: Reader;
}

export const CLOSED: Either<StoreError, never> = left({ kind: "closed" });

/** Runs a read; what SQLite throws becomes an error. */
const reading = <A>(
  store: ReadableStore,
  source: PageSource,
  read: () => A,
): Either<StoreError, A> => {
  if (!store.db.isOpen) return CLOSED;
  try {
    return right(read());
  } catch (error) {
    return left(errorOf(error, source.place(), "known"));
  }
};

/**
 * Reads page after page to the end; the good part of a damaged page is still delivered.
 */
export async function* pages(
  store: ReadableStore,
  source: PageSource,
  maxCount: number | undefined,
): AsyncGenerator<Either<StoreError, ReadonlyArray<RecordedEvent>>, void, void> {
  let remaining = Math.floor(maxCount ?? Number.MAX_SAFE_INTEGER);
  while (remaining > 0) {
    const read = reading(store, source, () => source.nextPage(remaining));
    if (isLeft(read)) {
      yield read;
      return;
    }
    const { events, damage } = read.right;
    if (events.length > 0) yield right(events);
    if (damage !== undefined) {
      yield left(damage);
      return;
    }
    if (events.length === 0) return;
    remaining -= events.length;
  }
}

/** The first page of `pages`, synchronously. */
export const readNow = (
  store: ReadableStore,
  stream: string,
  from: number,
  maxCount: number,
  maxCharacters?: number,
): Either<StoreError, ReadonlyArray<RecordedEvent>> => {
  const source = streamForwards(store.reader, stream, from);
  return chain(
    ({ events, damage }: Page): Either<StoreError, ReadonlyArray<RecordedEvent>> =>
      damage === undefined ? right(events) : left(damage),
  )(reading(store, source, () => source.nextPage(maxCount, maxCharacters)));
};

/** Events that are far apart, synchronously. */
export const readNowAt = (
  store: ReadableStore,
  stream: string,
  revisions: ReadonlyArray<number>,
  maxCharacters: number = Number.POSITIVE_INFINITY,
): Either<StoreError, ReadonlyArray<RecordedEvent>> => {
  const source = streamForwards(store.reader, stream, revisions[0] ?? 0);
  return reading(store, source, () => {
    const streamId = store.reader.streams.idOf(stream);
    return streamId === undefined
      ? []
      : store.reader.at({ stream, streamId }, revisions, maxCharacters);
  });
};

export const lastEvent = (
  store: ReadableStore,
  stream: string,
): Either<StoreError, RecordedEvent | undefined> => {
  const source = streamBackwards(store.reader, stream, Number.MAX_SAFE_INTEGER);
  const read = reading(store, source, () => source.nextPage(1));
  if (isLeft(read)) return read;
  const { events, damage } = read.right;
  return damage === undefined ? right(events[0]) : left(damage);
};

export const streamNames = (store: ReadableStore): Either<StoreError, ReadonlyArray<string>> => {
  if (!store.db.isOpen) return CLOSED;
  try {
    return right(store.reader.streams.names());
  } catch (error) {
    return left(errorOf(error, WHOLE_FILE, "known"));
  }
};

/** The read of a subscription: the events after a revision, and the end. */
export const feedPage = (
  store: ReadableStore,
  stream: string,
  after: number,
): Either<StoreError, FeedPage> => {
  const source = streamForwards(store.reader, stream, after + 1);
  return chain(({ page, head }: { readonly page: Page; readonly head: number | "no-stream" }) =>
    page.events.length === 0 && page.damage !== undefined
      ? left(page.damage)
      : right({ events: page.events, head }),
  )(
    reading(store, source, () => ({
      page: source.nextPage(Number.MAX_SAFE_INTEGER),
      head: store.reader.headRevision(stream) ?? "no-stream",
    })),
  );
};
