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
import { dataDigest } from "../hash.js";
import { verifyStream } from "../verify-stream.js";

const STREAM = "ledger-1";

const inPlace = (revision: number) => ({ revision, data: `{"erased":${revision}}` });

const chainHolds = capabilityCase(
  "erasing",
  "the data of events can be erased, and the chain still verifies",
  async (erasing, store) => {
    const events = someEvents(6);
    succeeded(await appendToEnd(store, STREAM, events));
    succeeded(await appendToEnd(store, "other", someEvents(2)));
    const before = await collect(store.readStream(STREAM));
    const head = succeeded(await verifyStream(store, STREAM));
    succeeded(await erasing.erase(STREAM, [inPlace(1), inPlace(2), inPlace(4)]));
    const after = await collect(store.readStream(STREAM));
    for (const [revision, event] of before.entries()) {
      const isErased = [1, 2, 4].includes(revision);
      const { data } = event;
      assert.deepEqual(
        after[revision],
        isErased ? { ...event, data: inPlace(revision).data, erased: dataDigest(data) } : event,
      );
    }
    assert.deepEqual(succeeded(await verifyStream(store, STREAM)), head);
    assert.equal((await collect(store.readStream("other"))).length, 2);
  },
);

const once = capabilityCase(
  "erasing",
  "an event erased before does not change",
  async (erasing, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(3)));
    succeeded(await erasing.erase(STREAM, [inPlace(0)]));
    const before = await collect(store.readStream(STREAM));
    succeeded(await erasing.erase(STREAM, [{ revision: 0, data: "{}" }]));
    assert.deepEqual(await collect(store.readStream(STREAM)), before);
  },
);

const allOrNone = capabilityCase(
  "erasing",
  "all are erased or none; none when an event is missing",
  async (erasing, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(3)));
    const before = await collect(store.readStream(STREAM));
    assert.equal(failed(await erasing.erase(STREAM, [inPlace(0), inPlace(3)])).kind, "invalid");
    assert.equal(failed(await erasing.erase("missing", [inPlace(0)])).kind, "invalid");
    assert.deepEqual(await collect(store.readStream(STREAM)), before);
    succeeded(await erasing.erase(STREAM, []));
  },
);

const goesOn = capabilityCase(
  "erasing",
  "the stream continues after its last event was erased, and a repeat of that append is recognised",
  async (erasing, store) => {
    const events = someEvents(2);
    const appended = succeeded(await appendToEnd(store, STREAM, events));
    succeeded(await erasing.erase(STREAM, [inPlace(0), inPlace(1)]));
    assert.deepEqual(succeeded(await store.append(STREAM, "no-stream", events)), appended);
    succeeded(await store.append(STREAM, 1, someEvents(1)));
    assert.equal(succeeded(await verifyStream(store, STREAM)).revision, 2);
    const down = await collect(store.readStream(STREAM, { direction: "backwards" }));
    assert.deepEqual(
      down.map(({ erased }) => erased === undefined),
      [true, false, false],
    );
  },
);

const givesBack = capabilityCase(
  "erasing",
  "space is freed until there is no more",
  async (erasing, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(500)));
    const all = Array.from({ length: 500 }, (_, revision) => inPlace(revision));
    succeeded(await erasing.erase(STREAM, all));
    let steps = 0;
    while (succeeded(await erasing.shrink())) {
      steps += 1;
      assert.ok(steps < 1_000, "it never ends");
    }
    assert.equal((await collect(store.readStream(STREAM))).length, 500);
  },
);

const afterClosing = capabilityCase(
  "erasing",
  "a closed store erases nothing",
  async (erasing, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(1)));
    await store.close();
    assert.equal(failed(await erasing.erase(STREAM, [inPlace(0)])).kind, "closed");
    assert.equal(failed(await erasing.shrink()).kind, "closed");
  },
);

export const erasingCases: ReadonlyArray<ContractCase> = [
  chainHolds,
  once,
  allOrNone,
  goesOn,
  givesBack,
  afterClosing,
];
