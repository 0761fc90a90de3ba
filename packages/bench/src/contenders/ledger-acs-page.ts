import { everythingFor } from "@tallystick/wire";
import type { OpenContender } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { contractsPerPage } from "./acs-pages.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/**
 * Reads the active contracts of the data set page after page, each found by the token of the one
 * before, and writes each as JSON.
 */
export const open: OpenContender = async ({ dataSet, runMs }) => {
  const bench = await openBenchLedger({ data: dataSet });
  await viewsCaughtUp(bench);
  const { ledger, party } = bench;
  const query = {
    activeAtOffset: ledger.ledgerEnd(),
    eventFormat: everythingFor(party),
    maxPageSize: contractsPerPage,
  };
  let pageToken = "";
  const nextPage = async (): Promise<number> => {
    const answer = await ledger.queries.activeContractsPage({ ...query, pageToken });
    const page = expectRight(answer, "reading a page");
    pageToken = page.nextPageToken;
    if (JSON.stringify(page).length < page.activeContracts.length) throw new Error("no JSON");
    return page.activeContracts.length;
  };
  return {
    info: {},
    run: async () => {
      const start = performance.now();
      let contracts = 0;
      let elapsedMs = 0;
      while (elapsedMs < runMs) {
        contracts += await nextPage();
        elapsedMs = performance.now() - start;
      }
      return { value: (contracts * 1000) / elapsedMs, notes: { contracts } };
    },
    close: () => ledger.close(),
  };
};
