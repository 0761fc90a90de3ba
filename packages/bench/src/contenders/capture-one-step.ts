import { sqliteStore } from "@tallystick/event-store-sqlite";
import { join } from "node:path";
import { captureTransactions } from "../captured-rows.js";
import type { OpenContender } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { openCoinBench, prepareCoins } from "./coin-ledger.js";
import { sendInOneStep } from "./coin-one-step.js";

/** Transfers that are captured; a multiple of 100. */
const capturedTransfers = 500;

const callers = 32;

/** As `capture-pings`, of transfers of the coin in one step. */
export const open: OpenContender = async ({ folder, rowsFile }) => {
  const file = join(folder, "capture.db");
  const store = expectRight(await sqliteStore({ file }), "opening the store");
  const bench = await openCoinBench({ store });
  return {
    info: {},
    run: async () => {
      const coins = await prepareCoins(bench, callers, capturedTransfers);
      const before = bench.ledger.ledgerEnd();
      await sendInOneStep(bench, callers, coins);
      return { value: await captureTransactions(store, before, rowsFile), notes: {} };
    },
    close: async () => {
      await bench.ledger.close();
      await store.close();
    },
  };
};
