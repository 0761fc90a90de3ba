import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";

/** The items of a range of offsets. */
export interface Batch<A> {
  readonly items: ReadonlyArray<A>;
  /** Of each item. */
  readonly offsets: ReadonlyArray<number>;
  readonly upTo: number;
  /** Estimated size of the items; bytes of journal. */
  readonly bytes: number;
}

/** Reads the batch that begins after an offset and ends at `upTo` at the latest. */
export type BatchRead<A> = (after: number, upTo: number) => Either<LedgerError, Batch<A>>;

/** The membership of a stream among streams of the same query. */
interface Sharing<A> {
  readonly batch: BatchRead<A>;
  /** To be called once, when the stream ends. */
  readonly leave: () => void;
}

/** The size of the cache, over all streams; bytes of journal. */
const maxSharedBytes = 16 * 1024 * 1024;

/** Counted for each batch in addition to its items; bytes. */
const batchOverheadBytes = 256;

interface Share {
  readonly id: number;
  streams: number;
}

/**
 * Lets equal streams read and project each range of offsets once. The views up to the checkpoint
 * are immutable, so a batch that one of them read is valid for all. Nothing is cached for a query
 * of a single stream.
 */
export class SharedBatches<A> {
  readonly #maxBytes: number;
  readonly #shares = new Map<string, Share>();
  // a Map iterates in the order of insertion: the first batch is the least recently read one
  readonly #batches = new Map<string, Batch<A>>();
  #bytes = 0;
  #nextId = 0;

  constructor(maxBytes: number = maxSharedBytes) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Joins the streams of the same query.
   * @param question text that is equal only for equal queries
   * @param read reads a batch for this stream
   */
  join(question: string, read: BatchRead<A>): Sharing<A> {
    const share = this.#shares.get(question) ?? { id: this.#nextId++, streams: 0 };
    this.#shares.set(question, share);
    share.streams += 1;
    return {
      batch: (after, upTo) =>
        share.streams > 1 ? this.#shared(share, read, after, upTo) : read(after, upTo),
      leave: () => {
        share.streams -= 1;
        if (share.streams === 0) this.#shares.delete(question);
        if (this.#shares.size === 0) this.forget();
      },
    };
  }

  /** Drops all batches; needed when the views start again. */
  forget(): void {
    this.#batches.clear();
    this.#bytes = 0;
  }

  #shared(share: Share, read: BatchRead<A>, after: number, upTo: number): ReturnType<BatchRead<A>> {
    const place = `${share.id}:${after}`;
    const known = this.#batches.get(place);
    if (known !== undefined && known.upTo <= upTo) return right(known);
    const batch = read(after, upTo);
    if (!isLeft(batch) && known === undefined) this.#remember(place, batch.right);
    return batch;
  }

  #remember(place: string, batch: Batch<A>): void {
    this.#batches.set(place, batch);
    this.#bytes += batch.bytes + batchOverheadBytes;
    for (const [oldest, { bytes }] of this.#batches) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#batches.delete(oldest);
      this.#bytes -= bytes + batchOverheadBytes;
    }
  }
}
