import { isRight, left, mapLeft, right } from "fp-ts/lib/Either.js";
import type { EventStore, StoreError } from "../../src/index.js";
import { type Broken, type Fault, findsAll, wholeContract } from "./broken-stores.js";

type Append = EventStore["append"];

/** A store whose errors of appends are changed. */
const errors =
  (change: (error: StoreError) => StoreError): Fault =>
  (store) => ({ append: async (...args) => mapLeft(change)(await store.append(...args)) });

/** A store that takes an append for a repeat when `isRepeat` says so of its ids and those there. */
const repeats =
  (isRepeat: (sent: ReadonlyArray<string>, there: ReadonlyArray<string>) => boolean): Fault =>
  (store) => ({
    append: async (stream, expected, events) => {
      const appended = await store.append(stream, expected, events);
      if (isRight(appended) || appended.left.kind !== "wrong-expected-revision") return appended;
      const there: Array<string> = [];
      for await (const page of store.readStream(stream))
        if (isRight(page)) there.push(...page.right.map(({ id }) => id));
      const last = await store.lastEvent(stream);
      const sent = events.map(({ id }) => id);
      return isRepeat(sent, there) && isRight(last) && last.right !== undefined
        ? right({ ...last.right })
        : appended;
    },
  });

/** The first call of `append` continues while others begin. */
const together =
  (change: (append: Append) => Append): Fault =>
  (store) => ({ append: change(store.append) });

const broken: ReadonlyArray<Broken> = [
  [
    "names another actual revision",
    errors((error) =>
      error.kind === "wrong-expected-revision" ? { ...error, actual: 99 } : error,
    ),
    /^expecting .* fails and names the actual revision/,
  ],
  [
    "names another expected revision",
    errors((error) =>
      error.kind === "wrong-expected-revision" ? { ...error, expected: 99 } : error,
    ),
    /^expecting .* fails and names the actual revision/,
  ],
  [
    "says that it is away when somebody else was first",
    errors((error) =>
      error.kind === "wrong-expected-revision"
        ? { kind: "unavailable", outcome: "known", reason: "somebody was first" }
        : error,
    ),
    /^expecting .* fails and names the actual revision/,
  ],
  [
    "forgets what was appended before when it looks for repeats",
    (store) => {
      let count = 0;
      return {
        append: async (stream, expected, events) => {
          count += 1;
          const seen = await store.lastEvent(stream);
          const isOld = isRight(seen) && seen.right?.id === events.at(-1)?.id;
          return isOld && count > 1
            ? left({ kind: "wrong-expected-revision", stream, expected, actual: 0 })
            : store.append(stream, expected, events);
        },
      };
    },
    /repeated with the same ids, succeeds/,
  ],
  [
    "takes known ids in another order for a repeat",
    repeats((sent, there) => sent.every((id) => there.includes(id))),
    /the ids of an earlier one in another order/,
  ],
  [
    "takes known ids and one more for a repeat",
    repeats(([first = ""], there) => there.includes(first)),
    /the ids of an earlier one and a new id/,
  ],
  [
    "takes a new id before known ones for a repeat",
    repeats((sent, there) => there.includes(sent.at(-1) ?? "")),
    /a new id before known ones/,
  ],
  [
    "names other numbers of bytes",
    errors((error) => (error.kind === "too-large" ? { ...error, actualBytes: 1 } : error)),
    /more bytes than allowed/,
  ],
  [
    "names another limit",
    errors((error) => (error.kind === "too-large" ? { ...error, maxBytes: 1 } : error)),
    /more bytes than allowed/,
  ],
  [
    "takes less than it says",
    (store) => ({
      append: async (stream, expected, events) =>
        events.some(({ data }) => data.length > 20)
          ? left({ kind: "too-large", maxBytes: 20, actualBytes: 21 })
          : store.append(stream, expected, events),
    }),
    /more bytes than allowed/,
  ],
  [
    "takes a stream without a name",
    (store) => ({
      append: (stream, expected, events) =>
        store.append(stream === "" ? "nameless" : stream, expected, events),
    }),
    /breaks a rule of form/,
  ],
  [
    "takes an event without a type",
    (store) => ({
      append: (stream, expected, events) =>
        store.append(
          stream,
          expected,
          events.map((event) => (event.type === "" ? { ...event, type: "None" } : event)),
        ),
    }),
    /breaks a rule of form/,
  ],
  [
    "takes the same id twice in one append",
    (store) => ({
      append: (stream, expected, events) => {
        const ids = new Set(events.map(({ id }) => id));
        const differ = events.map((event, at) => ({ ...event, id: `${event.id}${at}` }));
        return store.append(stream, expected, ids.size < events.length ? differ : events);
      },
    }),
    /breaks a rule of form/,
  ],
  [
    "lets every one of those win that expect the same",
    together((append) => async (stream, expected, events) => {
      const appended = await append(stream, expected, events);
      if (isRight(appended) || appended.left.kind !== "wrong-expected-revision") return appended;
      return append(stream, appended.left.actual, events);
    }),
    /exactly one succeeds/,
  ],
  [
    "lets none of those win that expect the same",
    together((append) => {
      let underWay = 0;
      return async (stream, expected, events) => {
        underWay += 1;
        await Promise.resolve();
        const isAlone = underWay === 1;
        const lost = { kind: "wrong-expected-revision", stream, expected, actual: 7 } as const;
        const answer = isAlone ? await append(stream, expected, events) : left(lost);
        underWay -= 1;
        return answer;
      };
    }),
    /exactly one succeeds/,
  ],
  [
    "answers before it has written",
    (store) => ({
      append: async (stream, expected, events) => {
        setTimeout(() => void store.append(stream, expected, events), 60_000).unref();
        return right({ revision: events.length - 1, position: events.length, hash: "" });
      },
    }),
    /the answer names revision, position and hash/,
  ],
];

describe("The contract of appends finds a store that", () => {
  findsAll(wholeContract, broken);
});
