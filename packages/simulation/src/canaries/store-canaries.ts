import {
  chainHash,
  type EventStore,
  GENESIS_HASH,
  type NewEvent,
  type RecordedEvent,
} from "@tallystick/event-store";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Canary } from "../ledger/canary.js";
import { journalStream } from "../ledger/sim-world.js";

type Append = EventStore["append"];

/** A store that appends to the journal in another way. */
const appending = (store: EventStore, append: (inner: Append) => Append): EventStore => {
  const other = append(store.append);
  return {
    ...store,
    append: (stream, ...of) =>
      stream === journalStream ? other(stream, ...of) : store.append(stream, ...of),
  };
};

const lastHash = (last: RecordedEvent | undefined, events: ReadonlyArray<NewEvent>): string => {
  let hash = last?.hash ?? GENESIS_HASH;
  let revision = last?.revision ?? -1;
  for (const event of events)
    hash = chainHash(hash, { stream: journalStream, revision: ++revision, ...event });
  return hash;
};

const answersBeforeDurable: Canary = {
  name: "answers before it is durable",
  breaks: "an append is acknowledged while it is still being written",
  store: (store) =>
    appending(store, (append) => async (stream, expected, events) => {
      const last = await store.lastEvent(stream);
      const revision = isLeft(last) ? undefined : (last.right?.revision ?? -1);
      const before = expected === "no-stream" ? -1 : expected;
      if (isLeft(last) || revision !== before) return append(stream, expected, events);
      void append(stream, expected, events);
      const at = before + events.length;
      return right({ revision: at, position: at + 1, hash: lastHash(last.right, events) });
    }),
};

const newIdsOnRetry: Canary = {
  name: "new event ids on a retry",
  breaks: "a retried append has other event ids",
  store: (store) => {
    let calls = 0;
    return appending(store, (append) => (stream, expected, events) => {
      const mark = (calls++ % 0x10000).toString(16).padStart(4, "0");
      const marked = events.map((event) => ({ ...event, id: event.id.slice(0, -4) + mark }));
      return append(stream, expected, marked);
    });
  },
};

/** Every so many appends. */
const now = 5;

const refusedAlthoughWritten: Canary = {
  name: "refused although written",
  breaks: "a written append is reported as failed",
  store: (store) => {
    let calls = 0;
    return appending(store, (append) => async (...of) => {
      const appended = await append(...of);
      if (isLeft(appended) || ++calls % now > 0) return appended;
      return left({ kind: "unavailable", outcome: "known", reason: "it was refused" });
    });
  },
};

const lostRaceTakenForSuccess: Canary = {
  name: "a lost race is taken for a success",
  breaks: "an append that lost a race is reported as written",
  store: (store) =>
    appending(store, (append) => async (stream, expected, events) => {
      const appended = await append(stream, expected, events);
      if (!isLeft(appended) || appended.left.kind !== "wrong-expected-revision") return appended;
      const revision = (expected === "no-stream" ? -1 : expected) + events.length;
      return right({ revision, position: revision + 1, hash: lastHash(undefined, events) });
    }),
  concerns: ({ world }) => world.nodes > 1,
};

const halfABatch: Canary = {
  name: "half a batch",
  breaks: "only the first of several events are written",
  store: (store) =>
    appending(store, (append) => async (stream, expected, events) => {
      const half = events.slice(0, Math.ceil(events.length / 2));
      const appended = await append(stream, expected, half);
      if (isLeft(appended)) return appended;
      const { revision, position, hash } = appended.right;
      const more = events.length - half.length;
      return right({ revision: revision + more, position: position + more, hash });
    }),
};

const lostRejection: Canary = {
  name: "a lost rejection",
  breaks: "a rejection is reported, but not written",
  store: (store) =>
    appending(store, (append) => (stream, expected, events) => {
      const kept = events.filter(({ type }) => type !== "CommandRejected");
      if (kept.length > 0 || expected === "no-stream") return append(stream, expected, events);
      const revision = expected + events.length;
      return Promise.resolve(
        right({ revision, position: revision + 1, hash: lastHash(undefined, events) }),
      );
    }),
};

const timesFallBack: Canary = {
  name: "record times go back",
  breaks: "an event has a record time one hour earlier",
  store: (store) => {
    let calls = 0;
    const back = (event: NewEvent): NewEvent => ({
      ...event,
      data: event.data.replace(/"recordTime":(\d+)/, (_, micros: string) => {
        const earlier = Number(micros) - 3_600_000_000;
        return `"recordTime":${earlier}`;
      }),
    });
    return appending(
      store,
      (append) => (stream, expected, events) =>
        append(stream, expected, ++calls % now === 0 ? events.map(back) : events),
    );
  },
};

const readsOneLess: Canary = {
  name: "a read ends one event early",
  breaks: "reading the journal from the beginning omits the last event",
  store: (store) => ({
    ...store,
    async *readStream(stream, read) {
      const isStart = stream === journalStream && (read?.from ?? 0) === 0 && !read?.maxCount;
      if (!isStart) {
        yield* store.readStream(stream, read);
        return;
      }
      const all: Array<RecordedEvent> = [];
      for await (const page of store.readStream(stream, read)) {
        if (isLeft(page)) {
          yield page;
          return;
        }
        all.push(...page.right);
      }
      if (all.length > 1) yield right(all.slice(0, -1));
    },
  }),
};

/** Canaries between a node and its store. */
export const storeCanaries: ReadonlyArray<Canary> = [
  answersBeforeDurable,
  newIdsOnRetry,
  refusedAlthoughWritten,
  lostRaceTakenForSuccess,
  halfABatch,
  lostRejection,
  timesFallBack,
  readsOneLess,
];
