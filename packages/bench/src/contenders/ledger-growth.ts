import type { OpenContender } from "../contender.js";
import { workThrough } from "../in-flight.js";
import { memoryAfterCollection } from "../memory.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/** Active contracts of the small ledger that the large one is compared with. */
export const smallLedgerContracts = 1000;

const callers = 256;

/**
 * Grows the shared data set through the ledger and measures what each further active contract
 * costs in memory: everything the process keeps for it, the change id of its command included.
 */
export const open: OpenContender = async ({ dataSet, commands }) => {
  const bench = await openBenchLedger({ data: dataSet });
  const grow = (count: number): Promise<number> =>
    workThrough(callers, Array.from({ length: count }), bench.createPing);
  return {
    info: {},
    run: async () => {
      const smallContracts = Math.min(smallLedgerContracts, commands >> 1);
      await grow(smallContracts);
      await viewsCaughtUp(bench);
      const small = await memoryAfterCollection();
      const elapsedMs = await grow(commands - smallContracts);
      await viewsCaughtUp(bench);
      const large = await memoryAfterCollection();
      const contracts = commands - smallContracts;
      return {
        value: (large.heapBytes - small.heapBytes) / contracts,
        notes: {
          contracts,
          commandsPerSecond: Math.round((contracts * 1000) / elapsedMs),
          rssBytesPerContract: Math.round((large.rssBytes - small.rssBytes) / contracts),
        },
      };
    },
    close: () => bench.ledger.close(),
  };
};
