import { expect } from "chai";
import fc from "fast-check";
import { SeriesRing } from "../../src/metrics/series-ring.js";

const secondMs = 1_000;
const minuteMs = 60_000;
const sampleMs = 5 * secondMs;

const ringOf = (samples = 24, minutes = 60) => new SeriesRing({ series: 2, samples, minutes });

describe("the ring of series", () => {
  it("takes the same memory however much it has seen", () => {
    const ring = ringOf();
    const { bytes } = ring;
    expect(bytes).to.equal(8 * (24 * 3 + 60 * 7 + 6));
    for (let at = 0; at < 10_000; at += 1) ring.add(at * sampleMs, [at, undefined]);
    expect(ring.bytes).to.equal(bytes);
  });

  it("keeps the last samples one by one", () => {
    const ring = ringOf();
    for (let at = 0; at < 100; at += 1) ring.add(at * sampleMs, [at, -at]);
    const until = 99 * sampleMs + 1;
    const found = ring.read(until - 4 * sampleMs, until, 4);
    expect(found.map(({ at, of }) => [at / sampleMs, of])).to.deep.equal(
      [96, 97, 98, 99].map((at) => [
        at,
        [
          [at, at, at],
          [-at, -at, -at],
        ],
      ]),
    );
  });

  it("loses no least and no most of any series, whatever the stretches", () => {
    const value = fc.option(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, value), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 50 }),
        (samples, points) => {
          const ring = ringOf(24, 60);
          samples.forEach((values, at) => ring.add(at * sampleMs, values));
          const until = samples.length * sampleMs;
          const found = ring.read(-minuteMs, until, points);
          expect(found.length).to.be.at.most(points);
          for (const series of [0, 1] as const) {
            const given = samples.flatMap((each) => each[series] ?? []);
            const of = found.flatMap((each) => {
              const stretch = each.of[series];
              return stretch === undefined ? [] : [stretch];
            });
            expect(Math.min(...of.map(([, least]) => least))).to.equal(Math.min(...given));
            expect(Math.max(...of.map(([, , most]) => most))).to.equal(Math.max(...given));
            for (const [last, least, most] of of) expect(last).to.be.within(least, most);
          }
        },
      ),
    );
  });

  it("says the first value of a series in a time", () => {
    const ring = ringOf();
    ring.add(0, [undefined, 3]);
    ring.add(minuteMs, [8, 4]);
    ring.add(2 * minuteMs, [9, 5]);
    expect(ring.earliest(0, -1)).to.deep.equal([minuteMs, 8]);
    expect(ring.earliest(1, -1)).to.deep.equal([0, 3]);
    expect(ring.earliest(1, 0)).to.deep.equal([minuteMs, 4]);
    expect(ring.earliest(0, 3 * minuteMs)).to.equal(undefined);
  });
});
