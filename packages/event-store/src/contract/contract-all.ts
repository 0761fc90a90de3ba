import assert from "node:assert/strict";
import {
  appendToEnd,
  type ContractCase,
  collect,
  contractCase,
  failed,
  idsOf,
  someEvents,
  succeeded,
} from "./contract-case.js";
import type { AllReader, EventStore, NewEvent } from "../event-store.js";

type AllStore = EventStore & AllReader;

const allInOrder = contractCase<AllStore>(
  "all streams together are read in the order of writing, by ascending position",
  async (store) => {
    const written: NewEvent[] = [];
    for (const stream of ["a", "b", "a", "c", "b", "a"]) {
      const events = someEvents(2);
      succeeded(await appendToEnd(store, stream, events));
      written.push(...events);
    }
    const all = await collect(store.readAll());
    assert.deepEqual(idsOf(all), idsOf(written));
    for (const [index, event] of all.entries())
      assert.ok(event.position > (all[index - 1]?.position ?? 0), "positions must ascend from 1");
    const backwards = await collect(store.readAll({ direction: "backwards" }));
    assert.deepEqual(backwards, all.toReversed());
  },
);

const allFrom = contractCase<AllStore>(
  "all streams can be read from a position, inclusive, both ways, up to a limit",
  async (store) => {
    for (const stream of ["a", "b", "a"])
      succeeded(await appendToEnd(store, stream, someEvents(2)));
    const all = await collect(store.readAll());
    const from = all[2]?.position ?? 0;
    assert.deepEqual(await collect(store.readAll({ from })), all.slice(2));
    assert.deepEqual(await collect(store.readAll({ from, maxCount: 2 })), all.slice(2, 4));
    assert.deepEqual(
      await collect(store.readAll({ direction: "backwards", from })),
      all.slice(0, 3).toReversed(),
    );
    const after = (all.at(-1)?.position ?? 0) + 1;
    assert.deepEqual(await collect(store.readAll({ from: after })), []);
  },
);

const samePlace = contractCase<AllStore>(
  "an event has the same position, hash and revision in every read",
  async (store) => {
    succeeded(await appendToEnd(store, "a", someEvents(2)));
    succeeded(await appendToEnd(store, "b", someEvents(2)));
    const all = await collect(store.readAll());
    const streams = [
      ...(await collect(store.readStream("a"))),
      ...(await collect(store.readStream("b"))),
    ];
    assert.deepEqual(all, streams);
    assert.deepEqual(succeeded(await store.lastEvent("b")), all.at(-1));
  },
);

const signal = contractCase<AllStore>(
  "an append to any stream calls the listeners, until they unsubscribe",
  async (store) => {
    let one = 0;
    let two = 0;
    const stopOne = store.onAppend(() => {
      one += 1;
    });
    const stopTwo = store.onAppend(() => {
      two += 1;
    });
    succeeded(await store.append("a", "no-stream", someEvents(2)));
    succeeded(await store.append("b", "no-stream", someEvents(1)));
    assert.ok(one >= 2 && two >= 2, `two appends called ${one} and ${two} times`);
    stopOne();
    stopOne();
    const before = { one, two };
    succeeded(await store.append("a", 1, someEvents(1)));
    assert.equal(one, before.one);
    assert.ok(two > before.two);
    stopTwo();
  },
);

const closed = contractCase<AllStore>(
  "a closed store calls the listeners and answers a read of all with closed",
  async (store) => {
    let calls = 0;
    store.onAppend(() => {
      calls += 1;
    });
    await store.close();
    assert.ok(calls > 0);
    const kinds: string[] = [];
    for await (const page of store.readAll()) kinds.push(failed(page).kind);
    assert.deepEqual(kinds, ["closed"]);
  },
);

/** The contract of the order of all streams. */
export const allCases: ReadonlyArray<ContractCase<AllStore>> = [
  allInOrder,
  allFrom,
  samePlace,
  signal,
  closed,
];
