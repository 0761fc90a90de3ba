import assert from "node:assert/strict";
import {
  appendToEnd,
  capabilityCase,
  type ContractCase,
  collect,
  failed,
  someEvents,
  succeeded,
} from "./contract-case.js";

const STREAM = "ledger-1";

const fromAnywhere = capabilityCase(
  "readNow",
  "a synchronous read gives the same as pages, from any revision and up to a limit",
  async (readNow, store) => {
    succeeded(await appendToEnd(store, "other", someEvents(2)));
    for (let count = 1; count <= 4; count += 1)
      succeeded(await appendToEnd(store, STREAM, someEvents(count)));
    const all = await collect(store.readStream(STREAM));
    for (let from = 0; from <= all.length; from += 1) {
      for (const maxCount of [1, 3, 100]) {
        const read = succeeded(readNow(STREAM, from, maxCount));
        assert.deepEqual(read, all.slice(from, from + maxCount));
      }
    }
  },
);

const noLonger = capabilityCase(
  "readNow",
  "a synchronous read ends with the event that reaches the length",
  async (readNow, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(20)));
    const all = succeeded(readNow(STREAM, 0, 20));
    let characters = 0;
    for (const [index, { data }] of all.entries()) {
      characters += data.length;
      const read = succeeded(readNow(STREAM, 0, 20, characters));
      assert.deepEqual(read, all.slice(0, index + 1));
      assert.equal(succeeded(readNow(STREAM, index, 20, 1)).length, 1);
    }
  },
);

const nothing = capabilityCase(
  "readNow",
  "a missing stream and a limit of 0 give no events",
  async (readNow, store) => {
    assert.deepEqual(succeeded(readNow(STREAM, 0, 10)), []);
    succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    assert.deepEqual(succeeded(readNow(STREAM, 0, 0)), []);
  },
);

const large = capabilityCase(
  "readNow",
  "many events are read in a few calls, each of which begins where the last one ended",
  async (readNow, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(1_500)));
    let calls = 0;
    let from = 100;
    for (; from < 1_400; calls += 1) {
      const read = succeeded(readNow(STREAM, from, 1_400 - from));
      assert.equal(read[0]?.revision, from);
      from += read.length;
    }
    assert.equal(from, 1_400);
    assert.ok(calls <= 5, `${calls} calls`);
  },
);

const afterClosing = capabilityCase(
  "readNow",
  "a closed store reads nothing",
  async (readNow, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    await store.close();
    assert.equal(failed(readNow(STREAM, 0, 1)).kind, "closed");
  },
);

export const readNowCases: ReadonlyArray<ContractCase> = [
  fromAnywhere,
  noLonger,
  nothing,
  large,
  afterClosing,
];

const scattered = capabilityCase(
  "readNowAt",
  "events that are far apart are read in the order of their revisions",
  async (readNowAt, store) => {
    succeeded(await appendToEnd(store, "other", someEvents(2)));
    succeeded(await appendToEnd(store, STREAM, someEvents(40)));
    const all = await collect(store.readStream(STREAM));
    const revisions = [...all.keys()].filter((revision) => revision % 7 === 3);
    for (const wanted of [revisions, revisions.toReversed(), [0], []]) {
      const events = wanted.flatMap((revision) => all[revision] ?? []);
      assert.deepEqual(succeeded(readNowAt(STREAM, wanted)), events);
      const length = events[0]?.data.length ?? 0;
      assert.deepEqual(succeeded(readNowAt(STREAM, wanted, length)), events.slice(0, 1));
    }
  },
);

const scatteredEnd = capabilityCase(
  "readNowAt",
  "a read of events that are far apart ends before the first that is missing, and in a closed store",
  async (readNowAt, store) => {
    assert.deepEqual(succeeded(readNowAt(STREAM, [0])), []);
    succeeded(await appendToEnd(store, STREAM, someEvents(3)));
    const [first] = await collect(store.readStream(STREAM));
    assert.deepEqual(succeeded(readNowAt(STREAM, [0, 9, 2])), [first]);
    assert.deepEqual(succeeded(readNowAt(STREAM, [9, 0])), []);
    await store.close();
    assert.equal(failed(readNowAt(STREAM, [0])).kind, "closed");
  },
);

export const readNowAtCases: ReadonlyArray<ContractCase> = [scattered, scatteredEnd];
