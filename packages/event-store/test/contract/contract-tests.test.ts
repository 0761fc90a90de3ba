import { expect } from "chai";
import { isLeft, isRight, map, right } from "fp-ts/lib/Either.js";
import {
  answers,
  type Fault,
  findings,
  items,
  type Flat,
  pages,
  storeWith,
  wholeContract,
} from "./broken-stores.js";
import {
  type EventStore,
  GENESIS_HASH,
  eventStoreContract,
  inMemoryStore,
  type MakeStore,
  type StoreCapabilities,
  type RecordedEvent,
} from "../../src/index.js";

// The contract is the promise of a store to the ledger. It is worth something only when a store
// that breaks the promise does not pass: each store here has one fault, and a case must find it.

const brokenStores: ReadonlyArray<readonly [what: string, fault: Fault, finding: RegExp]> = [
  [
    "says another revision than that of the last event",
    answers(() => ({ revision: 0 })),
    /the answer names/,
  ],
  ["says another position", answers(() => ({ position: 0 })), /the answer names/],
  ["says another hash", answers(() => ({ hash: GENESIS_HASH })), /the answer names/],
  [
    "appends wherever the stream ends",
    (store) => ({
      append: async (stream, _expected, events) => {
        const last = await store.lastEvent(stream);
        if (isLeft(last)) return last;
        return store.append(stream, last.right?.revision ?? "no-stream", events);
      },
    }),
    /expecting 0 of a stream of 2/,
  ],
  [
    "loses all but the first event of an append",
    (store) => ({
      append: (stream, expected, events) => store.append(stream, expected, events.slice(0, 1)),
    }),
    /a thousand events is written whole/,
  ],
  [
    "writes the events of one append one by one",
    (store) => ({
      append: async (stream, expected, events) => {
        let at = expected;
        let answer = await store.append(stream, at, events.slice(0, 1));
        for (const event of events.slice(1)) {
          if (isLeft(answer)) return answer;
          at = answer.right.revision;
          answer = await store.append(stream, at, [event]);
        }
        return answer;
      },
    }),
    /each batch whole|breaks a rule of form/,
  ],
  [
    "gives a repeated append new ids",
    (store) => {
      let count = 0;
      return {
        append: (stream, expected, events) =>
          store.append(
            stream,
            expected,
            events.map((event) => ({ ...event, id: `${event.id}-${++count}` })),
          ),
      };
    },
    /repeated with the same ids, succeeds/,
  ],
  [
    "takes an append without events",
    (store) => ({
      append: async (stream, expected, events) =>
        events.length === 0
          ? right({ revision: 0, position: 1, hash: GENESIS_HASH })
          : store.append(stream, expected, events),
    }),
    /breaks a rule of form/,
  ],
  [
    "takes a line end in an id",
    (store) => ({
      append: (stream, expected, events) =>
        store.append(
          stream,
          expected,
          events.map((event) => ({ ...event, id: event.id.replaceAll("\n", " ") })),
        ),
    }),
    /breaks a rule of form/,
  ],
  ["reads events backwards", pages((events) => events.toReversed()), /several pages is read whole/],
  [
    "leaves out the last event of a page",
    pages((events) => events.slice(0, -1)),
    /several pages is read whole/,
  ],
  [
    "gives an event twice",
    pages((events) => [...events, ...events.slice(-1)]),
    /several pages is read whole/,
  ],
  [
    "changes white space in data",
    pages((events) => events.map((event) => ({ ...event, data: event.data.trim() }))),
    /come back exactly/,
  ],
  [
    "drops metadata",
    pages((events) => events.map((event) => ({ ...event, metadata: "" }))),
    /come back exactly/,
  ],
  [
    "chains every event to the genesis",
    pages((events) => events.map((event) => ({ ...event, hash: GENESIS_HASH }))),
    /hash is chained/,
  ],
  [
    "ignores how many events a read wants",
    (store) => ({
      readStream: (stream, { maxCount: _maxCount, ...read } = {}) => store.readStream(stream, read),
    }),
    /reading a stream of six with .*maxCount/,
  ],
  [
    "ignores where a read begins",
    (store) => ({
      readStream: (stream, { from: _from, ...read } = {}) => store.readStream(stream, read),
    }),
    /reading a stream of six with .*from/,
  ],
  [
    "ignores the direction of a read",
    (store) => ({
      readStream: (stream, { direction: _direction, ...read } = {}) =>
        store.readStream(stream, read),
    }),
    /reading a stream of six with .*backwards/,
  ],
  [
    "gives a page without events",
    (store) => ({
      async *readStream(stream, read) {
        yield right([]);
        yield* store.readStream(stream, read);
      },
    }),
    /gives no page/,
  ],
  [
    "gives the first event for the last",
    (store) => ({
      lastEvent: async (stream) => {
        for await (const page of store.readStream(stream, { maxCount: 1 }))
          return map((events: ReadonlyArray<RecordedEvent>) => events[0])(page);
        return right(undefined);
      },
    }),
    /the answer names/,
  ],
  [
    "continues after it was closed",
    (store) => ({ lastEvent: async () => right(undefined), close: () => store.close() }),
    /a closed store answers/,
  ],
];

const brokenSubscriptions: ReadonlyArray<readonly [what: string, fault: Fault]> = [
  ["delivers an event twice", items((events) => [...events.slice(0, 1), ...events])],
  ["delivers events in another order", items((events) => events.toReversed())],
  ["leaves out the first event of a batch", items((events) => events.slice(1))],
  [
    "begins with the event that was seen last",
    (store) => ({
      subscribe: (stream, afterRevision) =>
        store.subscribe(stream, Math.max(afterRevision - 1, -1)),
    }),
  ],
  [
    "begins at the start whatever was seen",
    (store) => ({ subscribe: (stream) => store.subscribe(stream, -1) }),
  ],
];

describe("The contract of a store finds a store that", () => {
  for (const [what, fault, finding] of brokenStores) {
    it(what, async () => {
      // other cases may find it too, or wait for ever
      const cases = wholeContract.filter(({ name }) => finding.test(name));
      expect(await findings(cases, fault)).to.not.deep.equal([]);
    });
  }

  // only cases of batches that are there already: a fault may keep others waiting
  const cases = wholeContract.filter(({ name }) =>
    /existing events, then|resumes after a given revision/.test(name),
  );
  for (const [what, fault] of brokenSubscriptions) {
    it(`${what}, in a subscription`, async () => {
      expect(cases).to.have.length(2);
      expect(await findings(cases, fault)).to.not.deep.equal([]);
    });
  }
});

describe("The contract of optional features finds a store that", () => {
  const brokenExtras: ReadonlyArray<readonly [what: string, fault: Fault]> = [
    [
      "reads one event less at once",
      (store) => ({
        readNow: (stream, from, maxCount) => store.readNow(stream, from, Math.max(maxCount - 1, 0)),
      }),
    ],
    [
      "reads at once from the start",
      (store) => ({ readNow: (stream, _from, maxCount) => store.readNow(stream, 0, maxCount) }),
    ],
    [
      "reads at once after it was closed",
      (store) => {
        let last: ReturnType<Flat["readNow"]> = right([]);
        return {
          readNow: (stream, from, maxCount) => {
            const found = store.readNow(stream, from, maxCount);
            if (isRight(found)) last = found;
            return last;
          },
        };
      },
    ],
    ["keeps the data that it was to erase", () => ({ erase: async () => right(undefined) })],
    [
      "erases what it was not to",
      (store) => ({
        erase: async (stream, erasures) =>
          store.erase(
            stream,
            erasures.flatMap((each) =>
              each.revision > 0 ? [each, { ...each, revision: each.revision - 1 }] : [each],
            ),
          ),
      }),
    ],
    [
      "reads all streams in another order",
      (store) => ({
        async *readAll(read) {
          for await (const page of store.readAll(read))
            yield map((events: ReadonlyArray<RecordedEvent>) => events.toReversed())(page);
        },
      }),
    ],
    [
      "reads all streams from the start whatever position is named",
      (store) => ({ readAll: ({ from: _from, ...read } = {}) => store.readAll(read) }),
    ],
    ["calls no listener", () => ({ onAppend: () => () => undefined })],
    [
      "calls a listener that has stopped listening",
      (store) => ({
        onAppend: (wake) => {
          store.onAppend(wake);
          return () => undefined;
        },
      }),
    ],
  ];
  const cases = wholeContract.filter(({ name }) =>
    /synchronous read|a closed store (reads|erases) nothing|erased|all streams|listeners/.test(
      name,
    ),
  );
  for (const [what, fault] of brokenExtras) {
    it(what, async () => {
      expect(await findings(cases, fault)).to.not.deep.equal([]);
    });
  }
});

describe("A case of the contract", () => {
  const all = wholeContract;

  it("fails for a store that offers more, or less, than is named", async () => {
    const [offered] = eventStoreContract(["readNow"]).filter(({ name }) => /offers/.test(name));
    const store = inMemoryStore();
    const { readNow, adopt } = store.capabilities;
    const fails = async (capabilities: StoreCapabilities): Promise<boolean> =>
      offered === undefined ||
      offered
        .run(async () => ({ ...store, capabilities }))
        .then(
          () => false,
          () => true,
        );
    expect(await fails({ readNow, adopt: undefined })).to.equal(false);
    expect(await fails({})).to.equal(true);
    expect(await fails({ readNow, adopt })).to.equal(true);
  });

  it("has a name of its own", () => {
    expect(new Set(all.map(({ name }) => name)).size).to.equal(all.length);
  });

  it("closes every store that it makes", async () => {
    let open = 0;
    const made: MakeStore = async (options) => {
      const store = await storeWith(() => ({}))(options);
      let isOpen = true;
      open += 1;
      const close: EventStore["close"] = async () => {
        if (isOpen) open -= 1;
        isOpen = false;
        await store.close();
      };
      return { ...store, close };
    };
    for (const { name, run } of all) {
      await run(made);
      expect(open, name).to.equal(0);
    }
  });

  it("fails for a store that cannot be made", async () => {
    for (const { name, run } of all) {
      const outcome = await run(async () => {
        throw new Error("no store");
      }).then(
        () => "passed",
        (thrown: unknown) => String(thrown),
      );
      expect(outcome, name).to.equal("Error: no store");
    }
  });
});
