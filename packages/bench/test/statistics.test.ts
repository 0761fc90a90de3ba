import { expect } from "chai";
import fc from "fast-check";
import { median, percentile, spread } from "../src/statistics.js";

describe("the figures of a sample", () => {
  const medians: ReadonlyArray<readonly [ReadonlyArray<number>, number]> = [
    [[7], 7],
    [[3, 1], 2],
    [[9, 1, 5], 5],
    [[10, 2, 9, 1], 5.5],
    [[100, 9, 20], 20],
  ];
  for (const [values, expected] of medians) {
    it(`have the median ${expected} for ${values.join(", ")}`, () => {
      expect(median(values)).to.equal(expected);
    });
  }

  it("are not numbers when nothing was measured", () => {
    expect(median([])).to.satisfy(Number.isNaN);
    expect(spread([]).max).to.satisfy(Number.isNaN);
  });

  const percentiles: ReadonlyArray<readonly [number, number]> = [
    [0, 1],
    [0.5, 5],
    [0.9, 9],
    [0.91, 10],
    [0.99, 10],
    [1, 10],
  ];
  for (const [fraction, expected] of percentiles) {
    it(`have the value ${expected} at the fraction ${fraction} of one to ten`, () => {
      expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], fraction)).to.equal(expected);
    });
  }

  it("put the median between the least and the greatest, whatever the order", () => {
    // Adding 0 makes 0 of -0, which deep equality tells apart.
    const figure = fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((each) => each + 0);
    const sample = fc.array(figure, { minLength: 1 });
    fc.assert(
      fc.property(sample, (values) => {
        const found = spread(values);
        expect(found.min).to.be.at.most(found.median);
        expect(found.median).to.be.at.most(found.max);
        expect(spread([...values].reverse())).to.deep.equal(found);
        expect(values).to.include(found.min).and.to.include(found.max);
      }),
    );
  });
});
