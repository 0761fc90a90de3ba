import {
  decodeLedgerEvent,
  emptyLedger,
  evolve,
  newLongEdit,
  settledState,
} from "@tallystick/core";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { defaultLedgerConfig } from "@tallystick/node";
import type { OpenContender } from "../contender.js";
import { journalFile } from "../data-folder.js";
import { expectRight } from "../expect-right.js";

const stream = `participant-${defaultLedgerConfig.participantName}`;

/**
 * Folds the whole journal into the ledger's state as a start without a snapshot does: pages of the
 * store with the hash chain checked, every event decoded and checked against its schema, then
 * evolved.
 */
export const open: OpenContender = async ({ dataSet }) => {
  const store = expectRight(await sqliteStore({ file: journalFile(dataSet) }), "opening the store");
  const replay = async (): Promise<{ readonly events: number; readonly elapsedMs: number }> => {
    const start = performance.now();
    const edit = newLongEdit();
    let state = emptyLedger();
    for await (const page of store.readStream(stream)) {
      for (const { type, data } of expectRight(page, "reading the journal")) {
        state = evolve(
          state,
          expectRight(decodeLedgerEvent(type, data, state.offset + 1), "decoding"),
          edit,
        );
      }
    }
    state = settledState(state);
    return { events: state.offset, elapsedMs: performance.now() - start };
  };
  return {
    info: {},
    run: async () => {
      const { events, elapsedMs } = await replay();
      // What the last run built is garbage now; collecting it is not the next run's work.
      globalThis.gc?.();
      return { value: (events * 1000) / elapsedMs, notes: { events } };
    },
    close: () => store.close(),
  };
};
