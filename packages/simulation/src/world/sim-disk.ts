import {
  type Appended,
  type ExpectedRevision,
  inMemoryStore,
  type NewEvent,
  type RecordedEvent,
  type StoreError,
} from "@tallystick/event-store";
import { type Either, isLeft } from "fp-ts/lib/Either.js";

type Inner = ReturnType<typeof inMemoryStore>;

/** Where the streams of a world are. */
export class SimDisk {
  #inner: Inner = inMemoryStore();
  /** All events in the order in which they were written. */
  #all: Array<RecordedEvent> = [];
  /** The events by stream and revision. */
  #byStream = new Map<string, Array<RecordedEvent>>();
  /** How many of them are flushed; undefined: all. */
  #flushed: number | undefined;
  /** Events that were lost, in the order in which they were. */
  readonly lost: Array<RecordedEvent> = [];
  #wakes = new Set<() => void>();

  /** What is written now, by appends that may not have been answered. */
  get store(): Inner {
    return this.#inner;
  }

  /** Writes events, at once. */
  async append(
    stream: string,
    expected: ExpectedRevision,
    events: ReadonlyArray<NewEvent>,
  ): Promise<Either<StoreError, Appended>> {
    const appended = await this.#inner.append(stream, expected, events);
    if (isLeft(appended)) return appended;
    for (const event of this.readNow(stream, appended.right.revision - events.length + 1))
      if (event.position > this.#all.length) this.#remember(event);
    for (const wake of this.#wakes) wake();
    return appended;
  }

  /** The events of a stream from a revision on. */
  readNow(stream: string, from: number): ReadonlyArray<RecordedEvent> {
    const read = this.#inner.capabilities.readNow(
      stream,
      Math.max(0, from),
      Number.MAX_SAFE_INTEGER,
    );
    return isLeft(read) ? [] : read.right;
  }

  /** Like `readNow`, but as the events were written: with what was erased since. */
  writtenNow(stream: string, from: number): ReadonlyArray<RecordedEvent> {
    return this.#byStream.get(stream)?.slice(from) ?? [];
  }

  #remember(event: RecordedEvent): void {
    this.#all.push(event);
    const ofStream = this.#byStream.get(event.stream) ?? [];
    if (ofStream.push(event) === 1) this.#byStream.set(event.stream, ofStream);
  }

  /** Calls back after each append. @returns what ends that */
  onAppend(wake: () => void): () => void {
    this.#wakes.add(wake);
    return () => this.#wakes.delete(wake);
  }

  /** From now on what is written is not flushed, although the disk says so. */
  stopFlushing(): void {
    this.#flushed ??= this.#all.length;
  }

  /** What was written is flushed. */
  flush(): void {
    this.#flushed = undefined;
  }

  /** The machine loses what was not flushed. */
  async loseUnflushed(): Promise<void> {
    const kept = this.#flushed;
    this.#flushed = undefined;
    if (kept === undefined || kept === this.#all.length) return;
    const [before, after] = [this.#all.slice(0, kept), this.#all.slice(kept)];
    this.#inner = inMemoryStore();
    this.#all = [];
    this.#byStream = new Map();
    for (const event of before) this.#remember(event);
    this.lost.push(...after);
    for (const { stream, revision, id, type, data, metadata } of before) {
      const expected = revision === 0 ? "no-stream" : revision - 1;
      await this.#inner.append(stream, expected, [{ id, type, data, metadata }]);
    }
  }
}
