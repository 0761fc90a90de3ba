import { expect } from "chai";
import { comparedValues, contest } from "../src/contest.js";
import type { Contender } from "../src/contender.js";

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

describe("a contest", () => {
  it("runs both sides in turn after one unmeasured run of each", async () => {
    const log: Array<string> = [];
    const subject = contender("A", [1, 10, 30], log);
    const ceiling = contender("B", [2, 20, 40], log);
    const runs = await contest(subject, ceiling, 2, true);
    expect(log.join("")).to.equal("ABABAB");
    expect(runs.subject.map((sample) => sample.value)).to.deep.equal([10, 30]);
    expect(runs.ceiling.map((sample) => sample.value)).to.deep.equal([20, 40]);
  });

  it("compares each run with the ceiling's run beside it", async () => {
    const log: Array<string> = [];
    const runs = await contest(contender("A", [10, 30], log), contender("B", [20, 40], log), 2, false);
    expect(comparedValues(runs)).to.deep.equal([0.5, 0.75]);
  });

  it("gives the values themselves when there is no ceiling", async () => {
    const log: Array<string> = [];
    const runs = await contest(contender("A", [5, 6, 7], log), undefined, 3, false);
    expect(log.join("")).to.equal("AAA");
    expect(comparedValues(runs)).to.deep.equal([5, 6, 7]);
  });
});
