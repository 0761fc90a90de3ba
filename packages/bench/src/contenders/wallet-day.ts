import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { OpenContender } from "../contender.js";
import { removeFolder } from "../disk.js";
import { fullSizes, smallDay, wholeDay } from "../sizes.js";
import { dayErrors } from "./wallet-day/day-errors.js";
import { runDay } from "./wallet-day/day.js";

/** A day of the wallet, which fails when anything is lost, made, left over or overdrawn. */
export const day: OpenContender = async ({ folder, commands }) => {
  const size = commands < fullSizes.commands ? smallDay : wholeDay;
  return {
    info: {},
    run: async () => {
      const data = mkdtempSync(join(folder, "day-"));
      try {
        const report = await runDay(data, size);
        const errors = dayErrors(report);
        if (errors.length > 0) throw new Error(errors.join("; "));
        const { book, counts, holdings, parties, elapsedMs, cpuMs } = report;
        const notes = {
          ...counts,
          users: size.users,
          ticks: size.ticks,
          seed: size.seed,
          coinTransactions: book.transactions,
          couponsMinted: book.coupons.minted,
          couponsExpired: book.coupons.expired,
          holdingsEach: (holdings / parties).toFixed(2),
          processorSeconds: Math.round(cpuMs / 1_000),
        };
        return { value: elapsedMs, notes };
      } finally {
        removeFolder(data);
      }
    },
    close: async () => {},
  };
};
