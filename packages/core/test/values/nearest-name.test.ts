import { expect } from "chai";
import { nearestName } from "../../src/values/nearest-name.js";

describe("The nearest name", () => {
  const known = ["port", "host", "maxBatchSize"];
  for (const [typed, meant] of [
    ["prot", "port"],
    ["Hosts", "host"],
    ["maxbatchSise", "maxBatchSize"],
    ["data", undefined],
    ["p".repeat(1_000_000), undefined],
  ] as const) {
    it(`of ${typed.slice(0, 20)} is ${meant ?? "none"}`, () => {
      expect(nearestName(typed, known)).to.equal(meant);
    });
  }
});
