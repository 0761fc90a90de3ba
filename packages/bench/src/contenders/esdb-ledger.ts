import { join } from "node:path";
import type { OpenContender } from "../contender.js";
import { crowd, perSecond } from "../in-flight.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";
import { startEsdbServer } from "./esdb-server.js";

/** The ledger on EventStoreDB's protocol: what waits goes into one append; views on disk here. */
export const open: OpenContender = async ({ folder, inFlight, runMs }) => {
  const server = await startEsdbServer(folder);
  const config = { journal: server.connectionString };
  const bench = await openBenchLedger({ data: join(folder, "views"), config });
  return {
    info: {},
    run: async () => {
      const work = await crowd(inFlight, runMs, bench.createPing);
      await viewsCaughtUp(bench);
      return { value: perSecond(work), notes: { commands: work.completed } };
    },
    close: async () => {
      await bench.ledger.close();
      await server.close();
    },
  };
};
