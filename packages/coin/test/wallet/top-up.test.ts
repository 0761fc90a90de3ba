import { expect } from "chai";
import { isTopUpDue, topUpPlan, type TopUpSituation, type TopUpTarget } from "../../src/index.js";
import { cc, minute, start } from "../coin-fixture.js";

const second = 1_000_000n;

const target = (changes: Partial<TopUpTarget> = {}): TopUpTarget => ({
  targetThroughput: cc("20000"),
  minTopupIntervalMicros: 60n * second,
  pollIntervalMicros: 30n * second,
  minTopupAmountBytes: 200_000n,
  ...changes,
});

describe("the plan of a top-up", () => {
  const rows: ReadonlyArray<readonly [string, Partial<TopUpTarget>, bigint, bigint]> = [
    ["20 kB/s, once a minute", {}, 1_200_000n, 60n],
    ["an interval below the polling", { minTopupIntervalMicros: second }, 600_000n, 30n],
    ["an interval between pollings", { minTopupIntervalMicros: 61n * second }, 1_800_000n, 90n],
    ["a part of a byte", { targetThroughput: cc("20000.01") }, 1_200_001n, 60n],
    ["less than is sold at once", { targetThroughput: cc("1000") }, 210_000n, 210n],
    ["just more than is sold at once", { targetThroughput: cc("3333.3333333334") }, 200_001n, 60n],
    ["exactly what is sold at once", { targetThroughput: cc("3333.325") }, 200_000n, 60n],
    ["hardly anything", { targetThroughput: cc("0.5") }, 200_010n, 400_020n],
  ];
  for (const [name, changes, amountBytes, seconds] of rows) {
    it(`for ${name} is ${amountBytes} bytes every ${seconds} s`, () => {
      expect(topUpPlan(target(changes))).to.deep.equal({
        amountBytes,
        intervalMicros: seconds * second,
      });
    });
  }

  it("is none when it is switched off", () => {
    expect(topUpPlan(target({ targetThroughput: cc("0") }))).to.equal(undefined);
    expect(topUpPlan(target({ targetThroughput: cc("-1") }))).to.equal(undefined);
    expect(topUpPlan(target({ pollIntervalMicros: 0n }))).to.equal(undefined);
  });

  const plan = { amountBytes: 1_200_000n, intervalMicros: 60n * second };
  const due: TopUpSituation = {
    extraTrafficRemainderBytes: 1_199_999n,
    lastPurchasedAt: BigInt(start),
    now: BigInt(start + minute),
  };
  const situations: ReadonlyArray<readonly [string, Partial<TopUpSituation>, boolean]> = [
    ["less left than one top-up, a minute over", {}, true],
    ["one top-up left", { extraTrafficRemainderBytes: 1_200_000n }, false],
    ["not quite a minute over", { now: BigInt(start + minute - 1) }, false],
  ];
  for (const [name, changes, isDue] of situations) {
    it(`is ${isDue ? "" : "not "}due with ${name}`, () => {
      expect(isTopUpDue(plan, { ...due, ...changes })).to.equal(isDue);
    });
  }
});
