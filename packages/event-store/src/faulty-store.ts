import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { EventStore, StoreError } from "./event-store.js";

/** The fault of one append. */
export type AppendFault =
  /** Nothing goes wrong: lets an append through before a later fault. */
  | { readonly kind: "pass" }
  /** Nothing is written, and the answer is an error. */
  | { readonly kind: "refused" }
  /** The events are written, but the answer is lost. */
  | { readonly kind: "applied-but-unknown" }
  /** Nothing is written, and the answer leaves that open. */
  | { readonly kind: "lost-and-unknown" }
  /**
   * Another writer is first: `before` is awaited, then the append continues on the changed stream.
   */
  | { readonly kind: "race"; readonly before: (inner: EventStore) => Promise<unknown> };

/** A store that fails on demand. */
export interface FaultyStore extends EventStore {
  /** Queues faults: one per append, in this order, after those queued before. */
  failNext(...faults: ReadonlyArray<AppendFault>): void;
  /** Queued faults. */
  readonly waitingFaults: number;
}

const unavailable = (outcome: "known" | "unknown"): Either<StoreError, never> =>
  left({ kind: "unavailable", outcome, reason: "planned fault" });

/**
 * Wraps a store for tests of the code above it. Each append takes the next queued fault; without
 * one, and for all other calls, it is the inner store.
 *
 * @example
 * const store = faultyStore(inMemoryStore(), [{ kind: "applied-but-unknown" }]);
 */
export const faultyStore = (
  inner: EventStore,
  plan: ReadonlyArray<AppendFault> = [],
): FaultyStore => {
  const waiting = [...plan];
  const append: EventStore["append"] = async (stream, expected, events) => {
    const fault = waiting.shift() ?? { kind: "pass" };
    switch (fault.kind) {
      case "pass":
        return inner.append(stream, expected, events);
      case "refused":
        return unavailable("known");
      case "lost-and-unknown":
        return unavailable("unknown");
      case "applied-but-unknown": {
        const result = await inner.append(stream, expected, events);
        return isLeft(result) ? result : unavailable("unknown");
      }
      case "race":
        await fault.before(inner);
        return inner.append(stream, expected, events);
    }
  };
  return {
    append,
    readStream: (stream, read) => inner.readStream(stream, read),
    subscribe: (stream, afterRevision) => inner.subscribe(stream, afterRevision),
    lastEvent: (stream) => inner.lastEvent(stream),
    close: () => inner.close(),
    capabilities: inner.capabilities,
    failNext: (...faults) => {
      waiting.push(...faults);
    },
    get waitingFaults() {
      return waiting.length;
    },
  };
};
