import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import type {
  Appended,
  EventStore,
  NewEvent,
  RecordedEvent,
  StoreCapabilities,
  StoreError,
  Subscription,
  SubscriptionItem,
} from "../event-store.js";

/**
 * Makes an empty store; the contract closes it. A store that cannot limit appends may ignore the
 * option.
 */
export type MakeStore = (options?: { readonly maxAppendBytes?: number }) => Promise<EventStore>;

/** One test of a store; `run` rejects with an AssertionError when it fails. */
export interface ContractCase {
  readonly name: string;
  readonly run: (makeStore: MakeStore) => Promise<void>;
}

/** A case that runs on one fresh store of default options. */
export const contractCase = (
  name: string,
  check: (store: EventStore) => Promise<void>,
): ContractCase => ({
  name,
  run: async (makeStore) => {
    const store = await makeStore();
    try {
      await check(store);
    } finally {
      await store.close();
    }
  },
});

/** A case of a store that offers a capability. */
export const capabilityCase = <Name extends keyof StoreCapabilities>(
  capability: Name,
  name: string,
  check: (offered: Offered<Name>, store: EventStore) => Promise<void>,
): ContractCase => contractCase(name, (store) => check(offeredBy(store, capability), store));

type Offered<Name extends keyof StoreCapabilities> = NonNullable<StoreCapabilities[Name]>;

const offeredBy = <Name extends keyof StoreCapabilities>(
  { capabilities }: EventStore,
  name: Name,
): Offered<Name> => capabilities[name] ?? assert.fail(`the store does not offer ${name}`);

/** New events with random ids, numbered. */
export const someEvents = (count: number): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    type: "Counted",
    data: JSON.stringify({ index }),
    metadata: "",
  }));

export const succeeded = <A>(result: Either<StoreError, A>): A => {
  if (isRight(result)) return result.right;
  return assert.fail(`expected a success, got ${JSON.stringify(result.left)}`);
};

export const failed = (result: Either<StoreError, unknown>): StoreError => {
  if (isLeft(result)) return result.left;
  return assert.fail(`expected an error, got ${JSON.stringify(result.right)}`);
};

const MAX_APPEND_ATTEMPTS = 1_000;

/** Appends at the end of a stream; tries again when another append was first. */
export const appendToEnd = async (
  store: Pick<EventStore, "append" | "lastEvent">,
  stream: string,
  events: ReadonlyArray<NewEvent>,
): Promise<Either<StoreError, Appended>> => {
  for (let attempt = 1; ; attempt++) {
    const last = await store.lastEvent(stream);
    if (isLeft(last)) return last;
    const appended = await store.append(stream, last.right?.revision ?? "no-stream", events);
    const wasFirst = isRight(appended) || appended.left.kind !== "wrong-expected-revision";
    if (wasFirst || attempt === MAX_APPEND_ATTEMPTS) return appended;
  }
};

/** Asserts a wrong expected revision, and the actual one it names. */
export const assertWrongRevision = (
  result: Either<StoreError, Appended>,
  expected: number | string,
  actual: number | "no-stream",
): void => {
  const error = failed(result);
  assert.equal(error.kind, "wrong-expected-revision");
  assert.ok(error.kind === "wrong-expected-revision");
  assert.equal(error.expected, expected);
  assert.equal(error.actual, actual);
};

/** All events of a read that succeeds. */
export const collect = async (
  pages: AsyncIterable<Either<StoreError, ReadonlyArray<RecordedEvent>>>,
): Promise<ReadonlyArray<RecordedEvent>> => {
  const events: RecordedEvent[] = [];
  for await (const page of pages) {
    const pageEvents = succeeded(page);
    assert.ok(pageEvents.length > 0, "a page must not be empty");
    events.push(...pageEvents);
  }
  return events;
};

export const idsIn = async (store: EventStore, stream: string): Promise<ReadonlyArray<string>> =>
  (await collect(store.readStream(stream))).map((event) => event.id);

export const idsOf = (events: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string> =>
  events.map((event) => event.id);

/** Reads items from a subscription one by one. */
interface Taker {
  next(): Promise<Either<StoreError, SubscriptionItem> | "ended">;
  /** Ids of events until a caught-up mark comes. */
  untilCaughtUp(): Promise<ReadonlyArray<string>>;
  /** Revisions of events until one of them reaches this revision. */
  untilRevision(revision: number): Promise<ReadonlyArray<number>>;
}

export const takerOf = (subscription: Subscription): Taker => {
  const iterator = subscription[Symbol.asyncIterator]();
  const next: Taker["next"] = async () => {
    const item = await iterator.next();
    return item.done === true ? "ended" : item.value;
  };
  const nextItem = async (): Promise<SubscriptionItem> => {
    const item = await next();
    return item === "ended" ? assert.fail("the subscription ended") : succeeded(item);
  };
  return {
    next,
    untilCaughtUp: async () => {
      const ids: string[] = [];
      for (;;) {
        const item = await nextItem();
        if (item.kind === "caught-up") return ids;
        ids.push(...idsOf(item.events));
      }
    },
    untilRevision: async (revision) => {
      const revisions: number[] = [];
      while ((revisions.at(-1) ?? -1) < revision) {
        const item = await nextItem();
        if (item.kind === "events") revisions.push(...item.events.map((event) => event.revision));
      }
      return revisions;
    },
  };
};
