import type { OpenContender } from "../contender.js";
import { crowd } from "../in-flight.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/**
 * As `ledger-submit`, but the clock stops only when every view has reached the end of the journal.
 */
export const open: OpenContender = async ({ folder, inFlight, runMs }) => {
  const bench = await openBenchLedger({ data: folder });
  return {
    info: {},
    run: async () => {
      const start = performance.now();
      const work = await crowd(inFlight, runMs, bench.createPing);
      await viewsCaughtUp(bench);
      const elapsedMs = performance.now() - start;
      return {
        value: (work.completed * 1000) / elapsedMs,
        notes: { commands: work.completed, viewsBehindMs: Math.round(elapsedMs - work.elapsedMs) },
      };
    },
    close: () => bench.ledger.close(),
  };
};
