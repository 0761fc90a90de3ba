import assert from "node:assert/strict";
import {
  appendToEnd,
  capabilityCase,
  type ContractCase,
  collect,
  failed,
  idsOf,
  someEvents,
  succeeded,
} from "./contract-case.js";
import type { NewEvent } from "../event-store.js";

const allInOrder = capabilityCase(
  "allStreams",
  "all streams together are read in the order of writing, by ascending position",
  async (order, store) => {
    const written: NewEvent[] = [];
    for (const stream of ["a", "b", "a", "c", "b", "a"]) {
      const events = someEvents(2);
      succeeded(await appendToEnd(store, stream, events));
      written.push(...events);
    }
    const all = await collect(order.readAll());
    assert.deepEqual(idsOf(all), idsOf(written));
    for (const [index, event] of all.entries())
      assert.ok(event.position > (all[index - 1]?.position ?? 0), "positions must ascend from 1");
    const backwards = await collect(order.readAll({ direction: "backwards" }));
    assert.deepEqual(backwards, all.toReversed());
  },
);

const allFrom = capabilityCase(
  "allStreams",
  "all streams can be read from a position, inclusive, both ways, up to a limit",
  async (order, store) => {
    for (const stream of ["a", "b", "a"])
      succeeded(await appendToEnd(store, stream, someEvents(2)));
    const all = await collect(order.readAll());
    const from = all[2]?.position ?? 0;
    assert.deepEqual(await collect(order.readAll({ from })), all.slice(2));
    assert.deepEqual(await collect(order.readAll({ from, maxCount: 2 })), all.slice(2, 4));
    assert.deepEqual(
      await collect(order.readAll({ direction: "backwards", from })),
      all.slice(0, 3).toReversed(),
    );
    const after = (all.at(-1)?.position ?? 0) + 1;
    assert.deepEqual(await collect(order.readAll({ from: after })), []);
  },
);

const samePlace = capabilityCase(
  "allStreams",
  "an event has the same position, hash and revision in every read",
  async (order, store) => {
    succeeded(await appendToEnd(store, "a", someEvents(2)));
    succeeded(await appendToEnd(store, "b", someEvents(2)));
    const all = await collect(order.readAll());
    const streams = [
      ...(await collect(store.readStream("a"))),
      ...(await collect(store.readStream("b"))),
    ];
    assert.deepEqual(all, streams);
    assert.deepEqual(succeeded(await store.lastEvent("b")), all.at(-1));
  },
);

const signal = capabilityCase(
  "allStreams",
  "an append to any stream calls the listeners, until they unsubscribe",
  async (order, store) => {
    let one = 0;
    let two = 0;
    const stopOne = order.onAppend(() => {
      one += 1;
    });
    const stopTwo = order.onAppend(() => {
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

const closed = capabilityCase(
  "allStreams",
  "a closed store calls the listeners and answers a read of all with closed",
  async (order, store) => {
    let calls = 0;
    order.onAppend(() => {
      calls += 1;
    });
    await store.close();
    assert.ok(calls > 0);
    const kinds: string[] = [];
    for await (const page of order.readAll()) kinds.push(failed(page).kind);
    assert.deepEqual(kinds, ["closed"]);
  },
);

/** The contract of the order of all streams. */
export const allStreamsCases: ReadonlyArray<ContractCase> = [
  allInOrder,
  allFrom,
  samePlace,
  signal,
  closed,
];
