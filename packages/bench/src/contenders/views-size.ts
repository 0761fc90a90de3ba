import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { OpenContender } from "../contender.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/** The sizes are for so many commands. */
const perCommands = 1_000_000;

/** How large the views' files are for each million commands of the data set. */
export const open: OpenContender = async ({ dataSet }) => {
  const bench = await openBenchLedger({ data: dataSet });
  await viewsCaughtUp(bench);
  const commands = bench.ledger.ledgerEnd();
  await bench.ledger.close();
  return {
    info: {},
    run: async () => {
      const files = readdirSync(dataSet).filter((name) => /^views-.*\.db(-wal)?$/.test(name));
      if (files.length === 0) throw new Error(`no file of views in ${dataSet}`);
      const bytes = files.reduce((sum, name) => sum + statSync(join(dataSet, name)).size, 0);
      return { value: (bytes / commands) * perCommands, notes: { files: files.length } };
    },
    close: async () => {},
  };
};
