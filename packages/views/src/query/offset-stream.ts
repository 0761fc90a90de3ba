import type { Timers, Turns } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import { textOfTime } from "../projection/timestamp-text.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "../fold/fold.js";
import { type BatchAsked, type ItemsAt, offsetsPerPage, readBatch } from "./offset-scan.js";
import { partReader } from "./part-reader.js";
import { reverted } from "../interface/passing-errors.js";
import { viewsUnavailable } from "../interface/views-unreadable.js";
import { catchUp } from "./query-error.js";
import type { QueryParts, StreamReader } from "./query-parts.js";
import type { SharedBatches, Sharing } from "./shared-batches.js";
import type { OffsetsRead } from "../sqlite/gather.js";
import type { Following, QueryContext } from "../interface/views.js";
import type { OffsetCheckpoint } from "@tallystick/wire";

/** Without other items, a follower gets a checkpoint at most this often; milliseconds. */
const checkpointEveryMs = 15_000;

export interface OffsetStream<A> extends Following {
  readonly beginExclusive: number;
  readonly endInclusive?: number | undefined;
  readonly descending: boolean;
  /** Text that is equal for streams that deliver the same items. */
  readonly question: string;
  /** The reads that find the offsets; called before each range, because a party may be new. */
  readonly reads: () => ReadonlyArray<OffsetsRead>;
  readonly itemsAt: ItemsAt<A>;
  /** Asks a thread for a batch; absent: all are read here. */
  readonly there?: BatchAsked<A> | undefined;
  readonly checkpointItem: (checkpoint: OffsetCheckpoint) => A;
}

type StreamContext = Pick<QueryParts, "watch" | "turns" | "timers">;

interface StreamParts<A> extends StreamContext {
  readonly shared: SharedBatches<A>;
}

/** Items of a stream in non-empty batches. Left as the last element. */
export type Batches<A> = AsyncGenerator<Either<LedgerError, ReadonlyArray<A>>, void, undefined>;

async function* descending<A>(
  turns: Turns,
  stream: OffsetStream<A>,
  end: number,
  reader: StreamReader,
): Batches<A> {
  const after = stream.beginExclusive;
  const { there } = stream;
  let upTo = end;
  const range = () => ({ after, upTo, descending: true });
  const next = partReader(turns, reader, {
    here: () => readBatch(stream.reads(), stream.itemsAt, range()),
    there: there && (() => there(range(), offsetsPerPage)),
  });
  while (after < upTo) {
    const read = await next();
    if (read === undefined) return;
    if (isLeft(read)) {
      yield read;
      return;
    }
    upTo = read.right.upTo;
    if (read.right.items.length > 0) yield right(read.right.items);
  }
}

const offsetCheckpoint = (context: QueryContext, checkpoint: Checkpoint): OffsetCheckpoint => ({
  offset: checkpoint.offset,
  synchronizerTimes: [
    {
      synchronizerId: context.synchronizerId,
      recordTime: textOfTime(checkpoint.recordTime),
    },
  ],
});

/** When a follower last got an item or checkpoint; milliseconds. */
class Pace {
  readonly #timers: Timers;
  #itemMs: number;
  #signMs = Number.NEGATIVE_INFINITY;

  constructor(timers: Timers) {
    this.#timers = timers;
    this.#itemMs = timers.nowMs();
  }

  delivered(): void {
    this.#itemMs = this.#timers.nowMs();
    this.#signMs = this.#itemMs;
  }

  /** True when a checkpoint is due; it counts as delivered. */
  takesCheckpoint(): boolean {
    const nowMs = this.#timers.nowMs();
    if (nowMs - this.#signMs < checkpointEveryMs) return false;
    this.#signMs = nowMs;
    return true;
  }

  /** The remaining idle time of a stream. */
  patienceMs(idleTimeoutMs: number | undefined): number | undefined {
    return idleTimeoutMs === undefined
      ? undefined
      : Math.max(0, this.#itemMs + idleTimeoutMs - this.#timers.nowMs());
  }
}

/**
 * Delivers the items from `beginExclusive` on: up to `endInclusive`, or the existing ones, a
 * checkpoint, and with `follow` new ones. Yields between batches.
 */
async function* ascending<A>(
  { watch, turns, timers }: StreamContext,
  context: QueryContext,
  stream: OffsetStream<A>,
  { batch, there }: Pick<Sharing<A>, "batch" | "there">,
  reader: StreamReader,
): Batches<A> {
  const { signal } = reader;
  const end = stream.endInclusive;
  const pace = new Pace(timers);
  let after = stream.beginExclusive;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const checkpoint = watch.current();
    if (after > context.ledgerEnd()) {
      yield left(viewsUnavailable(reverted));
      return;
    }
    const upTo = end ?? checkpoint.offset;
    const next = partReader(turns, reader, {
      here: () => batch(after, upTo),
      there: there && (() => there(after, upTo)),
    });
    while (after < upTo) {
      const read = await next();
      if (read === undefined) return;
      if (isLeft(read)) {
        yield read;
        return;
      }
      after = read.right.upTo;
      if (read.right.items.length > 0) {
        pace.delivered();
        yield right(read.right.items);
      }
    }
    if (end !== undefined) return;
    if (checkpoint.offset > 0 && (pace.takesCheckpoint() || isFirst))
      yield right([stream.checkpointItem(offsetCheckpoint(context, checkpoint))]);
    if (stream.follow !== true) return;
    const timeoutMs = pace.patienceMs(stream.idleTimeoutMs);
    const moved = await watch.waitFor(after + 1, { timeoutMs, signal });
    if (isLeft(moved)) {
      const isEnd = moved.left.kind === "timeout" || signal.aborted;
      if (!isEnd) yield left(viewsUnavailable(moved.left));
      return;
    }
  }
}

/**
 * Delivers the items of a stream. Ends with a Left when the query is rejected, and when the views
 * fail.
 * @param asked the query's stream, or why it is rejected
 */
export async function* streamBatches<A>(
  parts: StreamParts<A>,
  context: QueryContext,
  asked: () => Either<LedgerError, OffsetStream<A>>,
  reader: StreamReader,
): Batches<A> {
  const checked = asked();
  if (isLeft(checked)) {
    yield checked;
    return;
  }
  const stream = checked.right;
  const end = stream.endInclusive;
  const upTo = end ?? context.ledgerEnd();
  const caughtUp = await catchUp(parts.watch, context, upTo, reader.signal);
  if (isLeft(caughtUp)) {
    yield caughtUp;
  } else if (caughtUp.right && end !== undefined && stream.descending) {
    yield* descending(parts.turns, stream, end, reader);
  } else if (caughtUp.right) {
    const { there } = stream;
    const range = (after: number, upTo: number) => ({ after, upTo, descending: false });
    const sharing = parts.shared.join(
      stream.question,
      (after, upTo) => readBatch(stream.reads(), stream.itemsAt, range(after, upTo)),
      there && ((after, upTo) => there(range(after, upTo), offsetsPerPage)),
    );
    try {
      yield* ascending(parts, context, stream, sharing, reader);
    } finally {
      sharing.leave();
    }
  }
}
