import assert from "node:assert/strict";
import {
  appendToEnd,
  capabilityCase,
  type ContractCase,
  collect,
  someEvents,
  succeeded,
} from "./contract-case.js";

const STREAM = "ledger-1";

const backAgain = capabilityCase(
  "mark",
  "a mark brings back what the store held, as often as it is called",
  async (mark, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(3)));
    const before = await collect(store.readStream(STREAM));
    const back = mark();
    for (let times = 0; times < 3; times += 1) {
      succeeded(await appendToEnd(store, STREAM, someEvents(2)));
      succeeded(await appendToEnd(store, `new-${times}`, someEvents(1)));
      back();
      assert.deepEqual(await collect(store.readStream(STREAM)), before);
      assert.deepEqual(await collect(store.readStream(`new-${times}`)), []);
    }
  },
);

const continued = capabilityCase(
  "mark",
  "after a mark was called, appends continue the chain from there",
  async (mark, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    const back = mark();
    const later = succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    back();
    const other = succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    assert.equal(other.revision, later.revision);
    assert.equal(other.position, later.position);
    assert.notEqual(other.hash, later.hash);
  },
);

export const markCases: ReadonlyArray<ContractCase> = [backAgain, continued];
