import { setImmediate as nextTurn } from "node:timers/promises";
import { type LedgerError, timestampToText } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "./checkpoint-watch.js";
import type { Checkpoint } from "../fold/fold-events.js";
import { type ItemsAt, readBatch } from "./offset-scan.js";
import { catchUp, viewsUnavailable } from "./query-error.js";
import type { BatchRead, SharedBatches } from "./shared-batches.js";
import type { OffsetsRead } from "../sqlite/gather.js";
import type { Following, QueryContext } from "../interface/views.js";
import type { OffsetCheckpoint } from "@tallystick/wire";

/**
 * While nothing else is delivered, a follower learns at most this often how far the ledger has
 * come; milliseconds.
 */
export const checkpointEveryMs = 15_000;

/** A stream of items at offsets. */
export interface OffsetStream<A> extends Following {
  readonly beginExclusive: number;
  readonly endInclusive?: number | undefined;
  readonly descending: boolean;
  /** Text that is equal for streams that deliver the same items. */
  readonly question: string;
  /**
   * The reads that find the offsets; asked again before each stretch, because a party may be new.
   */
  readonly reads: () => ReadonlyArray<OffsetsRead>;
  readonly itemsAt: ItemsAt<A>;
  readonly checkpointItem: (checkpoint: OffsetCheckpoint) => A;
}

/** What streams are read through. */
export interface StreamParts<A> {
  readonly watch: CheckpointWatch;
  readonly shared: SharedBatches<A>;
}

/** Items of a stream in batches, which are never empty. Left as the last element. */
export type Batches<A> = AsyncGenerator<Either<LedgerError, ReadonlyArray<A>>, void, undefined>;

type Stretch<A> = AsyncGenerator<
  Either<LedgerError, ReadonlyArray<A>>,
  { readonly failed: boolean },
  undefined
>;

// other work gets its turn between batches
async function* ascending<A>(
  batch: BatchRead<A>,
  begin: number,
  upTo: number,
  onItem: () => void,
): Stretch<A> {
  let after = begin;
  while (after < upTo) {
    const read = batch(after, upTo);
    if (isLeft(read)) {
      yield read;
      return { failed: true };
    }
    after = read.right.upTo;
    if (read.right.items.length > 0) {
      onItem();
      yield right(read.right.items);
    }
    if (after < upTo) await nextTurn();
  }
  return { failed: false };
}

async function* descending<A>(stream: OffsetStream<A>, after: number, end: number): Batches<A> {
  let upTo = end;
  while (after < upTo) {
    const range = { after, upTo, descending: true };
    const read = readBatch(stream.reads(), stream.itemsAt, range);
    if (isLeft(read)) {
      yield read;
      return;
    }
    upTo = read.right.upTo;
    if (read.right.items.length > 0) yield right(read.right.items);
    await nextTurn();
  }
}

const offsetCheckpoint = (context: QueryContext, checkpoint: Checkpoint): OffsetCheckpoint => ({
  offset: checkpoint.offset,
  synchronizerTimes: [
    {
      synchronizerId: context.synchronizerId,
      recordTime: timestampToText(checkpoint.recordTime),
    },
  ],
});

/**
 * Delivers the items of a valid stream: what is there, a checkpoint, and with `follow` what comes;
 * ends with a Left when the views fail.
 */
export async function* streamBatches<A>(
  { watch, shared }: StreamParts<A>,
  context: QueryContext,
  stream: OffsetStream<A>,
  signal: AbortSignal,
): Batches<A> {
  const end = stream.endInclusive;
  const caughtUp = await catchUp(watch, context, end ?? context.ledgerEnd(), signal);
  if (isLeft(caughtUp)) {
    yield caughtUp;
    return;
  }
  if (!caughtUp.right) return;
  if (end !== undefined && stream.descending) {
    yield* descending(stream, stream.beginExclusive, end);
    return;
  }
  const sharing = shared.join(stream.question, (after, upTo) =>
    readBatch(stream.reads(), stream.itemsAt, { after, upTo, descending: false }),
  );
  try {
    if (end === undefined) yield* live(watch, context, stream, sharing.batch, signal);
    else yield* ascending(sharing.batch, stream.beginExclusive, end, () => undefined);
  } finally {
    sharing.leave();
  }
}

async function* live<A>(
  watch: CheckpointWatch,
  context: QueryContext,
  stream: OffsetStream<A>,
  batch: BatchRead<A>,
  signal: AbortSignal,
): Batches<A> {
  let after = stream.beginExclusive;
  let lastItemMs = performance.now();
  let lastSignMs = Number.NEGATIVE_INFINITY;
  const onItem = (): void => {
    lastItemMs = performance.now();
    lastSignMs = lastItemMs;
  };
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const checkpoint = watch.current();
    const ended = yield* ascending(batch, after, checkpoint.offset, onItem);
    if (ended.failed) return;
    after = Math.max(after, checkpoint.offset);
    const isDue = isFirst || performance.now() - lastSignMs >= checkpointEveryMs;
    if (isDue && checkpoint.offset > 0) {
      lastSignMs = performance.now();
      yield right([stream.checkpointItem(offsetCheckpoint(context, checkpoint))]);
    }
    if (stream.follow !== true) return;
    const timeoutMs =
      stream.idleTimeoutMs === undefined
        ? undefined
        : Math.max(0, lastItemMs + stream.idleTimeoutMs - performance.now());
    const moved = await watch.waitFor(after + 1, { timeoutMs, signal });
    if (isLeft(moved)) {
      if (moved.left.kind !== "timeout" && !signal.aborted)
        yield left(viewsUnavailable(moved.left));
      return;
    }
  }
}
