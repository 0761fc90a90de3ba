import { expect } from "chai";
import { pictureRows, picturesOf, svgOf } from "../src/draw.js";
import { allRows } from "../src/rows.js";

const rowOf = (id: string, median: number, notes: Readonly<Record<string, number>>) => ({
  row: { id },
  comparedSpread: { median },
  subject: { notes },
});

const report = {
  rows: [
    rowOf("growth-1k", 30, { pageMs: 2, updatesMs: 4, openMs: 100 }),
    rowOf("growth-1m", 33, { pageMs: 3, updatesMs: 4, openMs: 200 }),
    { row: { id: "growth-10m" }, reason: "failed" },
    rowOf("day-mixed-25", 5, { submitP50Ms: 1, submitP99Ms: 3, submitP999Ms: 5 }),
  ],
};

describe("the pictures of the bench", () => {
  it("are of rows that there are", () => {
    const known = allRows.map(({ id }) => id);
    for (const { steps } of pictureRows) expect(known).to.include.members(Object.keys(steps));
  });

  it("have a line for each figure of the rows that were measured, from two rows on", () => {
    const [growth, ...others] = picturesOf(report);
    expect(others).to.deep.equal([]);
    expect(growth?.steps).to.deep.equal(["1,000", "1,000,000"]);
    expect(growth?.series.map(({ values }) => values)).to.deep.equal([
      [1, 1.1],
      [1, 1.5],
      [1, 1],
      [1, 2],
    ]);
  });

  it("are drawn within their frame, with every name", () => {
    const [growth] = picturesOf(report);
    if (growth === undefined) throw new Error("there is no picture");
    const svg = svgOf(growth);
    for (const name of [growth.title, ...growth.steps, ...growth.series.map((it) => it.name)])
      expect(svg).to.include(`${name}`);
    const numbers = [...svg.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].flatMap(([, x, y]) => [
      [Number(x), Number(y)],
    ]);
    expect(numbers.length).to.be.above(8);
    for (const [x = -1, y = -1] of numbers) {
      expect(x).to.be.within(0, 720);
      expect(y).to.be.within(0, 360);
    }
  });

  it("are none of what is no report", () => {
    expect(picturesOf({})).to.deep.equal([]);
  });
});
