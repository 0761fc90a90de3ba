import { expect } from "chai";
import { inBackground, nextTurn, systemTimers, type Timer, type Timers } from "../src/timers.js";

const { nowMs, wallMs, after, every } = systemTimers;

describe("The timers of the process", () => {
  it("call back once, after the delay", async () => {
    const begun = nowMs();
    await new Promise<void>((resume) => after(20, resume));
    expect(nowMs() - begun).to.be.at.least(19);
  });

  it("call back again and again until they are cancelled", async () => {
    let calls = 0;
    await new Promise<void>((resume) => {
      const timer = every(1, () => {
        calls += 1;
        if (calls < 3) return;
        timer.cancel();
        resume();
      });
    });
    await new Promise<void>((resume) => after(10, resume));
    expect(calls).to.equal(3);
  });

  it("call nothing that was cancelled, and late what was begun again", async () => {
    const called: Array<string> = [];
    after(5, () => called.push("cancelled")).cancel();
    const late = after(30, () => called.push("late"));
    await new Promise<void>((resume) => after(15, resume));
    late.refresh();
    await new Promise<void>((resume) => after(20, resume));
    expect(called).to.deep.equal([]);
    await new Promise<void>((resume) => after(60, resume));
    expect(called).to.deep.equal(["late"]);
  });

  it("know the time of day", () => {
    expect(Math.abs(wallMs() - Date.now())).to.be.lessThan(60_000);
  });

  it("end a turn after the work that is queued", async () => {
    const order: Array<string> = [];
    setImmediate(() => order.push("queued"));
    await nextTurn(systemTimers);
    expect(order).to.deep.equal(["queued"]);
  });

  it("in the background do not keep the process alive", () => {
    let unrefs = 0;
    const timer: Timer = {
      cancel: () => undefined,
      refresh: () => undefined,
      unref: () => {
        unrefs += 1;
        return timer;
      },
    };
    const counted: Timers = { ...systemTimers, after: () => timer };
    inBackground(counted).after(1, () => undefined);
    expect(unrefs).to.equal(1);
  });
});
