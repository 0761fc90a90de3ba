import { assert } from "chai";
import { axisTimes, axisValues, axisWidth } from "../../../src/components/charts/axis-words.js";

describe("the words at the axes of a chart", () => {
  it("are values in the language of the numbers", () => {
    assert.deepEqual(axisValues([0, 2.5, 5], "de-DE"), ["0", "2,5", "5"]);
    assert.deepEqual(axisValues([0, 500_000, 1_000_000, 1_500_000], "en"), [
      "0",
      "500K",
      "1M",
      "1.5M",
    ]);
  });

  it("tell values apart that are nearly the same", () => {
    assert.deepEqual(axisValues([1_000_000, 1_000_001], "en"), ["1,000,000", "1,000,001"]);
    assert.deepEqual(axisValues([0.0001, 0.0002], "de-DE"), ["0,0001", "0,0002"]);
  });

  it("are dates and hours in that language", () => {
    const noon = Date.parse("2026-03-05T12:00:00") / 1_000;
    assert.deepEqual(axisTimes([noon], 86_400, "de-DE"), ["5. März"]);
    assert.deepEqual(axisTimes([noon], 86_400, "en-US"), ["Mar 5"]);
    assert.deepEqual(axisTimes([noon], 3_600, "de-DE"), ["12:00"]);
  });

  it("have the room that they take", () => {
    assert.isAbove(axisWidth(["1,000,000,000"]), axisWidth(["1,000,000"]));
    assert.isAtLeast(axisWidth(["1,000,000,000"]), 13 * 7);
    assert.strictEqual(axisWidth([]), 40);
  });
});
