import type { Contender, ContenderSettings } from "../contender.js";
import { viewsCaughtUp } from "./bench-ledger.js";
import { type CoinBench, openCoinBench, prepareCoins } from "./coin-ledger.js";

/** What one pass got done on the clock. */
export interface Pass {
  readonly transfers: number;
  readonly elapsedMs: number;
}

/** Spends coins that were prepared off the clock. */
export type SpendCoins = (
  bench: CoinBench,
  callers: number,
  coins: ReadonlyArray<string>,
) => Promise<Pass>;

/** How a contender of the coin is measured. */
export interface PassOptions {
  /** Makes the coins of one pass. @returns their contract ids */
  readonly prepare: (bench: CoinBench, callers: number) => Promise<ReadonlyArray<string>>;
  readonly spend: SpendCoins;
  /** What a run comes to; default transfers per second. */
  readonly measure?: (pass: Pass) => number;
  /** Coins the sender has beside, a multiple of 100; default none. */
  readonly idleCoins?: number;
}

/** Transfers per second. */
export const transfersPerSecond = ({ transfers, elapsedMs }: Pass): number =>
  (transfers * 1000) / elapsedMs;

/** Microseconds that one transfer takes. */
export const microsPerTransfer = ({ transfers, elapsedMs }: Pass): number =>
  (elapsedMs * 1000) / transfers;

/** Coins of 2 CC, a multiple of 100 of them. */
export const manyCoins =
  (count: number): PassOptions["prepare"] =>
  (bench, callers) =>
    prepareCoins(bench, callers, count);

/**
 * A contender that prepares coins off the clock and spends them on it, pass after pass until the
 * run's time is over.
 */
export const openPasses = async (
  { folder, inFlight, runMs }: ContenderSettings,
  { prepare, spend, measure = transfersPerSecond, idleCoins = 0 }: PassOptions,
): Promise<Contender> => {
  const bench = await openCoinBench({ data: folder });
  if (idleCoins > 0) await prepareCoins(bench, inFlight, idleCoins);
  return {
    info: {},
    run: async () => {
      let transfers = 0;
      let elapsedMs = 0;
      while (elapsedMs < runMs) {
        const coins = await prepare(bench, inFlight);
        const pass = await spend(bench, inFlight, coins);
        transfers += pass.transfers;
        elapsedMs += pass.elapsedMs;
        await viewsCaughtUp({ ledger: bench.ledger, party: bench.sender });
      }
      return { value: measure({ transfers, elapsedMs }), notes: { transfers } };
    },
    close: () => bench.ledger.close(),
  };
};
