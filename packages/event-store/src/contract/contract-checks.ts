import assert from "node:assert/strict";
import { appendBytes } from "../append-rules.js";
import type { EventStore } from "../event-store.js";
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

const probed = capabilityCase(
  "probe",
  "a probe finds nothing while the store is usable, and changes nothing",
  async (probe, store) => {
    succeeded(await appendToEnd(store, STREAM, someEvents(2)));
    const before = await collect(store.readStream(STREAM));
    for (const writes of [false, true, true]) succeeded(probe(writes));
    assert.deepEqual(await collect(store.readStream(STREAM)), before);
    succeeded(await store.append(STREAM, 1, someEvents(1)));
  },
);

const probedAfterClosing = capabilityCase(
  "probe",
  "a probe of a closed store says so",
  async (probe, store) => {
    await store.close();
    for (const writes of [false, true]) assert.equal(failed(probe(writes)).kind, "closed");
  },
);

export const probeCases: ReadonlyArray<ContractCase> = [probed, probedAfterClosing];

const looks = capabilityCase(
  "remote",
  "a look at a remote store gives the last revision, of a missing stream -1",
  async (remote, store) => {
    assert.equal(succeeded(await remote.look(STREAM)), -1);
    succeeded(await appendToEnd(store, STREAM, someEvents(3)));
    assert.equal(succeeded(await remote.look(STREAM)), 2);
    assert.match(remote.address, /^[^@]+$/);
    await store.close();
    failed(await remote.look(STREAM));
  },
);

/** Bytes of data above those of the other events. */
const MORE = 4_000;

const bound: ContractCase = {
  name: "a remote store takes appends of its most bytes, and rejects larger ones as too large",
  run: async (makeStore) => {
    const [small] = someEvents(1);
    assert.ok(small !== undefined);
    const large = { ...small, data: JSON.stringify("x".repeat(MORE)) };
    const maxAppendBytes = appendBytes([large]);
    const store: EventStore = await makeStore({ maxAppendBytes });
    try {
      assert.equal(store.capabilities.remote?.maxAppendBytes, maxAppendBytes);
      const larger = { ...large, data: JSON.stringify("x".repeat(MORE + 1)) };
      assert.equal(failed(await store.append(STREAM, "no-stream", [larger])).kind, "too-large");
      succeeded(await store.append(STREAM, "no-stream", [large]));
    } finally {
      await store.close();
    }
  },
};

export const remoteCases: ReadonlyArray<ContractCase> = [looks, bound];

const checksFiles = capabilityCase(
  "selfCheck",
  "a check of a sound store names its streams and finds no damage",
  async (selfCheck, store) => {
    assert.deepEqual(succeeded(selfCheck.streamNames()), []);
    for (const stream of [STREAM, "package-1"])
      succeeded(await appendToEnd(store, stream, someEvents(2)));
    assert.deepEqual([...succeeded(selfCheck.streamNames())].toSorted(), [STREAM, "package-1"]);
    assert.deepEqual(succeeded(await selfCheck.checkFiles({ isAwaited: true })), []);
  },
);

const endsCheck = capabilityCase(
  "selfCheck",
  "a check that is ended, and one of a closed store, say closed",
  async (selfCheck, store) => {
    const signal = AbortSignal.abort();
    assert.equal(failed(await selfCheck.checkFiles({ signal })).kind, "closed");
    await store.close();
    assert.equal(failed(selfCheck.streamNames()).kind, "closed");
    assert.equal(failed(await selfCheck.checkFiles()).kind, "closed");
  },
);

export const selfCheckCases: ReadonlyArray<ContractCase> = [checksFiles, endsCheck];
