import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { gather, type OffsetsRead } from "../sqlite/gather.js";
import type { Batch } from "./shared-batches.js";

/** A range of offsets: `after` < offset <= `upTo`. */
export interface OffsetRange {
  readonly after: number;
  readonly upTo: number;
  readonly descending: boolean;
}

export interface Found<A> {
  /** undefined: none for this consumer. */
  readonly item: A | undefined;
  /** Estimated size of the data read for it; bytes. */
  readonly bytes: number;
}

export type ItemAt<A> = (offset: number) => Either<LedgerError, Found<A>>;

/** Prepares to read the items at some offsets, in order. */
export type ItemsAt<A> = (offsets: ReadonlyArray<number>) => ItemAt<A>;

/** Offsets read for one batch. */
export const offsetsPerPage = 128;

// bounds the index rows one read may skip before it yields
const offsetsPerRead = 65_536;

/**
 * A batch ends early when this much of the journal was read for it, so that large transactions do
 * not accumulate, nor block others; bytes.
 */
export const maxBatchBytes = 256 * 1024;

/**
 * Asks a thread for the batch that `readBatch` reads; it resolves with undefined when it has to be
 * read here.
 */
export type BatchAsked<A> = (range: OffsetRange, limit: number) => Promise<Batch<A> | undefined>;

const itself = (offset: number): number => offset;

/**
 * The first batch of a range, in its order. Its `upTo` is the place to continue from: with
 * descending offsets that is an `upTo`, otherwise an `after`.
 * @param limit the most offsets to read
 */
export const readBatch = <A>(
  reads: ReadonlyArray<OffsetsRead>,
  itemsAt: ItemsAt<A>,
  { after, upTo, descending }: OffsetRange,
  limit: number = offsetsPerPage,
): Either<LedgerError, Batch<A>> => {
  if (reads.length === 0)
    return right({ items: [], offsets: [], upTo: descending ? after : upTo, bytes: 0 });
  const low = descending ? Math.max(after, upTo - offsetsPerRead) : after;
  const high = descending ? upTo : Math.min(upTo, after + offsetsPerRead);
  const page = gather(reads, itself, { after: low, upTo: high, limit, descending });
  const itemAt = itemsAt(page);
  const items: Array<A> = [];
  const offsets: Array<number> = [];
  let bytes = 0;
  let reached = page.length < limit ? (descending ? low : high) : undefined;
  for (const [index, offset] of page.entries()) {
    const found = itemAt(offset);
    if (isLeft(found)) return found;
    bytes += found.right.bytes;
    if (found.right.item !== undefined) {
      items.push(found.right.item);
      offsets.push(offset);
    }
    const isLast = index === page.length - 1;
    if (bytes >= maxBatchBytes || (isLast && reached === undefined)) {
      reached = descending ? offset - 1 : offset;
      break;
    }
  }
  return right({ items, offsets, upTo: reached ?? (descending ? low : high), bytes });
};
