import type { TestCoin } from "@tallystick/testing";
import { honestJournal, type HonestEvent } from "./coin-journal.js";

/** Ticks of ten minutes after which coupons of the first rounds were counted, minted and closed. */
const ticks = 14;

/** The journal of a network whose rounds begin, are counted, issue, and end. */
export const dayJournal = async (
  further?: (t: TestCoin) => Promise<void>,
): Promise<ReadonlyArray<HonestEvent>> =>
  honestJournal(async (t) => {
    const { alice, bob } = await t.parties("alice", "bob");
    for (let tick = 0; tick < ticks; tick++) {
      t.clock.advance("10m");
      await t.settle();
      if (tick < 4) await t.transfer(alice, bob, "1");
    }
    await further?.(t);
  });
