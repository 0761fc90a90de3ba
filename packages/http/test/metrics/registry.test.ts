import { expect } from "chai";
import { Registry, textOf } from "../../src/metrics/registry.js";

describe("the registry of metrics", () => {
  it("prints counters, what is read, and histograms with buckets that add up", () => {
    const registry = new Registry();
    const all = registry.counter({ name: "all_total", help: "All" })();
    const byCode = registry.counter({ name: "codes_total", help: "By code" }, "code", "kind");
    const seconds = registry.histogram(
      { name: "took_seconds", help: "Took", bounds: [0.1, 1] },
      "of",
    )("x");
    registry.reading({ name: "now", help: "Now" }, "gauge", () => 2.5);
    all.value += 3;
    byCode("A", "b").value++;
    byCode("A", "b").value++;
    for (const each of [0.05, 0.1, 0.5, 7]) seconds.observe(each);
    expect(textOf(registry.now()).split("\n")).to.deep.equal([
      "# HELP all_total All",
      "# TYPE all_total counter",
      "all_total 3",
      "# HELP codes_total By code",
      "# TYPE codes_total counter",
      'codes_total{code="A",kind="b"} 2',
      "# HELP took_seconds Took",
      "# TYPE took_seconds histogram",
      'took_seconds_bucket{of="x",le="0.1"} 2',
      'took_seconds_bucket{of="x",le="1"} 3',
      'took_seconds_bucket{of="x",le="+Inf"} 4',
      'took_seconds_sum{of="x"} 7.65',
      'took_seconds_count{of="x"} 4',
      "# HELP now Now",
      "# TYPE now gauge",
      "now 2.5",
      "",
    ]);
  });

  it("prints a counter and a histogram without labels before anything happened", () => {
    const registry = new Registry();
    registry.counter({ name: "a_total", help: "A" });
    registry.histogram({ name: "b", help: "B", bounds: [1] });
    registry.counter({ name: "c_total", help: "C" }, "code");
    expect(textOf(registry.now())).to.contain("\na_total 0\n").and.to.contain("\nb_count 0\n");
    expect(textOf(registry.now())).to.not.contain("c_total{");
  });

  it("leaves out what cannot be read now, and escapes labels", () => {
    const registry = new Registry();
    registry.reading({ name: "away", help: "Away" }, "gauge", () => {
      throw new Error("closed");
    });
    registry.reading({ name: "odd", help: "Odd" }, "gauge", () => [[{ a: '"\\\n' }, Infinity]]);
    expect(
      textOf(registry.now())
        .split("\n")
        .filter((line) => !line.startsWith("#")),
    ).to.deep.equal(['odd{a="\\"\\\\\\n"} +Inf', ""]);
  });
});
