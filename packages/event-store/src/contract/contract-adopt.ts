import assert from "node:assert/strict";
import type { RecordedEvent } from "../event-store.js";
import { inMemoryStore } from "../in-memory-store.js";
import { verifyStream } from "../verify-stream.js";
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

/** A stream, two of whose events were erased. */
const erasedStream = async (): Promise<ReadonlyArray<RecordedEvent>> => {
  const store = inMemoryStore();
  succeeded(await appendToEnd(store, STREAM, someEvents(5)));
  const erasures = [1, 3].map((revision) => ({ revision, data: `{"erased":${revision}}` }));
  succeeded(await store.capabilities.erasing.erase(STREAM, erasures));
  return collect(store.readStream(STREAM));
};

const keepsErased = capabilityCase(
  "adopt",
  "erased events are adopted with their digest, and the chain verifies",
  async (adopt, store) => {
    const events = await erasedStream();
    const { hash } = succeeded(await adopt(STREAM, "no-stream", events.slice(0, 4)));
    assert.equal(hash, events[3]?.hash);
    succeeded(await adopt(STREAM, 3, events.slice(4)));
    assert.deepEqual(await collect(store.readStream(STREAM)), events);
    assert.equal(succeeded(await verifyStream(store, STREAM)).hash, events[4]?.hash);
    succeeded(await store.append(STREAM, 4, someEvents(1)));
  },
);

const likeAppend = capabilityCase(
  "adopt",
  "an adoption is idempotent and optimistic, as an append is",
  async (adopt, store) => {
    const events = await erasedStream();
    const adopted = succeeded(await adopt(STREAM, "no-stream", events));
    assert.deepEqual(succeeded(await adopt(STREAM, "no-stream", events)), adopted);
    const late = await adopt(STREAM, 1, await erasedStream());
    assert.equal(failed(late).kind, "wrong-expected-revision");
    assert.equal((await collect(store.readStream(STREAM))).length, events.length);
  },
);

const afterClosing = capabilityCase(
  "adopt",
  "a closed store adopts nothing",
  async (adopt, store) => {
    await store.close();
    assert.equal(failed(await adopt(STREAM, "no-stream", await erasedStream())).kind, "closed");
  },
);

export const adoptCases: ReadonlyArray<ContractCase> = [keepsErased, likeAppend, afterClosing];
