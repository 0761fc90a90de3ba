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

/** The same by a thread; it resolves with undefined when the batch has to be read here. */
type BatchThere<A> = (after: number, upTo: number) => Promise<Batch<A> | undefined>;

/** The membership of a stream among streams of the same query. */
export interface Sharing<A> {
  readonly batch: BatchRead<A>;
  readonly there: BatchThere<A> | undefined;
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
  /** Batches that a thread reads now. */
  readonly #asked = new Map<string, Promise<Batch<A> | undefined>>();
  #bytes = 0;
  #nextId = 0;

  constructor(maxBytes: number = maxSharedBytes) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Joins the streams of the same query.
   * @param question text that is equal only for equal queries
   * @param read reads a batch for this stream
   * @param ask asks a thread for it; absent: there are none
   */
  join(question: string, read: BatchRead<A>, ask?: BatchThere<A>): Sharing<A> {
    const share = this.#shares.get(question) ?? { id: this.#nextId++, streams: 0 };
    this.#shares.set(question, share);
    share.streams += 1;
    return {
      batch: (after, upTo) =>
        share.streams > 1 ? this.#shared(share, read, after, upTo) : read(after, upTo),
      there:
        ask &&
        ((after, upTo) =>
          share.streams > 1 ? this.#sharedThere(share, ask, after, upTo) : ask(after, upTo)),
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
    this.#asked.clear();
    this.#bytes = 0;
  }

  #shared(share: Share, read: BatchRead<A>, after: number, upTo: number): ReturnType<BatchRead<A>> {
    const place = `${share.id}:${after}`;
    const known = this.#known(place, upTo);
    if (known !== undefined) return right(known);
    const batch = read(after, upTo);
    if (!isLeft(batch)) this.#remember(place, batch.right);
    return batch;
  }

  async #sharedThere(
    share: Share,
    ask: BatchThere<A>,
    after: number,
    upTo: number,
  ): Promise<Batch<A> | undefined> {
    const place = `${share.id}:${after}`;
    const known = this.#known(place, upTo);
    if (known !== undefined) return known;
    const open = this.#asked.get(place);
    const begun = open ?? ask(after, upTo);
    this.#asked.set(place, begun);
    const batch = await begun;
    // not after the views were emptied
    if (batch !== undefined && this.#asked.get(place) === begun) this.#remember(place, batch);
    if (open === undefined && this.#asked.get(place) === begun) this.#asked.delete(place);
    return batch === undefined || batch.upTo > upTo ? undefined : batch;
  }

  #known(place: string, upTo: number): Batch<A> | undefined {
    const known = this.#batches.get(place);
    return known !== undefined && known.upTo <= upTo ? known : undefined;
  }

  #remember(place: string, batch: Batch<A>): void {
    if (this.#batches.has(place)) return;
    this.#batches.set(place, batch);
    this.#bytes += batch.bytes + batchOverheadBytes;
    for (const [oldest, { bytes }] of this.#batches) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#batches.delete(oldest);
      this.#bytes -= bytes + batchOverheadBytes;
    }
  }
}
