import { type Either, isLeft, isRight, left, map, right } from "fp-ts/lib/Either.js";
import { appendBytes } from "./append-rules.js";
import type { EventStore, RecordedEvent, StoreError } from "./event-store.js";
import { chainHash, GENESIS_HASH } from "./hash.js";

/** Events of one append to the target. */
const MAX_BATCH_EVENTS = 500;

/** Bytes of one append to the target, below the limit of every store. */
const MAX_BATCH_BYTES = 512 * 1024;

/** Progress of a copy: events in the target, and the last revision to copy. */
export interface CopyProgress {
  readonly stream: string;
  readonly copied: number;
  readonly total: number;
}

/** A finished copy: both streams are the same up to this event. */
export interface CopiedStream {
  /** Events of the stream, 0 for none. */
  readonly events: number;
  /** Hash of the last of them, `GENESIS_HASH` for none. */
  readonly hash: string;
  /** Events that were there before. */
  readonly resumedAfter: number;
}

/** Why a stream was not copied. */
export type CopyError =
  | { readonly kind: "source"; readonly error: StoreError }
  | { readonly kind: "target"; readonly error: StoreError }
  /** The target has a different stream of this name. */
  | { readonly kind: "different"; readonly stream: string; readonly revision: number }
  /** The data of this event was erased, and the target does not accept the digest alone. */
  | { readonly kind: "erased"; readonly stream: string; readonly revision: number }
  /** The source's chain is broken at this revision. */
  | { readonly kind: "broken"; readonly stream: string; readonly revision: number };

interface Place {
  readonly revision: number;
  readonly hash: string;
}

const START: Place = { revision: -1, hash: GENESIS_HASH };

const eventAt = async (
  store: EventStore,
  stream: string,
  revision: number,
): Promise<Either<StoreError, RecordedEvent | undefined>> => {
  for await (const page of store.readStream(stream, { from: revision, maxCount: 1 }))
    return map((events: ReadonlyArray<RecordedEvent>) => events[0])(page);
  return right(undefined);
};

/** The end of the target, which must be an event of the source. */
const resumePlace = async (
  from: EventStore,
  to: EventStore,
  stream: string,
): Promise<Either<CopyError, Place>> => {
  const last = await to.lastEvent(stream);
  if (isLeft(last)) return left({ kind: "target", error: last.left });
  if (last.right === undefined) return right(START);
  const { revision, hash } = last.right;
  const same = await eventAt(from, stream, revision);
  if (isLeft(same)) return left({ kind: "source", error: same.left });
  return same.right?.hash === hash
    ? right({ revision, hash })
    : left({ kind: "different", stream, revision });
};

/** Appends events of the source, split in half where the target rejects them as too large. */
const write = async (
  to: EventStore,
  place: Place,
  events: ReadonlyArray<RecordedEvent>,
): Promise<Either<CopyError, void>> => {
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) return right(undefined);
  const expected = place.revision < 0 ? "no-stream" : place.revision;
  const { adopt } = to.capabilities;
  const appended =
    adopt === undefined
      ? await to.append(first.stream, expected, events)
      : await adopt(first.stream, expected, events);
  if (isRight(appended)) {
    return appended.right.hash === last.hash
      ? right(undefined)
      : left({ kind: "different", stream: first.stream, revision: last.revision });
  }
  if (appended.left.kind !== "too-large" || events.length === 1)
    return left({ kind: "target", error: appended.left });
  const half = events.length >> 1;
  const written = await write(to, place, events.slice(0, half));
  const middle = events[half - 1];
  return isLeft(written) || middle === undefined ? written : write(to, middle, events.slice(half));
};

/** The first event that breaks the chain. */
const breakIn = (place: Place, events: ReadonlyArray<RecordedEvent>): number | undefined => {
  let { revision, hash } = place;
  for (const event of events) {
    hash = chainHash(hash, event);
    revision += 1;
    if (event.revision !== revision || event.hash !== hash) return revision;
  }
  return undefined;
};

/** Events in batches that every store accepts. */
function* batchesOf(
  events: ReadonlyArray<RecordedEvent>,
): Generator<ReadonlyArray<RecordedEvent>, void, void> {
  let batch: RecordedEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = appendBytes([event]);
    if (batch.length > 0 && (batch.length >= MAX_BATCH_EVENTS || bytes + size > MAX_BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

const copyPages = async (
  from: EventStore,
  to: EventStore,
  stream: string,
  start: Place,
  onPlace: (place: Place) => void,
): Promise<Either<CopyError, Place>> => {
  let place = start;
  for await (const page of from.readStream(stream, { from: start.revision + 1 })) {
    if (isLeft(page)) return left({ kind: "source", error: page.left });
    for (const batch of batchesOf(page.right)) {
      const erased = batch.find((event) => event.erased !== undefined);
      if (erased !== undefined && to.capabilities.adopt === undefined)
        return left({ kind: "erased", stream, revision: erased.revision });
      const broken = breakIn(place, batch);
      if (broken !== undefined) return left({ kind: "broken", stream, revision: broken });
      const written = await write(to, place, batch);
      if (isLeft(written)) return written;
      place = batch.at(-1) ?? place;
      onPlace(place);
    }
  }
  return right(place);
};

/**
 * Copies a stream, event by event: same ids, same revisions, same hashes. It resumes where the
 * target ends, checks the source's chain, and compares both ends when it is done. Events that are
 * appended to the source meanwhile may be copied or not.
 *
 * @param onProgress is called after each append to the target
 */
export const copyStream = async (
  from: EventStore,
  to: EventStore,
  stream: string,
  onProgress: (progress: CopyProgress) => void = () => undefined,
): Promise<Either<CopyError, CopiedStream>> => {
  const head = await from.lastEvent(stream);
  if (isLeft(head)) return left({ kind: "source", error: head.left });
  const start = await resumePlace(from, to, stream);
  if (isLeft(start)) return start;
  const total = (head.right?.revision ?? -1) + 1;
  const end = await copyPages(from, to, stream, start.right, ({ revision }) =>
    onProgress({ stream, copied: revision + 1, total: Math.max(total, revision + 1) }),
  );
  if (isLeft(end)) return end;
  const last = await to.lastEvent(stream);
  if (isLeft(last)) return left({ kind: "target", error: last.left });
  const { revision, hash } = last.right ?? START;
  return revision === end.right.revision && hash === end.right.hash
    ? right({ events: revision + 1, hash, resumedAfter: start.right.revision + 1 })
    : left({ kind: "different", stream, revision });
};
