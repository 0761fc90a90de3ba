import { expect } from "chai";
import { timeLeft } from "../../../src/components/time/countdown.js";

const minuteMs = 60_000;

describe("timeLeft", () => {
  for (const [left, text] of [
    [0, "expired"],
    [-5, "expired"],
    [61_000, "1:01 left"],
    [59 * minuteMs, "59:00 left"],
    [61 * minuteMs, "1 h 01 min left"],
    [24 * 60 * minuteMs, "1 day left"],
    [50 * 60 * minuteMs, "2 days left"],
  ] as const) {
    it(`says "${text}" for ${left} ms`, () => {
      expect(timeLeft(left)).to.equal(text);
    });
  }
});
