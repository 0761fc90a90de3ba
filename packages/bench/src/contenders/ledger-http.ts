import type { OpenContender } from "../contender.js";
import { viewsCaughtUp } from "./bench-ledger.js";
import { openBenchServer } from "./bench-server.js";

/** The HTTP server over a ledger with its data on disk, for commands that come from outside. */
export const open: OpenContender = async ({ folder }) => {
  const { bench, url, token, close } = await openBenchServer(folder);
  return {
    info: { url, party: bench.party, token },
    run: async () => {
      await viewsCaughtUp(bench);
      return { value: 0, notes: {} };
    },
    close,
  };
};
