import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  drawInto,
  drawnRows,
  pictureRows,
  picturesOf,
  readDrawnReport,
} from "../../src/pictures/pictures.js";
import { allRows } from "../../src/rows.js";

const rowOf = (id: string, medians: Readonly<Record<string, number>>) => ({
  row: { id },
  subject: { medians },
});

const report = {
  startedAt: "2026-01-02T03:04:05.000Z",
  machine: {
    node: "v20",
    platform: "linux x64",
    cpus: 2,
    cpuModel: "A < B & C",
    memoryGigabytes: 8,
    fileSystem: "ext4",
    diskInMemory: false,
    loadBefore: 3.4,
  },
  rows: [
    rowOf("growth-1k", { pageMs: 2, updatesMs: 4, openMs: 100, commandMs: 0.03, balanceMs: 0.02 }),
    rowOf("growth-1m", { pageMs: 3, updatesMs: 4, openMs: 200, commandMs: 0.04, balanceMs: 0.02 }),
    { row: { id: "growth-10m" }, reason: "failed" },
    rowOf("day-mixed-25", { submitP50Ms: 1, submitP99Ms: 3, submitP999Ms: 5 }),
  ],
};

describe("the pictures of the bench", () => {
  it("are of rows that there are", () => {
    const known = allRows.map(({ id }) => id);
    for (const { file, steps } of pictureRows) {
      // a machine may have too few processors for all of them
      if (file !== "processors.svg") expect(known).to.include.members(steps.map(({ row }) => row));
    }
    expect([...drawnRows]).to.include.members(["growth-1m", "day-mixed-90", "processors-1"]);
    expect([...drawnRows]).to.not.include("growth-10m");
  });

  it("show the rows that were measured, from two rows on, their figures and the machine", () => {
    const pictures = picturesOf(report);
    expect([...pictures.keys()]).to.deep.equal(["growth.svg"]);
    const svg = pictures.get("growth.svg") ?? "";
    for (const text of ["1,000", "1,000,000", "30 µs", "40 µs", "100 ms", "a balance"])
      expect(svg).to.include(`>${text}<`);
    expect(svg).to.include("2026-01-02: Node v20, 2 CPUs (A &lt; B &amp; C)");
    expect(svg).to.include("OTHER WORK, load 3.4");
    expect(svg).to.not.include(">10,000,000<");
  });

  it("are drawn within their frame, and names do not touch", () => {
    const svg = picturesOf(report).get("growth.svg") ?? "";
    const places = [...svg.matchAll(/[ML]([\d.-]+) ([\d.-]+)/g)];
    expect(places.length).to.be.above(8);
    for (const [, x, y] of places) {
      expect(Number(x)).to.be.within(0, 760);
      expect(Number(y)).to.be.within(0, 420);
    }
    const names = [...svg.matchAll(/y="([\d.]+)" class="s\d name"/g)].map(([, y]) => Number(y));
    const sorted = names.toSorted((one, two) => one - two);
    expect(names).to.have.length(5);
    for (const [at, y] of sorted.entries())
      if (at > 0) expect(y - (sorted[at - 1] ?? 0)).to.be.at.least(13.9);
  });

  it("are drawn again of a report in a file, and of nothing else", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bench-pictures-"));
    const [good, bad] = [join(folder, "good.json"), join(folder, "bad.json")];
    writeFileSync(good, JSON.stringify(report));
    writeFileSync(bad, "{}");
    const read = await readDrawnReport(good);
    if (isLeft(read)) throw new Error(read.left.reason);
    const drawn = join(folder, "drawn");
    expect(await drawInto(drawn, read.right)).to.deep.equal([join(drawn, "growth.svg")]);
    expect(readdirSync(drawn)).to.deep.equal(["growth.svg"]);
    for (const file of [bad, join(folder, "none.json")]) {
      const refused = await readDrawnReport(file);
      expect(isLeft(refused) && refused.left.reason).to.contain(`--report ${file}`);
    }
    rmSync(folder, { recursive: true });
  });
});
