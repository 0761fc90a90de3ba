// The adapter that finds out soon what it must try again, closed at the end of the test, and what
// tests ask of it.
import { randomUUID } from "node:crypto";
import type { EventStore, NewEvent, RecordedEvent } from "@tallystick/event-store";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { type ClientLimits, eventStoreDb } from "../../src/index.js";
import { atEnd, rightOf } from "../served-store.js";

/** Nothing takes so long: what is tried again is not tried because of the time it took. */
export const PATIENT: Partial<ClientLimits> = {
  appendTimeoutMs: 60_000,
  readStallMs: 60_000,
  idleCheckMs: 60_000,
};

const SHORT: Partial<ClientLimits> = {
  appendTimeoutMs: 2_000,
  appendGiveUpMs: 60_000,
  readStallMs: 2_000,
  readGiveUpMs: 60_000,
  idleCheckMs: 300,
};

/** Opens the adapter; tries again for a minute while the server is not there. */
export const openStore = async (
  connectionString: string,
  limits: Partial<ClientLimits> = {},
): Promise<EventStore> => {
  const options = { connectionString, limits: { ...SHORT, ...limits } };
  const endMs = Date.now() + 60_000;
  for (;;) {
    const opened = await eventStoreDb(options);
    // with times this short a busy machine may need more than one try
    if (isLeft(opened) && opened.left.kind === "unavailable" && Date.now() < endMs) continue;
    const store = rightOf(opened);
    atEnd(() => store.close());
    return store;
  }
};

export const newEvents = (count: number, bytes = 2): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    type: "Counted",
    data: JSON.stringify({ n, filler: "x".repeat(bytes) }),
    metadata: "",
  }));

export const allOf = async (
  store: EventStore,
  stream: string,
): Promise<ReadonlyArray<RecordedEvent>> => {
  const events: RecordedEvent[] = [];
  for await (const page of store.readStream(stream)) events.push(...rightOf(page));
  return events;
};

export const idsOf = (events: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> =>
  events.map(({ id }) => id);

export const leftOf = <L>(result: Either<L, unknown>): L => {
  if (isLeft(result)) return result.left;
  throw new Error(`expected an error, got ${JSON.stringify(result.right)}`);
};

/** Follows a stream from its start; collects until told to stop. */
export const following = (store: EventStore, stream: string, after = -1) => {
  const subscription = store.subscribe(stream, after);
  const revisions: number[] = [];
  const errors: unknown[] = [];
  let caughtUp = 0;
  const done = (async () => {
    for await (const item of subscription) {
      if (isLeft(item)) errors.push(item.left);
      else if (item.right.kind === "events")
        revisions.push(...item.right.events.map(({ revision }) => revision));
      else caughtUp += 1;
    }
  })();
  atEnd(async () => {
    subscription.close();
    await done;
  });
  return {
    revisions,
    errors,
    done,
    get caughtUp() {
      return caughtUp;
    },
    close: () => subscription.close(),
  };
};

/** Counts rejections no one handles while a test runs: each would end a process. */
export const unhandledRejections = (): ReadonlyArray<unknown> => {
  const seen: unknown[] = [];
  const listener = (reason: unknown): void => {
    seen.push(reason);
  };
  const before = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", listener);
  atEnd(() => {
    process.off("unhandledRejection", listener);
    for (const other of before) process.on("unhandledRejection", other);
  });
  return seen;
};
