import { expect } from "chai";
import fc from "fast-check";
import { type Reading, type Window, withReading } from "../../src/states/readings.js";

const window: Window = { spanMs: 3_600_000, points: 90 };
const sampleMs = 5_000;

const reading = (at: number, value: number): Reading => ({
  at,
  values: { a: [value, value, value] },
});

const after = (values: ReadonlyArray<number>): ReadonlyArray<Reading> =>
  values.reduce<ReadonlyArray<Reading>>(
    (all, value, at) => withReading(all, reading((at + 1) * sampleMs, value), window),
    [],
  );

describe("readings of instruments", () => {
  it("stay as many however long they are added to, and reach back as far as the window", () => {
    const all = after(Array.from({ length: 5_000 }, (_, at) => at));
    expect(all.length).to.be.within(90, 92);
    const [first, last] = [all[0]?.at ?? 0, all.at(-1)?.at ?? 0];
    expect(last).to.equal(5_000 * sampleMs);
    expect(last - first).to.be.within(window.spanMs - 2 * 40_000, window.spanMs);
  });

  it("lose no least and no most within the window", () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 400 }), (values) => {
        const all = after(values).map((each) => each.values["a"] ?? [0, 0, 0]);
        expect(Math.min(...all.map(([, least]) => least))).to.equal(Math.min(...values));
        expect(Math.max(...all.map(([, , most]) => most))).to.equal(Math.max(...values));
        expect(all.at(-1)?.[0]).to.equal(values.at(-1));
      }),
    );
  });

  it("have an instrument that others do not have", () => {
    const [one] = withReading([reading(1, 5)], { at: 2, values: { b: [1, 0, 2] } }, window);
    expect(one?.values).to.deep.equal({ a: [5, 5, 5], b: [1, 0, 2] });
  });
});
