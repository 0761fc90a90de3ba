import { expect } from "chai";
import { randomFrom } from "../src/random.js";

const drawn = (seed: number, below: number, count: number): ReadonlyArray<number> => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => random(below));
};

describe("a generator of random numbers", () => {
  it("draws the same from the same seed, and other numbers from another", () => {
    expect(drawn(7, 1_000, 50)).to.deep.equal(drawn(7, 1_000, 50));
    expect(drawn(7, 1_000, 50)).to.not.deep.equal(drawn(8, 1_000, 50));
  });

  it("draws every number below the bound, about equally often", () => {
    const counts = new Map<number, number>();
    for (const number of drawn(1, 10, 10_000)) counts.set(number, (counts.get(number) ?? 0) + 1);
    for (let number = 0; number < 10; number++) expect(counts.has(number)).to.equal(true);
    expect(counts.size).to.equal(10);
    for (const count of counts.values()) expect(count).to.be.within(850, 1_150);
  });
});
