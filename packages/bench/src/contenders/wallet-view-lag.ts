import type { OpenContender } from "../contender.js";
import { expectRight } from "../expect-right.js";
import { crowd } from "../in-flight.js";
import { percentile } from "../statistics.js";
import { openWalletNode, tapOf, walletsOf } from "./wallet-node.js";

const users = 32;

/**
 * How long after a commit the wallet's views have it, at the 99th percentile, while taps come from
 * many callers at once and the automations work; milliseconds.
 */
export const open: OpenContender = async ({ folder, inFlight, runMs }) => {
  const validator = await openWalletNode(folder);
  const { ledger, wallet } = validator;
  const names = Array.from({ length: users }, (_, index) => `user-${index}`);
  const parties = await walletsOf(validator, names);
  const prefix = `lag-${Date.now().toString(36)}-`;
  let submitted = 0;
  return {
    info: {},
    run: async () => {
      const lagsMs: Array<number> = [];
      const work = await crowd(inFlight, runMs, async (caller) => {
        const party = parties[caller % parties.length] ?? "";
        const tap = tapOf(wallet, party, `${prefix}${++submitted}`);
        const done = expectRight(
          await ledger.submitAndWait({ ...tap, userId: "bench" }),
          "submitting",
        );
        const committed = performance.now();
        expectRight(await wallet.views.waitFor(done.completionOffset, 60_000), "waiting");
        lagsMs.push(performance.now() - committed);
      });
      await wallet.scheduler.settle();
      const sorted = Float64Array.from(lagsMs).sort();
      return {
        value: percentile(sorted, 0.99),
        notes: {
          p50Ms: percentile(sorted, 0.5),
          p999Ms: percentile(sorted, 0.999),
          maxMs: percentile(sorted, 1),
          taps: work.completed,
        },
      };
    },
    close: () => validator.close(),
  };
};
