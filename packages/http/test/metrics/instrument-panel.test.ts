import { expect } from "chai";
import type { Timers } from "@tallystick/background";
import { Counter, Histogram, Registry } from "prom-client";
import { InstrumentPanel } from "../../src/metrics/instrument-panel.js";
import { instruments } from "../../src/metrics/instruments.js";
import { addReading, figuresByName } from "../../src/metrics/registry.js";

const startedAt = 1_700_000_000_000;
const minuteMs = 60_000;

/** A panel on a registry, with a clock that the test moves. */
const panelOn = (registry: Registry) => {
  const time = { ms: 0 };
  const nothing = { cancel: () => undefined, refresh: () => undefined };
  const timer = { ...nothing, unref: () => timer };
  const timers: Timers = {
    nowMs: () => time.ms,
    wallMs: () => startedAt + time.ms,
    after: () => timer,
    every: () => timer,
    later: () => undefined,
  };
  const panel = new InstrumentPanel(() => figuresByName(registry), timers);
  const sampleAfter = (ms: number) => {
    time.ms += ms;
    return panel.sample();
  };
  return { panel, sampleAfter };
};

/** A registry with gauges that the test sets. */
const gaugesOf = (...names: ReadonlyArray<string>) => {
  const registry = new Registry();
  const values: Record<string, number> = {};
  for (const name of names) addReading(registry, { name, help: name, read: () => values[name] });
  return { registry, values };
};

describe("the panel of instruments", () => {
  it("has names that are there once, and forecasts of what is there", async () => {
    const names = instruments.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    for (const { reads } of instruments)
      if (reads.kind === "lasts") expect(names).to.include(reads.of);
  });

  it("has rates of counters and quantiles of histograms since the last sample", async () => {
    const registry = new Registry();
    const commands = new Counter({
      name: "tallystick_submissions_total",
      help: "-",
      registers: [registry],
    });
    const seconds = new Histogram({
      name: "tallystick_submission_duration_seconds",
      help: "-",
      labelNames: ["outcome"],
      buckets: [0.1, 0.2, 1],
      registers: [registry],
    });
    const { sampleAfter } = panelOn(registry);
    seconds.observe({ outcome: "committed" }, 0.9);
    expect((await sampleAfter(5_000)).values).to.not.have.any.keys("commands", "latency-median");
    commands.inc(20);
    for (let each = 0; each < 10; each += 1) seconds.observe({ outcome: "committed" }, 0.15);
    seconds.observe({ outcome: "rejected" }, 5);
    const { values } = await sampleAfter(5_000);
    expect(values["commands"]).to.deep.equal([4, 4, 4]);
    // 5.5 of the 10 in the bucket from 0.1 to 0.2
    expect(values["latency-median"]?.[0]).to.be.closeTo(0.155, 1e-9);
    expect(values["latency-tail"]?.[0]).to.equal(1);
    const later = (await sampleAfter(5_000)).values;
    expect(later["commands"]?.[0]).to.equal(0);
    expect(later).to.not.have.property("latency-tail");
  });

  it("is yellow beyond a limit, and red when it stays beyond the other for its time", async () => {
    const { registry, values } = gaugesOf("tallystick_waiting_commands");
    const { sampleAfter } = panelOn(registry);
    const stateWith = async (waiting: number, afterMs: number) => {
      values["tallystick_waiting_commands"] = waiting;
      return (await sampleAfter(afterMs)).states["waiting"];
    };
    expect(await stateWith(100, 5_000)).to.equal(undefined);
    expect(await stateWith(101, 5_000)).to.equal("watch");
    expect(await stateWith(201, 5_000)).to.equal("watch");
    expect(await stateWith(201, 119_000)).to.equal("watch");
    expect(await stateWith(201, 1_000)).to.equal("act");
    expect(await stateWith(150, 5_000)).to.equal("watch");
    expect(await stateWith(201, 5_000)).to.equal("watch");
    expect(await stateWith(0, 5_000)).to.equal(undefined);
  });

  it("says how long something lasts if it falls as before, after half an hour", async () => {
    const { registry, values } = gaugesOf("tallystick_operator_coins");
    const { sampleAfter } = panelOn(registry);
    const lastsWith = async (coins: number, afterMs: number) => {
      values["tallystick_operator_coins"] = coins;
      return (await sampleAfter(afterMs)).values["coins-last"]?.[0];
    };
    expect(await lastsWith(1_000, 5_000)).to.equal(undefined);
    expect(await lastsWith(900, 10 * minuteMs)).to.equal(undefined);
    // 400 in 40 minutes
    expect(await lastsWith(600, 30 * minuteMs)).to.be.closeTo(3_600, 60);
    expect(await lastsWith(1_000, minuteMs)).to.equal(undefined);
  });

  it("has a series for each code of an error, and one for those beyond the eleventh", async () => {
    const registry = new Registry();
    const counterOf = (name: string) =>
      new Counter({ name, help: "-", labelNames: ["code"], registers: [registry] });
    const rejections = counterOf("tallystick_submission_rejections_total");
    const answers = counterOf("tallystick_http_errors_total");
    const { panel, sampleAfter } = panelOn(registry);
    const { bytes } = panel;
    await sampleAfter(5_000);
    rejections.inc({ code: "A" }, 10);
    answers.inc({ code: "A" }, 10);
    answers.inc({ code: "B" }, 5);
    const { values } = await sampleAfter(5_000);
    expect(values).to.deep.include({ "error:A": [2, 2, 2], "error:B": [1, 1, 1] });
    for (let each = 0; each < 20; each += 1) answers.inc({ code: `C${each}` }, 5);
    const later = (await sampleAfter(5_000)).values;
    const names = Object.keys(later).filter((name) => name.startsWith("error:"));
    expect(names).to.have.lengthOf(12);
    expect(later).to.deep.include({ "error:A": [0, 0, 0], "error:others": [11, 11, 11] });
    expect(panel.history(3_600, 1)[0]?.values["error:A"]).to.deep.equal([0, 0, 2]);
    expect(panel.bytes).to.equal(bytes);
  });

  it("lists figures by their label, those of several labels together", async () => {
    const registry = new Registry();
    const errors = new Counter({
      name: "tallystick_automation_errors_total",
      help: "-",
      labelNames: ["automation", "code"],
      registers: [registry],
    });
    errors.inc({ automation: "sweep", code: "A" }, 2);
    errors.inc({ automation: "sweep", code: "B" }, 3);
    errors.inc({ automation: "network", code: "A" }, 1);
    const { sampleAfter } = panelOn(registry);
    expect((await sampleAfter(5_000)).listed).to.deep.equal({
      tallystick_automation_errors_total: { sweep: 5, network: 1 },
    });
  });

  it("tells its listeners each sample, and keeps the history in a fixed number of bytes", async () => {
    const { registry, values } = gaugesOf("tallystick_waiting_commands");
    const { panel, sampleAfter } = panelOn(registry);
    const heard: Array<number | undefined> = [];
    const stop = panel.onSample((now) => heard.push(now.values["waiting"]?.[0]));
    const { bytes } = panel;
    for (let at = 0; at < 3_000; at += 1) {
      values["tallystick_waiting_commands"] = at % 7;
      await sampleAfter(5_000);
    }
    stop();
    await sampleAfter(5_000);
    expect(heard).to.have.lengthOf(3_000);
    expect(panel.bytes).to.equal(bytes).and.to.be.lessThan(2_000_000);
    const hour = panel.history(3_600, 90);
    expect(hour).to.have.lengthOf(90);
    for (const { values: of } of hour) expect(of["waiting"]?.slice(1)).to.deep.equal([0, 6]);
    expect(panel.history(86_400, 90).length).to.be.within(10, 90);
  });
});
