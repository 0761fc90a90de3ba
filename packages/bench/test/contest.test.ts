import { expect } from "chai";
import { comparedValues, contest, type ContestLimits } from "../src/contest.js";
import type { Contender } from "../src/contender.js";
import { runs as runCounts } from "../src/sizes.js";

const contender = (name: string, values: ReadonlyArray<number>, log: Array<string>): Contender => {
  let next = 0;
  return {
    info: {},
    run: async () => {
      log.push(name);
      const value = values[next] ?? Number.NaN;
      next += 1;
      return { value, notes: {} };
    },
    close: async () => {},
  };
};

const limits = (runs: number, warmUp: boolean, budgetMs = 60_000): ContestLimits => ({
  runs,
  warmUp,
  budgetMs,
});

describe("a contest", () => {
  it("runs both sides in turn after one unmeasured run of each", async () => {
    const log: Array<string> = [];
    const subject = contender("A", [1, 10, 30], log);
    const ceiling = contender("B", [2, 20, 40], log);
    const runs = await contest(subject, ceiling, limits(2, true));
    expect(log.join("")).to.equal("ABABAB");
    expect(runs.subject.map((sample) => sample.value)).to.deep.equal([10, 30]);
    expect(runs.ceiling.map((sample) => sample.value)).to.deep.equal([20, 40]);
  });

  it("compares each run with the ceiling's run next to it", async () => {
    const log: Array<string> = [];
    const runs = await contest(
      contender("A", [10, 30], log),
      contender("B", [20, 40], log),
      limits(2, false),
    );
    expect(comparedValues(runs)).to.deep.equal([0.5, 0.75]);
  });

  it("makes do with the least number of runs when its time is over", async () => {
    const log: Array<string> = [];
    const runs = await contest(
      contender("A", [1, 2, 3, 4, 5], log),
      undefined,
      limits(5, false, -1),
    );
    expect(runs.subject).to.have.length(runCounts.least);
    expect(log).to.have.length(runCounts.least);
  });

  it("gives the values themselves when there is no ceiling", async () => {
    const log: Array<string> = [];
    const runs = await contest(contender("A", [5, 6, 7], log), undefined, limits(3, false));
    expect(log.join("")).to.equal("AAA");
    expect(comparedValues(runs)).to.deep.equal([5, 6, 7]);
  });
});
