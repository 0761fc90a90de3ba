import { Listeners, pause, systemTimers, type Timer, type Timers } from "@tallystick/background";
import type { EventStore, RecordedEvent, StoreError } from "@tallystick/event-store";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { leaseEvent, leaseSaid } from "./lease-event.js";

/**
 * The lease of the preferred writer among the nodes on one journal. The preferred writer runs work
 * that should run once in the whole ledger, and waits least for its turn to append. Two nodes may
 * hold it for a moment without harm: the store's expected revision decides every race.
 */
export interface WriterLease {
  /** True while this node holds the lease. */
  isHeld(): boolean;
  /** Calls `listener` each time this node gets the lease. */
  onHeld(listener: () => void): () => void;
  /** Why this node cannot get it at all, for the operator; undefined when it can. */
  error(): string | undefined;
  /** Releases the lease, so that another node takes it at its next check. */
  stop(): Promise<void>;
}

export interface LeaseParts {
  readonly store: EventStore;
  /** The stream of the lease, with nothing else in it. */
  readonly stream: string;
  /** Interval of the holder's heartbeat, and of the others' checks; milliseconds. */
  readonly beatMs: number;
  /** How long a holder may be silent before another takes the lease; milliseconds. */
  readonly silenceMs: number;
  /** Is called once with the reason when this node cannot get the lease at all. */
  readonly warn?: (error: string) => void;
  /** Time limit for releasing the lease when the node stops; milliseconds, default 2,000. */
  readonly stopMs?: number;
  /** Milliseconds of a monotonic clock; default: that of the timers. */
  readonly clock?: () => number;
  /** Default: the system's. */
  readonly timers?: Timers;
  /** Makes the ids of this node and of events: UUIDs. */
  readonly newId: () => string;
}

/** The lease of the only node that appends to its journal. */
export const soleWriter: WriterLease = {
  isHeld: () => true,
  onHeld: new Listeners().add,
  error: () => undefined,
  stop: async () => undefined,
};

/** The lease of a node that does not write. */
export const neverWriter: WriterLease = { ...soleWriter, isHeld: () => false };

/** Starts: holds the lease, or waits for it to be free. */
export const keepLease = (parts: LeaseParts): WriterLease & { look(): Promise<void> } =>
  new KeptLease(parts);

/** An unavailable store would delay a stop for longer than others wait for the silence. */
const defaultStopMs = 2_000;

const withinMs = async (work: Promise<void>, ms: number, timers: Timers): Promise<void> => {
  const done = new AbortController();
  await Promise.race([work, pause(ms, done.signal, timers)]);
  done.abort();
};

class KeptLease implements WriterLease {
  readonly #parts: LeaseParts;
  readonly #clock: () => number;
  readonly #timers: Timers;
  readonly #node: string;
  readonly #begun = new Listeners();
  #heldUntil = Number.NEGATIVE_INFINITY;
  /** The last event seen in the stream, and when it was first seen. */
  #seen: { readonly id: string | undefined; readonly at: number } | undefined;
  #error: string | undefined;
  #stopped = false;
  #looking: Promise<void> | undefined;
  #timer: Timer | undefined;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#timers = parts.timers ?? systemTimers;
    this.#node = parts.newId();
    this.#clock = parts.clock ?? (() => this.#timers.nowMs());
    void this.look();
    this.#timer = this.#timers.every(parts.beatMs, () => void this.look()).unref();
  }

  isHeld(): boolean {
    return !this.#stopped && this.#clock() < this.#heldUntil;
  }

  onHeld(listener: () => void): () => void {
    if (this.isHeld()) listener();
    return this.#begun.add(listener);
  }

  error(): string | undefined {
    return this.#error;
  }

  /** One check of the stream, unless one is running. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async stop(): Promise<void> {
    const wasHeld = this.isHeld();
    this.#stopped = true;
    this.#timer?.cancel();
    this.#timer = undefined;
    const done = this.#looking?.then(() => this.#releaseIf(wasHeld)) ?? this.#releaseIf(wasHeld);
    await withinMs(done, this.#parts.stopMs ?? defaultStopMs, this.#timers);
  }

  async #look(): Promise<void> {
    const { store, stream, silenceMs } = this.#parts;
    const last = await store.lastEvent(stream);
    this.#note(last, "read ($r) and metadata read ($mr)");
    // an unavailable store changes nothing: a lease expires by itself
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

  /** Announces that this node holds the lease; others that were first win. */
  async #say(last: RecordedEvent | undefined, term: number): Promise<void> {
    const { store, stream, silenceMs, newId } = this.#parts;
    const wasHeld = this.isHeld();
    const begunAt = this.#clock();
    const event = leaseEvent(newId(), this.#node, term, false);
    const appended = await store.append(stream, last?.revision ?? "no-stream", [event]);
    this.#note(appended, "write ($w)");
    if (isLeft(appended)) return;
    // others count from when they read it, which is later
    this.#heldUntil = begunAt + silenceMs;
    if (!wasHeld && this.isHeld()) this.#begun.tell();
  }

  /** Records whether the user of this node lacks a right. */
  #note(answer: Either<StoreError, unknown>, right: string): void {
    const before = this.#error;
    const { left: error } = isLeft(answer) ? answer : { left: undefined };
    if (error?.kind !== "unavailable" || error.refusal !== "right") {
      // a read does not show the right to write
      if (!isLeft(answer) && before?.includes(right) === true) this.#error = undefined;
      return;
    }
    const { stream } = this.#parts;
    this.#error = `the store denies this node's user the right to ${right} of the stream ${stream}: the node is never the preferred writer, and runs no automations`;
    if (this.#error !== before) this.#parts.warn?.(this.#error);
  }

  async #releaseIf(wasHeld: boolean): Promise<void> {
    if (!wasHeld) return;
    const { store, stream, newId } = this.#parts;
    const last = await store.lastEvent(stream);
    if (isLeft(last)) return;
    const { holder, term } = leaseSaid(last.right);
    if (holder !== this.#node || last.right === undefined) return;
    // not awaited: without it others wait for the silence
    await store.append(stream, last.right.revision, [leaseEvent(newId(), this.#node, term, true)]);
  }
}
