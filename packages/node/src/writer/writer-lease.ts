import { randomUUID } from "node:crypto";
import { pause } from "@tallystick/background";
import type { EventStore, RecordedEvent, StoreError } from "@tallystick/event-store";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { leaseEvent, leaseSaid } from "./lease-event.js";

/**
 * Who of the nodes on one journal is the preferred writer. It decides who runs what should run once
 * in the whole ledger, and who waits least for its turn to append. Nothing is wrong when two nodes
 * believe to be it for a moment: the store's expected revision decides every race.
 */
export interface WriterLease {
  /** True while this node holds the lease. */
  isHeld(): boolean;
  /** Calls `listener` each time this node gets the lease. */
  onHeld(listener: () => void): void;
  /** Why this node can never get it, for the operator; undefined when it can. */
  error(): string | undefined;
  /** Gives the lease back, so that another node takes it at its next look. */
  stop(): Promise<void>;
}

/** What a lease is kept with. */
export interface LeaseParts {
  readonly store: EventStore;
  /** The stream of the lease, which holds nothing else. */
  readonly stream: string;
  /** How often the holder says that it is there, and the others look; milliseconds. */
  readonly beatMs: number;
  /** How long a holder may say nothing before another takes the lease; milliseconds. */
  readonly silenceMs: number;
  /** Is called once with what keeps this node from ever getting the lease. */
  readonly warn?: (error: string) => void;
  /** How long giving the lease back may take when the node stops; milliseconds, default 2,000. */
  readonly stopMs?: number;
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
}

/** The lease of the only node that appends to its journal. */
export const soleWriter: WriterLease = {
  isHeld: () => true,
  onHeld: () => undefined,
  error: () => undefined,
  stop: async () => undefined,
};

/** The lease of a node that never writes. */
export const neverWriter: WriterLease = { ...soleWriter, isHeld: () => false };

/** Begins to keep the lease: holds it, or waits for it to be free. */
export const keepLease = (parts: LeaseParts): WriterLease & { look(): Promise<void> } =>
  new KeptLease(parts);

/** A store that is away would hold a node up for longer than others wait for the silence. */
const defaultStopMs = 2_000;

const withinMs = async (work: Promise<void>, ms: number): Promise<void> => {
  const done = new AbortController();
  await Promise.race([work, pause(ms, done.signal)]);
  done.abort();
};

class KeptLease implements WriterLease {
  readonly #parts: LeaseParts;
  readonly #clock: () => number;
  readonly #node = randomUUID();
  readonly #listeners: Array<() => void> = [];
  #heldUntil = Number.NEGATIVE_INFINITY;
  /** The last event seen in the stream, and when it was first seen. */
  #seen: { readonly id: string | undefined; readonly at: number } | undefined;
  #error: string | undefined;
  #stopped = false;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? (() => performance.now());
    void this.look();
    this.#timer = setInterval(() => void this.look(), parts.beatMs).unref();
  }

  isHeld(): boolean {
    return !this.#stopped && this.#clock() < this.#heldUntil;
  }

  onHeld(listener: () => void): void {
    this.#listeners.push(listener);
    if (this.isHeld()) listener();
  }

  error(): string | undefined {
    return this.#error;
  }

  /** One look at the stream, unless one is under way. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    const wasHeld = this.isHeld();
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#timer = undefined;
    const done = this.#looking?.then(() => this.#releaseIf(wasHeld)) ?? this.#releaseIf(wasHeld);
    await withinMs(done, this.#parts.stopMs ?? defaultStopMs);
  }

  async #look(): Promise<void> {
    const { store, stream, silenceMs } = this.#parts;
    const last = await store.lastEvent(stream);
    this.#note(last, "read ($r) and metadata read ($mr)");
    // a store that is away leaves everything as it is: a lease ends by itself
    if (this.#stopped || isLeft(last)) return;
    const now = this.#clock();
    if (this.#seen === undefined || this.#seen.id !== last.right?.id)
      this.#seen = { id: last.right?.id, at: now };
    const { holder, term } = leaseSaid(last.right);
    if (holder === this.#node) return this.#say(last.right, term);
    this.#heldUntil = Number.NEGATIVE_INFINITY;
    if (holder === undefined || now - this.#seen.at >= silenceMs)
      await this.#say(last.right, term + 1);
  }

  /** Says that this node holds the lease; when others said something first, they are right. */
  async #say(last: RecordedEvent | undefined, term: number): Promise<void> {
    const { store, stream, silenceMs } = this.#parts;
    const wasHeld = this.isHeld();
    const begunAt = this.#clock();
    const event = leaseEvent(randomUUID(), this.#node, term, false);
    const appended = await store.append(stream, last?.revision ?? "no-stream", [event]);
    this.#note(appended, "write ($w)");
    if (isLeft(appended)) return;
    // others count from when they see it, which is later
    this.#heldUntil = begunAt + silenceMs;
    if (wasHeld || !this.isHeld()) return;
    for (const listener of this.#listeners) listener();
  }

  /** Notes whether the user of this node lacks a right. */
  #note(answer: Either<StoreError, unknown>, right: string): void {
    const isDenied = isLeft(answer) && answer.left.kind === "unavailable" && answer.left.isDenied;
    const before = this.#error;
    if (isDenied !== true) {
      // what was read says nothing of the right to write
      if (!isLeft(answer) && before?.includes(right) === true) this.#error = undefined;
      return;
    }
    const { stream } = this.#parts;
    this.#error = `the store denies this node's user the right to ${right} of the stream ${stream}: the node is never the preferred writer, and runs no automations`;
    if (this.#error !== before) this.#parts.warn?.(this.#error);
  }

  async #releaseIf(wasHeld: boolean): Promise<void> {
    if (!wasHeld) return;
    const { store, stream } = this.#parts;
    const last = await store.lastEvent(stream);
    if (isLeft(last)) return;
    const { holder, term } = leaseSaid(last.right);
    if (holder !== this.#node || last.right === undefined) return;
    // not awaited: without it others wait for the silence
    await store.append(stream, last.right.revision, [
      leaseEvent(randomUUID(), this.#node, term, true),
    ]);
  }
}
