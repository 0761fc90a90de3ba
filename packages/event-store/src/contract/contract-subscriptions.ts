import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import {
  appendToEnd,
  type ContractCase,
  contractCase,
  failed,
  idsOf,
  someEvents,
  succeeded,
  takerOf,
} from "./contract-case.js";

const STREAM = "ledger-1";

const catchUp = contractCase(
  "a subscription delivers existing events, then a caught-up mark",
  async (store) => {
    const events = someEvents(3);
    succeeded(await appendToEnd(store, STREAM, events));
    const subscription = store.subscribe(STREAM, -1);
    const taker = takerOf(subscription);
    const first = await taker.next();
    assert.ok(first !== "ended");
    const item = succeeded(first);
    assert.ok(item.kind === "events");
    assert.deepEqual(idsOf(item.events), idsOf(events));
    const mark = await taker.next();
    assert.ok(mark !== "ended");
    assert.deepEqual(succeeded(mark), { kind: "caught-up", revision: 2 });
    subscription.close();
  },
);

const empty = contractCase(
  "a subscription to a stream without events waits for the first",
  async (store) => {
    const subscription = store.subscribe(STREAM, -1);
    const taker = takerOf(subscription);
    const mark = await taker.next();
    assert.ok(mark !== "ended");
    assert.deepEqual(succeeded(mark), { kind: "caught-up", revision: "no-stream" });
    const pending = taker.untilRevision(0);
    succeeded(await appendToEnd(store, "other", someEvents(1)));
    succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    assert.deepEqual(await pending, [0]);
    subscription.close();
  },
);

const live = contractCase(
  "a caught-up subscription delivers each append, and a caught-up mark after it",
  async (store) => {
    const subscription = store.subscribe(STREAM, -1);
    const taker = takerOf(subscription);
    await taker.untilCaughtUp();
    for (let round = 0; round < 3; round += 1) {
      const events = someEvents(2);
      succeeded(await appendToEnd(store, STREAM, events));
      assert.deepEqual(await taker.untilCaughtUp(), idsOf(events));
    }
    subscription.close();
  },
);

const resume = contractCase("a subscription resumes after a given revision", async (store) => {
  const events = someEvents(5);
  succeeded(await appendToEnd(store, STREAM, events));
  for (const after of [-1, 0, 3, 4]) {
    const subscription = store.subscribe(STREAM, after);
    assert.deepEqual(await takerOf(subscription).untilCaughtUp(), idsOf(events).slice(after + 1));
    subscription.close();
  }
});

const resumeAhead = contractCase(
  "a subscription after a future revision waits, and delivers the events after it",
  async (store) => {
    for (const [stream, written] of [
      [STREAM, 2],
      ["empty", 0],
    ] as const) {
      if (written > 0) succeeded(await appendToEnd(store, stream, someEvents(written)));
      const subscription = store.subscribe(stream, 4);
      const taker = takerOf(subscription);
      const mark = await taker.next();
      assert.ok(mark !== "ended");
      assert.deepEqual(succeeded(mark), {
        kind: "caught-up",
        revision: written === 0 ? "no-stream" : written - 1,
      });
      const pending = taker.untilRevision(7);
      succeeded(await appendToEnd(store, stream, someEvents(4 - written)));
      await setImmediate();
      succeeded(await appendToEnd(store, stream, someEvents(3)));
      succeeded(await appendToEnd(store, stream, someEvents(1)));
      assert.deepEqual(await pending, [5, 6, 7]);
      subscription.close();
    }
  },
);

const handOver = contractCase(
  "nothing is missed or repeated while others append during the catch-up",
  async (store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(2_500)));
    const subscription = store.subscribe(STREAM, -1);
    const received = takerOf(subscription).untilRevision(3_099);
    for (let round = 0; round < 300; round += 1) {
      succeeded(await appendToEnd(store, STREAM, someEvents(2)));
      if (round % 3 === 0) await setImmediate();
    }
    assert.deepEqual(
      await received,
      Array.from({ length: 3_100 }, (_, revision) => revision),
    );
    subscription.close();
  },
);

const slow = contractCase(
  "a consumer that is slower than the writer still gets everything, in order",
  async (store) => {
    const subscription = store.subscribe(STREAM, -1);
    const revisions: number[] = [];
    for await (const item of subscription) {
      const delivered = succeeded(item);
      if (delivered.kind === "events")
        revisions.push(...delivered.events.map((event) => event.revision));
      if (revisions.length >= 60) break;
      for (let count = 0; count < 3; count += 1)
        succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    }
    assert.deepEqual(
      revisions,
      revisions.map((_, index) => index),
    );
  },
);

const several = contractCase(
  "each of several subscriptions of a stream gets everything",
  async (store) => {
    const subscriptions = Array.from({ length: 3 }, () => store.subscribe(STREAM, -1));
    const received = subscriptions.map((subscription) => takerOf(subscription).untilRevision(9));
    for (let count = 0; count < 10; count += 1)
      succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    for (const revisions of await Promise.all(received))
      assert.deepEqual(revisions, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const subscription of subscriptions) subscription.close();
  },
);

const close = contractCase(
  "closing a subscription ends a waiting iteration, and nothing is delivered after it",
  async (store) => {
    const subscription = store.subscribe(STREAM, -1);
    const taker = takerOf(subscription);
    await taker.untilCaughtUp();
    const waiting = taker.next();
    await setImmediate();
    subscription.close();
    assert.equal(await waiting, "ended");
    succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    assert.equal(await taker.next(), "ended");
  },
);

const closeFirst = contractCase(
  "a subscription closed before it is iterated delivers nothing",
  async (store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    const subscription = store.subscribe(STREAM, -1);
    subscription.close();
    assert.equal(await takerOf(subscription).next(), "ended");
  },
);

const storeCloses = contractCase(
  "closing the store ends waiting subscriptions with closed",
  async (store) => {
    const taker = takerOf(store.subscribe(STREAM, -1));
    await taker.untilCaughtUp();
    const waiting = taker.next();
    await setImmediate();
    await store.close();
    const item = await waiting;
    assert.ok(item !== "ended");
    assert.equal(failed(item).kind, "closed");
    assert.equal(await taker.next(), "ended");
  },
);

export const subscriptionCases: ReadonlyArray<ContractCase> = [
  catchUp,
  empty,
  live,
  resume,
  resumeAhead,
  handOver,
  slow,
  several,
  close,
  closeFirst,
  storeCloses,
];
