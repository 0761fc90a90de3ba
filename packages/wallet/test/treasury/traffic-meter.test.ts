import { expect } from "chai";
import fc from "fast-check";
import { afterMessage, type BaseRate, freshMeter } from "../../src/treasury/traffic-meter.js";

const rate: BaseRate = { burstBytes: 1_000, windowMicros: 10_000 };
const bytesLeft = (bytes: number): number => bytes * rate.windowMicros;
const used = { baseLeft: bytesLeft(100), at: 5_000, extraUsed: 7 };

describe("the traffic meter", () => {
  const rows = [
    { what: "takes free bytes", bytes: 60, now: 5_000, baseLeft: 40, extraUsed: 7 },
    { what: "takes extra ones beyond", bytes: 160, now: 5_000, baseLeft: 0, extraUsed: 67 },
    { what: "regains evenly", bytes: 0, now: 6_000, baseLeft: 200, extraUsed: 7 },
    { what: "uses what it regained", bytes: 250, now: 6_000, baseLeft: 0, extraUsed: 57 },
    { what: "keeps part of a byte", bytes: 0, now: 5_009, baseLeft: 100.9, extraUsed: 7 },
    { what: "spends no part of a byte", bytes: 101, now: 5_009, baseLeft: 0.9, extraUsed: 8 },
    { what: "is full at most", bytes: 0, now: 14_500, baseLeft: 1_000, extraUsed: 7 },
    { what: "is full after a window", bytes: 10, now: 99_999, baseLeft: 990, extraUsed: 7 },
  ];
  for (const { what, bytes, now, baseLeft, extraUsed } of rows) {
    it(`${what}: ${bytes} bytes at ${now}`, () => {
      const after = { baseLeft: bytesLeft(baseLeft), at: now, extraUsed };
      expect(afterMessage(used, bytes, now, rate)).to.deep.equal(after);
    });
  }

  it("begins full, and counts time that goes back as none", () => {
    expect(afterMessage(freshMeter(rate), 1_001, 0, rate)).to.deep.equal({
      baseLeft: 0,
      at: 0,
      extraUsed: 1,
    });
    expect(afterMessage(used, 10, 1, rate)).to.deep.equal({ ...used, baseLeft: bytesLeft(90) });
  });

  it("counts every byte once, and gives no more for free than the burst and the time", () => {
    const messages = fc.array(fc.tuple(fc.nat(2_000), fc.nat(3_000)), { maxLength: 30 });
    fc.assert(
      fc.property(messages, (all) => {
        let meter = freshMeter(rate);
        let [now, sent] = [0, 0];
        for (const [bytes, passed] of all) {
          now += passed;
          sent += bytes;
          meter = afterMessage(meter, bytes, now, rate);
          expect(meter.baseLeft).to.be.within(0, bytesLeft(rate.burstBytes));
        }
        const free = sent - meter.extraUsed;
        expect(free).to.be.within(0, rate.burstBytes + (rate.burstBytes * now) / rate.windowMicros);
        expect(meter.at).to.equal(now);
      }),
    );
  });

  it("regains as much however often it counts in between", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { minLength: 1, maxLength: 100 }), (steps) => {
        const empty = { ...used, baseLeft: 0 };
        let [meter, now] = [empty, used.at];
        for (const passed of steps) {
          now += passed;
          meter = afterMessage(meter, 0, now, rate);
        }
        expect(meter).to.deep.equal(afterMessage(empty, 0, now, rate));
      }),
    );
  });
});
