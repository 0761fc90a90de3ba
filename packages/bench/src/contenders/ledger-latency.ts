import type { OpenContender } from "../contender.js";
import { crowd } from "../in-flight.js";
import { percentile } from "../statistics.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/** How far the slowest percent of submissions lies above the middle one. */
export const open: OpenContender = async ({ folder, inFlight, runMs }) => {
  const bench = await openBenchLedger({ data: folder });
  return {
    info: {},
    run: async () => {
      const latenciesMs: Array<number> = [];
      await crowd(inFlight, runMs, async () => {
        const start = performance.now();
        await bench.createPing();
        latenciesMs.push(performance.now() - start);
      });
      await viewsCaughtUp(bench);
      const sorted = Float64Array.from(latenciesMs).sort();
      const p50 = percentile(sorted, 0.5);
      const p99 = percentile(sorted, 0.99);
      return {
        value: p99 / p50,
        notes: {
          p50Ms: p50,
          p99Ms: p99,
          p999Ms: percentile(sorted, 0.999),
          maxMs: percentile(sorted, 1),
        },
      };
    },
    close: () => bench.ledger.close(),
  };
};
