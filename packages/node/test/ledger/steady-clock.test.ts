import { expect } from "chai";
import * as fc from "fast-check";
import { steadyClock, systemTime, type TimeSources } from "../../src/ledger/steady-clock.js";

const second = 1_000_000;
const hour = 3_600 * second;
const year = 365 * 24 * hour;
// 2026-01-01T00:00:00Z
const start = 1_767_225_600 * second;

/** A machine whose time passes, jumps and sleeps as the test says. */
const machine = (at: number = start) => {
  let [wall, elapsed, up] = [at, 500 * second, 900 * second];
  const sources: TimeSources = {
    wall: () => wall,
    elapsed: () => elapsed,
    uptime: () => up,
  };
  const pass = (micros: number): void => {
    wall += micros;
    elapsed += micros;
    up += micros;
  };
  const jump = (micros: number): void => {
    wall += micros;
  };
  const sleep = (micros: number): void => {
    wall += micros;
    up += micros;
  };
  return { sources, pass, jump, sleep, wall: () => wall };
};

const started = (at?: number) => {
  const notices: Array<string> = [];
  const of = machine(at);
  const clock = steadyClock(of.sources, hour, (message) => notices.push(message));
  return { ...of, clock, notices };
};

describe("A steady clock", () => {
  it("is the system clock while time passes", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10 * hour }), { maxLength: 30 }), (steps) => {
        const { clock, pass, wall, notices } = started();
        for (const step of steps) {
          pass(step);
          expect(clock()).to.equal(wall());
        }
        expect(notices).to.deep.equal([]);
      }),
    );
  });

  it("follows corrections within the bound, ahead and back, however many", () => {
    const corrections = fc.array(fc.integer({ min: -hour, max: hour }), { maxLength: 30 });
    fc.assert(
      fc.property(corrections, (jumps) => {
        const { clock, jump, wall, notices } = started();
        for (const by of jumps) {
          jump(by);
          expect(clock()).to.equal(wall());
        }
        const noticed = jumps.filter((by) => by <= -5 * second);
        expect(notices).to.have.length(noticed.length);
        for (const notice of notices) expect(notice).to.include("set back");
      }),
    );
  });

  for (const [what, by, said] of [
    ["ahead by three years", 3 * year, "94608000 s ahead"],
    ["ahead by a little more than the bound", hour + 1, "3600 s ahead"],
    ["back by three years", -3 * year, "94608000 s back"],
    ["back by a little more than the bound", -hour - 1, "3600 s back"],
  ] as const) {
    it(`passes on without a jump ${what}, says so once, and follows again when that is over`, () => {
      const { clock, pass, jump, wall, notices } = started();
      pass(10 * second);
      const before = clock();
      jump(by);
      expect(clock()).to.equal(before);
      for (let n = 1; n <= 5; n++) {
        pass(7 * second);
        expect(clock()).to.equal(before + n * 7 * second);
      }
      expect(notices).to.have.length(1);
      expect(notices[0]).to.include(said);
      jump(-by);
      expect(clock()).to.equal(wall());
      expect(notices).to.have.length(2);
      expect(notices[1]).to.include("right again");
    });
  }

  it("never gives a time that neither passed nor was within the bound", () => {
    const step = fc.record({
      pass: fc.integer({ min: 0, max: hour }),
      jump: fc.oneof(fc.constant(0), fc.integer({ min: -5 * year, max: 5 * year })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { clock, pass, jump } = started();
        let last = clock();
        for (const { pass: passed, jump: by } of steps) {
          pass(passed);
          jump(by);
          const now = clock();
          expect(Math.abs(now - last - passed)).to.be.at.most(hour);
          last = now;
        }
      }),
    );
  });

  for (const hours of [2, 60, 24 * 365]) {
    it(`takes ${hours} hours of sleep for time that passed`, () => {
      const { clock, pass, sleep, wall, notices } = started();
      pass(second / 2);
      clock();
      sleep(hours * hour);
      expect(clock()).to.equal(wall());
      pass(5 * second);
      sleep(hours * hour);
      pass(5 * second);
      expect(clock()).to.equal(wall());
      expect(notices).to.deep.equal([]);
    });
  }

  it("takes a jump after sleep for a jump", () => {
    const { clock, pass, sleep, jump, notices } = started();
    sleep(10 * hour);
    pass(2 * second);
    const before = clock();
    jump(5 * hour);
    expect(clock()).to.equal(before);
    expect(notices).to.have.length(1);
  });

  it("says that record times rest behind the last event, from five seconds on", () => {
    for (const [behind, said] of [
      [5 * second - 1, []],
      [1_200 * second, ["1200 s behind"]],
    ] as const) {
      const { clock, wall, notices } = started();
      clock.startFrom?.(wall() + behind);
      expect(notices).to.have.length(said.length);
      for (const text of said) expect(notices[0]).to.include(text);
      expect(clock()).to.equal(wall());
    }
  });

  it("continues from the last event of a journal that is ahead of the system clock", () => {
    const { clock, pass, notices, wall } = started();
    const ahead = wall() + 3 * year;
    clock.startFrom?.(ahead);
    expect(notices).to.have.length(1);
    expect(notices[0]).to.include("94608000 s behind");
    pass(second);
    expect(clock()).to.equal(ahead + second);
    pass(hour);
    expect(clock()).to.equal(ahead + second + hour);
    expect(notices).to.have.length(1);
  });

  for (const [what, by] of [
    ["a new journal", -start],
    ["a journal of long ago", -year],
    ["a journal that ended just now", 0],
    ["a journal a little ahead", hour],
  ] as const) {
    it(`follows the system clock on ${what}`, () => {
      const { clock, notices, wall } = started();
      clock.startFrom?.(wall() + by);
      expect(clock()).to.equal(wall());
      expect(notices).to.have.length(by > 0 ? 1 : 0);
    });
  }

  it("follows the time of this machine", () => {
    const clock = steadyClock(systemTime, hour, (message) => expect.fail(message));
    const beginMs = Date.now();
    const nowMs = clock() / 1_000;
    expect(nowMs).to.be.within(beginMs - 100, Date.now() + 100);
  });
});
