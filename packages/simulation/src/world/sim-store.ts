import {
  type Erasing,
  type EventStore,
  liveFeed,
  type ReadStream,
  type RecordedEvent,
  type StoreError,
} from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { FaultyCalls } from "./faulty-calls.js";
import type { ProcessLife } from "./process-life.js";
import type { Random } from "../plan/random.js";
import type { SimDisk } from "./sim-disk.js";
import type { Trace } from "./trace.js";

/** The parts of a process's store. */
interface StoreParts {
  readonly disk: SimDisk;
  readonly life: ProcessLife;
  readonly calls: FaultyCalls;
  readonly random: Random;
  readonly trace: Trace;
  readonly node: number;
  /** Longest delay of a call; milliseconds. */
  readonly delayMs: number;
  readonly pageEvents: number;
  readonly readsNow: boolean;
  /** Kills the process: it was writing. */
  readonly torn: () => void;
}

const unavailable = (outcome: "known" | "unknown", reason: string): Either<StoreError, never> =>
  left({ kind: "unavailable", outcome, reason });

const closed: Either<StoreError, never> = left({ kind: "closed" });

/** The store as one process reaches it: each call takes time, and may fail. */
export const simStore = (parts: StoreParts): EventStore => {
  const store = new SimStore(parts);
  const { readsNow, disk } = parts;
  return {
    append: (...of) => store.append(...of),
    readStream: (stream, read) => store.readStream(stream, read),
    subscribe: (stream, after) => store.subscribe(stream, after),
    lastEvent: (stream) => store.lastEvent(stream),
    close: async () => undefined,
    capabilities: {
      erasing: { erase: (...of) => store.erase(...of), shrink: async () => right(false) },
      readNow: readsNow ? (...of) => disk.store.capabilities.readNow(...of) : undefined,
    },
  };
};

class SimStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  readonly append: EventStore["append"] = async (stream, expected, events) => {
    const { disk, calls, node, torn, life } = this.#parts;
    const fault = calls.ofAppend(node);
    await this.#delay();
    if (life.isKilled) return closed;
    this.#say(`append ${stream} after ${expected} ${events.map(({ id }) => id).join()} ${fault}`);
    if (fault === "refused") return unavailable("known", "the store refuses");
    if (fault === "full") return unavailable("known", "the disk is full");
    if (fault === "lost-and-unknown") {
      await this.#delay();
      return unavailable("unknown", "no answer came");
    }
    if (fault === "torn") {
      torn();
      return closed;
    }
    const appended = await disk.append(stream, expected, events);
    await this.#delay();
    if (life.isKilled) return closed;
    this.#say(isLeft(appended) ? appended.left.kind : `at ${appended.right.revision}`);
    const isLost = fault === "applied-but-unknown" && !isLeft(appended);
    return isLost ? unavailable("unknown", "no answer came") : appended;
  };

  readonly erase: Erasing["erase"] = async (stream, erasures) => {
    const { disk, calls, node, life } = this.#parts;
    const fault = calls.ofAppend(node);
    await this.#delay();
    if (life.isKilled) return closed;
    this.#say(`erase ${erasures.length} of ${stream} ${fault}`);
    if (fault === "refused" || fault === "full")
      return unavailable("known", "the store refuses to erase");
    if (fault === "lost-and-unknown" || fault === "torn")
      return unavailable("unknown", "no answer came");
    const erased = await disk.store.capabilities.erasing.erase(stream, erasures);
    await this.#delay();
    if (life.isKilled) return closed;
    return fault === "applied-but-unknown" ? unavailable("unknown", "no answer came") : erased;
  };

  readonly lastEvent: EventStore["lastEvent"] = async (stream) => {
    const fails = this.#fault("last event of", stream) !== undefined;
    await this.#delay();
    if (this.#parts.life.isKilled) return closed;
    return fails
      ? unavailable("known", "no answer came")
      : this.#parts.disk.store.lastEvent(stream);
  };

  async *readStream(
    stream: string,
    read: ReadStream = {},
  ): AsyncGenerator<Either<StoreError, ReadonlyArray<RecordedEvent>>, void, void> {
    const { disk, pageEvents, life } = this.#parts;
    await this.#delay();
    if (life.isKilled) return yield closed;
    for await (const whole of disk.store.readStream(stream, read)) {
      const events = isLeft(whole) ? [] : whole.right;
      for (let at = 0; at < events.length; at += pageEvents) {
        const fault = this.#fault("read", stream);
        await this.#delay();
        if (life.isKilled) return yield closed;
        if (fault !== undefined) return yield unavailable("known", "no answer came");
        yield right(events.slice(at, at + pageEvents));
      }
    }
  }

  readonly subscribe: EventStore["subscribe"] = (stream, afterRevision) => {
    const { disk, pageEvents, life } = this.#parts;
    const readAfter = async (revision: number) => {
      const fault = this.#fault("follow", stream);
      await this.#delay();
      if (life.isKilled) return closed;
      if (fault === "fails" || fault === "ends") return unavailable("known", "the feed ended");
      // delivered once more, with one that was delivered before
      const from = fault === "repeats" ? Math.max(0, revision) : revision + 1;
      const events = disk.readNow(stream, from);
      const head = events.at(-1)?.revision ?? (revision < 0 ? "no-stream" : revision);
      const isNew = (events.at(-1)?.revision ?? -1) > revision;
      const most = pageEvents + (revision + 1 - from);
      return right({ events: isNew ? events.slice(0, most) : [], head } as const);
    };
    return liveFeed({ readAfter, listen: (wake) => disk.onAppend(wake) }, afterRevision);
  };

  #fault(call: string, stream: string) {
    const fault = this.#parts.calls.ofRead(this.#parts.node);
    this.#say(`${call} ${stream} ${fault}`);
    return fault;
  }

  #delay(): Promise<void> {
    const { calls, life, random, delayMs } = this.#parts;
    return life.wait(random.below(delayMs + 1) * calls.slowness());
  }

  #say(what: string): void {
    this.#parts.trace.add(`node ${this.#parts.node}: ${what}`);
  }
}
