import { expect } from "chai";
import { costliest, flameBars } from "../../src/templates/flame-bars.js";

const frame = (parent: number, steps: number) => ({ parent, steps, micros: 0 });

describe("The bars of a flame graph", () => {
  it("are as wide as what each frame took with those within it, side by side", () => {
    const frames = [frame(-1, 10), frame(0, 30), frame(1, 40), frame(1, 0), frame(0, 20)];
    expect(flameBars(frames, "steps")).to.deep.equal([
      { frame: 0, depth: 0, from: 0, width: 1, total: 100 },
      { frame: 1, depth: 1, from: 0, width: 0.7, total: 70 },
      { frame: 2, depth: 2, from: 0, width: 0.4, total: 40 },
      { frame: 4, depth: 1, from: 0.7, width: 0.2, total: 20 },
    ]);
  });

  it("are none where nothing was taken", () => {
    expect(flameBars([frame(-1, 0)], "steps")).to.deep.equal([]);
    expect(flameBars([frame(-1, 5)], "micros")).to.deep.equal([]);
    expect(flameBars([], "steps")).to.deep.equal([]);
  });
});

describe("The definitions that took most", () => {
  it("are summed over all that called them", () => {
    const taken = (definition: string, steps: number, micros: number) => ({
      definition,
      packageId: "p",
      calls: 1,
      steps,
      micros,
    });
    const frames = [taken("f", 1, 9), taken("g", 2, 1), taken("f", 4, 1), taken("h", 0, 0)];
    const names = (by: "steps" | "micros") =>
      costliest(frames, by, 2).map((each) => `${each.definition} ${each.calls} ${each[by]}`);
    expect(names("steps")).to.deep.equal(["f 2 5", "g 1 2"]);
    expect(names("micros")).to.deep.equal(["f 2 10", "g 1 1"]);
  });
});
