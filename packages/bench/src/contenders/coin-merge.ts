import type { OpenContender } from "../contender.js";
import { workThrough } from "../in-flight.js";
import { manyCoins, openPasses, type SpendCoins } from "./coin-passes.js";
import { beginTransfer } from "./coin-two-step.js";

/** Coins that one merge takes: the most inputs a transfer may have (specification 8). */
const coinsPerMerge = 100;

const merge: SpendCoins = async (bench, callers, coins) => {
  const heaps: Array<ReadonlyArray<string>> = [];
  for (let at = 0; at + coinsPerMerge <= coins.length; at += coinsPerMerge)
    heaps.push(coins.slice(at, at + coinsPerMerge));
  const elapsedMs = await workThrough(callers, heaps, (heap) =>
    beginTransfer(bench, bench.sender, `${2 * coinsPerMerge}`, heap),
  );
  return { transfers: heaps.length, elapsedMs };
};

/** Transfers to oneself that make one coin of a hundred. */
export const open: OpenContender = (settings) =>
  openPasses(settings, { prepare: manyCoins(50 * coinsPerMerge), spend: merge });
