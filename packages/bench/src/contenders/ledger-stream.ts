import type { OpenContender } from "../contender.js";
import { submitAll, updatesPerReader, updatesRequest } from "../stream-work.js";
import { viewsCaughtUp } from "./bench-ledger.js";
import { openBenchServer } from "./bench-server.js";

/** The HTTP server over a ledger with its data on disk, for readers of its update stream. */
export const open: OpenContender = async ({ folder, inFlight, runMs }) => {
  const { bench, url, token, close } = await openBenchServer(folder);
  const begin = bench.ledger.ledgerEnd();
  await submitAll(updatesPerReader(runMs, inFlight), bench.createPing);
  await viewsCaughtUp(bench);
  const request = updatesRequest(bench.party, { begin, end: bench.ledger.ledgerEnd() });
  return {
    info: { url, token, request: JSON.stringify(request) },
    run: async () => ({ value: 0, notes: {} }),
    close,
  };
};
