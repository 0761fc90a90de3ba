import { expect } from "chai";
import * as fc from "fast-check";
import { newTrace } from "../../src/contracts/transaction.js";
import { isLedgerTimeLess, ledgerTimeOf } from "../../src/interpretation/ledger-time.js";

const now = 1_767_225_600_000_000;

const compared = (...times: ReadonlyArray<bigint>) => {
  const trace = newTrace();
  const answers = times.map((time) => isLedgerTimeLess({ ledgerTime: now, trace }, time));
  return { answers, ledgerTimes: trace.ledgerTimes };
};

const at = (by: number): bigint => BigInt(now + by);

describe("the ledger time of a transaction", () => {
  it("is one when it is read", () => {
    const trace = newTrace();
    isLedgerTimeLess({ ledgerTime: now, trace }, at(5));
    expect(ledgerTimeOf({ ledgerTime: now, trace })).to.equal(BigInt(now));
    expect(trace.ledgerTimes).to.deep.equal({ min: at(0), max: at(0) });
    expect(ledgerTimeOf({ ledgerTime: now })).to.equal(BigInt(now));
  });

  it("lies before the times that it is before, and from the others on", () => {
    expect(compared(at(5)).ledgerTimes).to.deep.equal({ min: undefined, max: at(4) });
    expect(compared(at(0)).ledgerTimes).to.deep.equal({ min: at(0), max: undefined });
    expect(compared(at(9), at(-7), at(5), at(-3), at(8))).to.deep.equal({
      answers: [true, false, true, false, true],
      ledgerTimes: { min: at(-3), max: at(4) },
    });
  });

  it("is not bounded by a time before the epoch, which no field has room for", () => {
    const { answers, ledgerTimes } = compared(-62_135_596_800_000_000n, 0n);
    expect(answers).to.deep.equal([false, false]);
    expect(ledgerTimes).to.deep.equal({ min: undefined, max: undefined });
  });

  it("gives the same answers throughout its bounds, and another next to each", () => {
    const time = fc.integer({ min: -20, max: 20 }).map(at);
    fc.assert(
      fc.property(fc.array(time, { minLength: 1 }), (times) => {
        const { answers, ledgerTimes } = compared(...times);
        const answersAt = (when: bigint) => times.map((each) => when < each);
        for (let when = at(-30); when <= at(30); when += 1n) {
          const { min = when, max = when } = ledgerTimes;
          const isSame = min <= when && when <= max;
          expect(answersAt(when).every((each, index) => each === answers[index])).to.equal(isSame);
        }
      }),
    );
  });
});
