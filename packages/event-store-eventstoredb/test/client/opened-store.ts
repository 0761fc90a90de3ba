// The adapter with short times, closed at the end of the test, and what tests ask of it.
import { randomUUID } from "node:crypto";
import type { EventStore, NewEvent, RecordedEvent } from "@tallystick/event-store";
import * as E from "fp-ts/lib/Either.js";
import { type ClientLimits, eventStoreDb } from "../../src/index.js";
import { atEnd, rightOf } from "../served-store.js";

const SHORT: Partial<ClientLimits> = {
  appendTimeoutMs: 200,
  appendGiveUpMs: 5_000,
  readStallMs: 200,
  readGiveUpMs: 5_000,
  idleCheckMs: 300,
};

export const openStore = async (
  connectionString: string,
  limits: Partial<ClientLimits> = {},
): Promise<EventStore> => {
  const store = rightOf(await eventStoreDb({ connectionString, limits: { ...SHORT, ...limits } }));
  atEnd(() => store.close());
  return store;
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

export const leftOf = <L>(result: E.Either<L, unknown>): L => {
  if (E.isLeft(result)) return result.left;
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
      if (E.isLeft(item)) errors.push(item.left);
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

/** Counts rejections nobody handles while a test runs: each would end a process. */
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
