import { expect } from "chai";
import fc from "fast-check";
import { manualClock } from "../../src/wallet/manual-clock.js";

describe("a manual clock", () => {
  it("shows the sum of its steps, and nothing in between", () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        fc.array(fc.integer({ min: 1, max: 10 ** 12 })),
        (from, steps) => {
          const clock = manualClock(from);
          let expected = from;
          for (const step of steps) {
            expected += step;
            expect(clock.advance(step)).to.equal(expected);
            expect(clock.now()).to.equal(expected);
          }
        },
      ),
    );
  });

  const last = Number.MAX_SAFE_INTEGER;
  const rows = [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, last, last + 1];
  for (const step of rows) {
    it(`does not move by ${step}`, () => {
      const clock = manualClock(1_000);
      expect(clock.advance(step)).to.equal(undefined);
      expect(clock.now()).to.equal(1_000);
    });
  }

  it("tells of each move, and of none that is not made", () => {
    const clock = manualClock(1_000);
    const told: Array<number> = [];
    const end = clock.onMoved(() => told.push(clock.now()));
    clock.advance(5);
    clock.advance(-5);
    clock.setBack(1_000);
    end();
    clock.advance(5);
    expect(told).to.deep.equal([1_005, 1_000]);
  });

  it("goes up to the last moment a ledger knows", () => {
    expect(manualClock(0).advance(last)).to.equal(last);
  });
});
