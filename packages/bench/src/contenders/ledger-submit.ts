import type { OpenContender } from "../contender.js";
import { crowd, perSecond } from "../in-flight.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/**
 * The ledger in process, on disk: callers submit composite commands and wait until each is durable.
 * The projector works beside it as always; what it has left to do when the clock stops is waited
 * for before the other side runs.
 */
export const open: OpenContender = async ({ folder, inFlight, runMs }) => {
  const bench = await openBenchLedger({ data: folder });
  return {
    info: {},
    run: async () => {
      const work = await crowd(inFlight, runMs, bench.createPing);
      await viewsCaughtUp(bench);
      return { value: perSecond(work), notes: { commands: work.completed } };
    },
    close: () => bench.ledger.close(),
  };
};
