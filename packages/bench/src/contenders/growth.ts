import { everythingFor } from "@tallystick/wire";
import type { ContenderSettings, OpenContender } from "../contender.js";
import { grownFile } from "../disk.js";
import { expectRight } from "../errors.js";
import { randomFrom } from "../random.js";
import { callers, fullSizes, growth as sizes } from "../sizes.js";
import { median } from "../statistics.js";
import { crowd, microsEach, repeat } from "../work.js";
import { openBenchLedger, updatesOf, viewsCaughtUp } from "./ledger.js";

/** A data folder of a ledger with so many active contracts. */
const grown = (settings: ContenderSettings, contracts: number): Promise<string> =>
  grownFile(settings, `growth-${contracts}`, async (data) => {
    const bench = await openBenchLedger({ data });
    await repeat(callers.growing, contracts, bench.createPing);
    await viewsCaughtUp(bench);
    await bench.ledger.close();
  });

/** The median of the times of one kind of read; milliseconds. */
const timesOf = async (read: () => Promise<unknown>): Promise<number> => {
  const timesMs: Array<number> = [];
  for (let time = 0; time < sizes.reads; time++) {
    const begun = performance.now();
    await read();
    timesMs.push(performance.now() - begun);
  }
  return median(timesMs);
};

/**
 * What a command, a page of a party's contracts, a page of updates and a start cost on a ledger
 * with so many active contracts; microseconds of a command.
 */
export const growthAt =
  (contracts: number): OpenContender =>
  async (settings) => {
    const count = settings.commands < fullSizes.commands ? settings.commands : contracts;
    const data = await grown(settings, count);
    const begun = performance.now();
    const bench = await openBenchLedger({ data });
    const openMs = performance.now() - begun;
    const { ledger, party } = bench;
    const random = randomFrom(1);
    const page = async (): Promise<void> => {
      const eventFormat = everythingFor(party);
      const query = { eventFormat, maxPageSize: sizes.page };
      expectRight(await ledger.queries.activeContractsPage(query), "reading contracts");
    };
    const updates = async (): Promise<void> => {
      const from = random(Math.max(1, ledger.ledgerEnd() - sizes.page));
      const range = updatesOf(party, from, Math.min(from + sizes.page, ledger.ledgerEnd()));
      for await (const item of ledger.queries.updates(range)) expectRight(item, "reading updates");
    };
    return {
      info: {},
      run: async () => {
        const work = await crowd(settings.inFlight, settings.runMs, bench.createPing);
        await viewsCaughtUp(bench);
        const notes = { contracts: count, openMs };
        const reads = { pageMs: await timesOf(page), updatesMs: await timesOf(updates) };
        return { value: microsEach(work), notes: { ...notes, ...reads } };
      },
      close: () => ledger.close(),
    };
  };
