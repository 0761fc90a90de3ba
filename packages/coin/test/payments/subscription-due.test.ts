import { expect } from "chai";
import { isMissedAt, isPaidAutomaticallyAt } from "../../src/index.js";
import { int } from "../int-values.js";

const span = (microseconds: bigint) => ({ microseconds: int(microseconds) });

describe("the due date of a subscription's payment", () => {
  const due = 1_000n;
  const windows: ReadonlyArray<readonly [now: number, automatic: boolean, missed: boolean]> = [
    [699, false, false],
    [700, false, false],
    [701, true, false],
    [1_000, true, false],
    [1_001, true, true],
    [9_000, true, true],
  ];
  for (const [now, automatic, missed] of windows) {
    it(`of ${due} with a duration of 300: at ${now} it ${automatic ? "is" : "is not"} paid by itself, ${missed ? "is" : "is not"} missed`, () => {
      expect(isPaidAutomaticallyAt(BigInt(now), due, span(300n))).to.equal(automatic);
      expect(isMissedAt(BigInt(now), due)).to.equal(missed);
    });
  }
});
