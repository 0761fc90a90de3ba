import type { LedgerError } from "@tallystick/core";
import { timestampToText } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckpointWatch } from "./checkpoint-watch.js";
import type { Checkpoint } from "./fold-events.js";
import { scanOffsets } from "./offset-scan.js";
import { catchUp, viewsUnavailable } from "./query-failure.js";
import type { OffsetsRead } from "./view-reader.js";
import type { Following, QueryContext } from "./views.js";
import type { OffsetCheckpoint } from "./wire-events.js";

/** While nothing else is delivered, a follower learns at most this often how far the ledger has come; milliseconds. */
export const checkpointEveryMs = 15_000;

/** A stream of items that stand at offsets. */
export interface OffsetStream<A> extends Following {
  readonly beginExclusive: number;
  readonly endInclusive?: number | undefined;
  readonly descending: boolean;
  /** The reads that find the offsets; asked again before each stretch, because a party may be new. */
  readonly reads: () => ReadonlyArray<OffsetsRead>;
  /** The item at an offset, or undefined when there is none for this consumer. */
  readonly itemAt: (offset: number) => Either<LedgerError, A | undefined>;
  readonly checkpointItem: (checkpoint: OffsetCheckpoint) => A;
}

type Items<A> = AsyncGenerator<Either<LedgerError, A>, { readonly failed: boolean }, undefined>;

async function* itemsIn<A>(
  stream: OffsetStream<A>,
  after: number,
  upTo: number,
  onItem: () => void,
): Items<A> {
  const { descending } = stream;
  for await (const offsets of scanOffsets(stream.reads(), { after, upTo, descending })) {
    for (const offset of offsets) {
      const item = stream.itemAt(offset);
      if (isLeft(item)) {
        yield item;
        return { failed: true };
      }
      if (item.right !== undefined) {
        onItem();
        yield right(item.right);
      }
    }
  }
  return { failed: false };
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

/** Delivers the items of a valid stream: what is there, a checkpoint, and with `follow` what comes; ends with a Left when the views fail. */
export async function* streamItems<A>(
  watch: CheckpointWatch,
  context: QueryContext,
  stream: OffsetStream<A>,
  signal: AbortSignal,
): AsyncGenerator<Either<LedgerError, A>, void, undefined> {
  const caughtUp = await catchUp(
    watch,
    context,
    stream.endInclusive ?? context.ledgerEnd(),
    signal,
  );
  if (isLeft(caughtUp)) {
    yield caughtUp;
    return;
  }
  if (!caughtUp.right) {
    return;
  }
  if (stream.endInclusive !== undefined) {
    yield* itemsIn(stream, stream.beginExclusive, stream.endInclusive, () => undefined);
    return;
  }
  yield* liveItems(watch, context, stream, signal);
}

async function* liveItems<A>(
  watch: CheckpointWatch,
  context: QueryContext,
  stream: OffsetStream<A>,
  signal: AbortSignal,
): AsyncGenerator<Either<LedgerError, A>, void, undefined> {
  let after = stream.beginExclusive;
  let lastItemMs = performance.now();
  let lastSignMs = Number.NEGATIVE_INFINITY;
  const onItem = (): void => {
    lastItemMs = performance.now();
    lastSignMs = lastItemMs;
  };
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const checkpoint = watch.current();
    const ended = yield* itemsIn(stream, after, checkpoint.offset, onItem);
    if (ended.failed) {
      return;
    }
    after = Math.max(after, checkpoint.offset);
    const isDue = isFirst || performance.now() - lastSignMs >= checkpointEveryMs;
    if (isDue && checkpoint.offset > 0) {
      lastSignMs = performance.now();
      yield right(stream.checkpointItem(offsetCheckpoint(context, checkpoint)));
    }
    if (stream.follow !== true) {
      return;
    }
    const timeoutMs =
      stream.idleTimeoutMs === undefined
        ? undefined
        : Math.max(0, lastItemMs + stream.idleTimeoutMs - performance.now());
    const moved = await watch.waitFor(after + 1, { timeoutMs, signal });
    if (isLeft(moved)) {
      if (moved.left.kind !== "timeout" && !signal.aborted) {
        yield left(viewsUnavailable(moved.left));
      }
      return;
    }
  }
}
