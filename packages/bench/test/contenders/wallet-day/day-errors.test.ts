import { expect } from "chai";
import { dayErrors } from "../../../src/contenders/wallet-day/day-errors.js";
import type { DayReport } from "../../../src/contenders/wallet-day/day.js";

const good: DayReport = {
  book: {
    tapped: 100n,
    minted: 20n,
    burned: 15n,
    expired: 5n,
    left: 100n,
    transactions: 9,
    coupons: { made: 6, minted: 3, expired: 2, left: 1 },
  },
  shown: 100n,
  holdings: 30,
  mostHoldings: 12,
  parties: 3,
  leastTraffic: 1n,
  staleCoupons: 0,
  counts: { taps: 1, offers: 1, accepted: 1 },
  errors: [],
  elapsedMs: 1,
  cpuMs: 1,
};
const book = (change: Partial<DayReport["book"]>): Partial<DayReport> => ({
  book: { ...good.book, ...change },
});

describe("the errors of a day", () => {
  const rows: ReadonlyArray<readonly [what: string, change: Partial<DayReport>, text?: string]> = [
    ["nothing", {}],
    ["a coin that was lost", { ...book({ left: 99n }), shown: 99n }, "coins: found 99"],
    ["a coin that was made", { ...book({ left: 101n }), shown: 101n }, "coins: found 101"],
    ["a view that shows something else", { shown: 99n }, "the views show 99"],
    ["too many holdings", { holdings: 31 }, "31 holdings of 3 parties"],
    ["no traffic", { leastTraffic: 0n }, "traffic ran out"],
    ["a stale coupon", { staleCoupons: 1 }, "1 coupons neither"],
    [
      "a coupon that vanished",
      book({ coupons: { made: 7, minted: 3, expired: 2, left: 1 } }),
      "coupons: made 7",
    ],
    ["an automation that failed", { errors: ["sweep: no", "b"] }, "automations: sweep: no and 1"],
  ];
  for (const [what, change, text] of rows) {
    it(`say ${what}`, () => {
      const errors = dayErrors({ ...good, ...change });
      expect(errors).to.have.lengthOf(text === undefined ? 0 : 1);
      expect(errors[0] ?? "").to.contain(text ?? "");
    });
  }
});
