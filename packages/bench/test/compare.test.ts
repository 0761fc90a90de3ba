import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { changeOf, compareRows, readEarlierRows } from "../src/compare.js";
import type { Row, RowResult } from "../src/row.js";
import { spread } from "../src/statistics.js";

const row = (id: string, unit: Row["unit"]): Row => ({
  id,
  unit,
  inFlight: 1,
  subject: "ledger-submit",
});

const measured = (id: string, unit: Row["unit"], ...values: number[]): RowResult => ({
  kind: "measured",
  row: row(id, unit),
  subject: { label: "", values, spread: spread(values), notes: {}, medians: {} },
  compared: values,
  comparedSpread: spread(values),
  verdict: "noted",
});

describe("the change of a row", () => {
  for (const [unit, before, now, change] of [
    ["events/s", [1, 2], [3, 4], "better"],
    ["events/s", [3, 4], [1, 2], "worse"],
    ["ms", [1, 2], [3, 4], "worse"],
    ["ms", [3, 4], [1, 2], "better"],
    ["events/s", [1, 3], [3, 4], "same"],
    ["ms", [1, 3], [2, 4], "same"],
    ["events/s", [1, 4], [2, 3], "same"],
    ["events/s", [2], [2], "same"],
  ] as const) {
    it(`from ${before.join(" to ")} to ${now.join(" to ")}, in ${unit}, is ${change}`, () => {
      assert.equal(changeOf({ unit }, spread(before), spread(now)), change);
    });
  }
});

describe("rows compared with an earlier run", () => {
  it("names those that got worse, first and by id", () => {
    const earlier = new Map([
      ["a", spread([1, 2])],
      ["b", spread([5, 6])],
      ["c", spread([1, 1])],
    ]);
    const now = [
      measured("a", "events/s", 1.5),
      measured("b", "events/s", 3, 4),
      measured("c", "events/s", 2),
      measured("new", "events/s", 1),
      { kind: "failed", row: row("d", "events/s"), reason: "no disk" } as const,
    ];
    const { lines, worse } = compareRows(earlier, now);
    assert.deepEqual(worse, ["b"]);
    assert.deepEqual(
      lines.map((line) => line.split(",")[0]),
      ["b: worse", "c: better", "a: same"],
    );
    assert.include(lines[0], "5.50 [5.00–6.00] before, 3.50 [3.00–4.00] now");
  });
});

describe("an earlier report", () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-compare-"));
  after(() => rmSync(folder, { recursive: true }));

  const read = (text: string) => {
    const file = join(folder, "report.json");
    writeFileSync(file, text);
    return readEarlierRows(file);
  };

  it("gives the spread of each row that was measured", async () => {
    const failed = { kind: "failed", row: row("d", "events/s"), reason: "" };
    const rows = await read(JSON.stringify({ rows: [measured("a", "events/s", 1, 3), failed] }));
    assert.isTrue(isRight(rows));
    if (isRight(rows)) assert.deepEqual([...rows.right], [["a", { median: 2, min: 1, max: 3 }]]);
  });

  for (const [what, text] of [
    ["no JSON", "rows"],
    ["JSON without rows", "{}"],
    ["another list", "[]"],
    ["null", "null"],
  ] as const) {
    it(`is refused with its name when it is ${what}`, async () => {
      const rows = await read(text);
      assert.isTrue(isLeft(rows));
      if (isLeft(rows)) assert.match(rows.left.reason, /^--compare .*report\.json: /);
    });
  }

  it("is refused with its name when there is none", async () => {
    const rows = await readEarlierRows(join(folder, "missing.json"));
    assert.isTrue(isLeft(rows) && rows.left.reason.includes("missing.json"));
  });
});
