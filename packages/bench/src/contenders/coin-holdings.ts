import type { Contender, ContenderSettings } from "../contender.js";
import { tapCoins } from "./coin-ledger.js";
import { sendInOneStep } from "./coin-one-step.js";
import { microsPerTransfer, openPasses } from "./coin-passes.js";

/** Coins that are spent in one pass, each of 1 CC and so without change. */
export const coinsSpentAtOnce = 10;

/**
 * What a transfer costs a sender who has other coins beside the few it spends.
 *
 * @param idleCoins a multiple of 100
 */
export const openHoldings = (settings: ContenderSettings, idleCoins: number): Promise<Contender> =>
  openPasses(settings, {
    prepare: (bench, callers) => tapCoins(bench, callers, coinsSpentAtOnce, "1"),
    spend: sendInOneStep,
    measure: microsPerTransfer,
    idleCoins,
  });
