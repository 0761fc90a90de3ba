import { expect } from "chai";
import { forecastOf, spanWords } from "../../../src/pages/console/traffic-forecast.js";

const traffic = (left: number, target: number, bytes: number | undefined) => ({
  member_id: "PAR::node",
  used: 0,
  left,
  target_throughput: String(target),
  ...(bytes === undefined ? {} : { next_purchase: { bytes, interval_seconds: 600 } }),
});

describe("a span of time in words", () => {
  it("has the largest unit of which there are two", () => {
    expect(spanWords(119)).to.equal("119 s");
    expect(spanWords(120)).to.equal("2 min");
    expect(spanWords(7_199)).to.equal("119 min");
    expect(spanWords(7_200)).to.equal("2 h");
    expect(spanWords(172_800)).to.equal("2 days");
  });
});

describe("the forecast of traffic", () => {
  it("buys when less is left than one purchase", () => {
    const { lasts, when } = forecastOf(traffic(1_000, 1, 400));
    expect(lasts).to.equal(1_000);
    expect(when).to.match(/^in about 10 min /);
    expect(forecastOf(traffic(300, 1, 400)).when).to.match(/^due/);
  });

  it("is never where nothing is bought by itself, or there is no target", () => {
    const never = { lasts: undefined, when: "never" };
    expect(forecastOf(traffic(1_000, 1, undefined))).to.deep.equal(never);
    expect(forecastOf(traffic(1_000, 0, 400))).to.deep.equal(never);
  });
});
