import { expect } from "chai";
import { Counter, Histogram, Registry } from "prom-client";
import { addReading, figuresByName } from "../../src/metrics/registry.js";

const linesOf = async (registry: Registry): Promise<ReadonlyArray<string>> =>
  (await registry.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));

describe("the registry of metrics", () => {
  it("has what is read as it is at each scrape, with its labels or without", async () => {
    const registry = new Registry();
    let now = 2.5;
    addReading(registry, { name: "now", help: "Now", read: () => now });
    let parts: ReadonlyArray<readonly [Record<string, string>, number]> = [[{ a: '"\\\n' }, 7]];
    addReading(registry, {
      name: "parts_total",
      help: "Parts",
      kind: "counter",
      labels: ["a"],
      read: () => parts,
    });
    expect(await linesOf(registry)).to.deep.equal(["now 2.5", 'parts_total{a="\\"\\\\\\n"} 7']);
    [now, parts] = [Infinity, [[{ a: "b" }, 8]]];
    expect(await linesOf(registry)).to.deep.equal(["now +Inf", 'parts_total{a="b"} 8']);
  });

  it("leaves out what there is not now, or cannot be read", async () => {
    const registry = new Registry();
    const closed = () => {
      throw new Error("closed");
    };
    addReading(registry, { name: "away", help: "Away", read: closed });
    addReading(registry, { name: "none", help: "None", read: () => undefined });
    addReading(registry, { name: "none_total", help: "None", kind: "counter", read: closed });
    addReading(registry, { name: "odd_total", help: "Odd", kind: "counter", read: () => -1 });
    expect(await linesOf(registry)).to.deep.equal([]);
    expect((await figuresByName(registry)).size).to.equal(0);
  });

  it("has figures by the names that are printed, those of a histogram too", async () => {
    const registry = new Registry();
    const registers = [registry];
    new Counter({ name: "all_total", help: "All", registers }).inc(3);
    new Histogram({ name: "took", help: "Took", buckets: [0.1, 1], registers }).observe(0.5);
    const figures = await figuresByName(registry);
    expect([...figures.keys()]).to.deep.equal([
      "all_total",
      "took_bucket",
      "took_sum",
      "took_count",
    ]);
    expect(figures.get("all_total")?.map(({ value }) => value)).to.deep.equal([3]);
    expect(figures.get("took_bucket")?.map(({ labels, value }) => [labels["le"], value])).to.eql([
      [0.1, 0],
      [1, 1],
      ["+Inf", 1],
    ]);
  });
});
