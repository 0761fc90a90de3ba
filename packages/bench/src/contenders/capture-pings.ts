import { sqliteStore } from "@tallystick/event-store-sqlite";
import { join } from "node:path";
import { captureTransactions } from "../captured-rows.js";
import type { OpenContender } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { workThrough } from "../in-flight.js";
import { openBenchLedger } from "./bench-ledger.js";

/** Rows that are captured; the ceilings append them over and over. */
const capturedCommands = 512;

const callers = 32;

/**
 * Lets the ledger write its journal for this workload and keeps the event rows, so that ceilings
 * append the very same bytes. A run comes to the mean length of their data.
 */
export const open: OpenContender = async ({ folder, rowsFile }) => {
  const file = join(folder, "capture.db");
  const store = expectRight(await sqliteStore({ file }), "opening the store");
  const bench = await openBenchLedger({ store });
  return {
    info: {},
    run: async () => {
      await workThrough(callers, Array.from({ length: capturedCommands }), bench.createPing);
      return { value: await captureTransactions(store, 0, rowsFile), notes: {} };
    },
    close: async () => {
      await bench.ledger.close();
      await store.close();
    },
  };
};
