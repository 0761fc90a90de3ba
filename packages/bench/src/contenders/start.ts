import { setTimeout as delay } from "node:timers/promises";
import type { OpenContender } from "../contender.js";
import { expectRight } from "../errors.js";

/** Time for finalizers between two collections; milliseconds. */
const settleMs = 100;

/** Memory of this process after everything that can be freed is freed; bytes. */
export const memoryAfterCollection = async () => {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error("start the process with --expose-gc");
  collect();
  await delay(settleMs);
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapBytes: heapUsed + external, rssBytes: rss };
};

/** Opens the ledger of the data set; a run comes to what it then holds in memory. */
export const start: OpenContender = async ({ dataSet }) => {
  const before = process.memoryUsage().heapUsed;
  // loaded here, so that the memory of its code counts
  const { openLedger } = await import("@tallystick/node");
  const ledger = expectRight(await openLedger({ data: dataSet }), "opening the ledger");
  if (!ledger.ready()) throw new Error("the ledger is open but not ready");
  return {
    info: {},
    run: async () => {
      const { heapBytes, rssBytes } = await memoryAfterCollection();
      // the ledger answers once more, so that it was in use while its memory was measured
      return { value: heapBytes - before, notes: { rssBytes, offset: ledger.ledgerEnd() } };
    },
    close: () => ledger.close(),
  };
};
