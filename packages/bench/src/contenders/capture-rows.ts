import { sqliteStore } from "@tallystick/event-store-sqlite";
import { join } from "node:path";
import { type CapturedRow, meanDataBytes, writeCapturedRows } from "../captured-rows.js";
import type { OpenContender } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { workThrough } from "../in-flight.js";
import { openBenchLedger } from "./bench-ledger.js";

/** Rows that are captured; the ceilings append them over and over. */
const capturedCommands = 512;

const callers = 32;

/**
 * Lets the ledger write its journal for this workload and keeps the event rows, so that ceilings
 * append the very same bytes.
 */
export const open: OpenContender = async ({ folder, rowsFile }) => {
  const store = expectRight(
    await sqliteStore({ file: join(folder, "capture.db") }),
    "opening the store",
  );
  const bench = await openBenchLedger({ store });
  const run = async (): Promise<number> => {
    await workThrough(callers, Array.from({ length: capturedCommands }), bench.createPing);
    const rows: Array<CapturedRow> = [];
    for await (const page of store.readAll()) {
      for (const { id, type, data, metadata } of expectRight(page, "reading the journal"))
        if (type === "TransactionCommitted") rows.push({ id, type, data, metadata });
    }
    await writeCapturedRows(rowsFile, rows);
    return meanDataBytes(rows);
  };
  return {
    info: {},
    run: async () => ({ value: await run(), notes: {} }),
    close: async () => {
      await bench.ledger.close();
      await store.close();
    },
  };
};
