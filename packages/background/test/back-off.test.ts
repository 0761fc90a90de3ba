import { expect } from "chai";
import { BackOff, delayAfter } from "../src/back-off.js";

const delays = { firstMs: 25, mostMs: 500 };

describe("Delays between attempts", () => {
  it("double up to the longest, and begin again", () => {
    const backOff = new BackOff(delays);
    const found = Array.from({ length: 8 }, () => backOff.next());
    expect(found).to.deep.equal([25, 50, 100, 200, 400, 500, 500, 500]);
    backOff.reset();
    expect(backOff.next()).to.equal(25);
  });

  it("differ by up to a half", () => {
    expect(new BackOff(delays, () => 0).next()).to.equal(13);
    expect(new BackOff(delays, () => 0.5).next()).to.equal(19);
  });

  it("are numbers after however many failures", () => {
    for (const failures of [100, 5_000]) {
      expect(delayAfter(delays, failures)).to.equal(500);
      expect(delayAfter({ firstMs: 0, mostMs: 500 }, failures)).to.equal(0);
    }
  });
});
