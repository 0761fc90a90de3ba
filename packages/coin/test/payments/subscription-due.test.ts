import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { isMissedAt, isPaidAutomaticallyAt } from "../../src/index.js";
import { dueOneIntervalAfter, mayBePaidAt } from "../../src/payments/subscription-due.js";
import { int } from "../int-values.js";

const span = (microseconds: bigint) => ({ microseconds: int(microseconds) });

describe("the due date of a subscription's payment", () => {
  const dues: ReadonlyArray<readonly [number, bigint, number | "overflow"]> = [
    [1_000, 1n, 1_001],
    [1_000, 500n, 1_500],
    [-10, 10n, 0],
    [0, 253_402_300_799_000_000n, 253_402_300_799_000_000],
    [0, 253_402_300_800_000_000n, "overflow"],
    [1_000, 2n ** 63n - 1n, "overflow"],
  ];
  for (const [from, interval, due] of dues) {
    it(`is ${due} when ${interval} us after ${from}`, () => {
      const found = dueOneIntervalAfter(from, span(interval));
      expect(isLeft(found) ? found.left : found.right).to.equal(due);
    });
  }

  const due = 1_000;
  const windows: ReadonlyArray<
    readonly [now: number, may: boolean, automatic: boolean, missed: boolean]
  > = [
    [699, false, false, false],
    [700, true, false, false],
    [701, true, true, false],
    [1_000, true, true, false],
    [1_001, true, true, true],
    [9_000, true, true, true],
  ];
  for (const [now, may, automatic, missed] of windows) {
    it(`of ${due} with a duration of 300: at ${now} it ${may ? "may" : "may not"} be paid, ${automatic ? "is" : "is not"} paid by itself, ${missed ? "is" : "is not"} missed`, () => {
      expect(mayBePaidAt(now, due, span(300n))).to.equal(may);
      expect(isPaidAutomaticallyAt(now, due, span(300n))).to.equal(automatic);
      expect(isMissedAt(now, due)).to.equal(missed);
    });
  }
});
