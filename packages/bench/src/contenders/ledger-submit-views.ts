import type { LedgerOptions } from "@tallystick/node";
import type { Contender, ContenderSettings, OpenContender } from "../contender.js";
import { crowd } from "../in-flight.js";
import { openBenchLedger, viewsCaughtUp } from "./bench-ledger.js";

/**
 * As `ledger-submit`, but the clock stops only when every view has reached the end of the journal.
 * @param on where the ledger has its data
 */
export const openWithViews = async (
  on: LedgerOptions,
  { inFlight, runMs }: ContenderSettings,
): Promise<Contender> => {
  const bench = await openBenchLedger(on);
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

/** The ledger on disk, and its views. */
export const open: OpenContender = (settings) => openWithViews({ data: settings.folder }, settings);
