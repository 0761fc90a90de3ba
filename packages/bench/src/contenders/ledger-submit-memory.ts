import type { OpenContender } from "../contender.js";
import { crowd } from "../in-flight.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/**
 * The ledger in process with everything in memory; the clock stops only when every view has reached
 * the end.
 */
export const open: OpenContender = async ({ inFlight, runMs }) => {
  const bench = await openBenchLedger({});
  return {
    info: {},
    run: async () => {
      const start = performance.now();
      const work = await crowd(inFlight, runMs, bench.createPing);
      await viewsCaughtUp(bench);
      const elapsedMs = performance.now() - start;
      return {
        value: (work.completed * 1000) / elapsedMs,
        notes: { commands: work.completed },
      };
    },
    close: () => bench.ledger.close(),
  };
};
