import { sqliteStore } from "@tallystick/event-store-sqlite";
import { defaultLedgerConfig, replayJournal } from "@tallystick/node";
import type { OpenContender } from "../contender.js";
import { journalFile } from "../data-folder.js";
import { expectRight } from "../expect-right.js";

const stream = `participant-${defaultLedgerConfig.participantName}`;

/**
 * Folds the whole journal into the ledger's state as a start without a snapshot does: read with the
 * hash chain checked, every event decoded and checked against its schema, then folded into tables,
 * by as many threads as there are processors.
 */
export const open: OpenContender = async ({ dataSet, folder }) => {
  const store = expectRight(await sqliteStore({ file: journalFile(dataSet) }), "opening the store");
  return {
    info: {},
    run: async () => {
      const start = performance.now();
      const read = expectRight(await replayJournal({ store, stream }, folder), "replaying");
      const elapsedMs = performance.now() - start;
      const { events, contracts } = read;
      return { value: (events * 1000) / elapsedMs, notes: { events, contracts } };
    },
    close: () => store.close(),
  };
};
