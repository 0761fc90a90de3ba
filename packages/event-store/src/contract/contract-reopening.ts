import assert from "node:assert/strict";
import type { ReopeningModule } from "../event-store.js";
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

const readsTheSame = capabilityCase(
  "reopening",
  "a store that is opened once more reads the same, also what is appended afterwards",
  async ({ module, place }, store) => {
    // border: a store names its module
    const { reopen } = (await import(module)) as ReopeningModule;
    succeeded(await appendToEnd(store, STREAM, someEvents(3)));
    for (const verifyReads of [true, false]) {
      const again = succeeded(await reopen(place, verifyReads));
      try {
        succeeded(await appendToEnd(store, STREAM, someEvents(1)));
        const events = await collect(store.readStream(STREAM));
        assert.deepEqual(await collect(again.readStream(STREAM)), events);
      } finally {
        await again.close();
      }
    }
    failed(await reopen(`${place}-missing`, true));
  },
);

export const reopeningCases: ReadonlyArray<ContractCase> = [readsTheSame];
