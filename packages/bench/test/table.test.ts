import { expect } from "chai";
import { notesText } from "../src/report.js";
import { type MeasuredRow, type Row, type RowResult, verdictOf } from "../src/row.js";
import { columns, renderTable, shortNumber, spreadText, withUnit } from "../src/table.js";

const row: Row = {
  id: "durable",
  unit: "commands/s",
  inFlight: 1,
  subject: "ledger-submit",
  ceiling: "bare-group-commit",
  atLeast: 0.25,
  aim: 0.6,
};

const measured: MeasuredRow = {
  kind: "measured",
  row,
  subject: {
    label: "ledger",
    values: [50_000],
    spread: { median: 50_000, min: 4, max: 6 },
    notes: {},
    medians: {},
  },
  ceiling: {
    label: "bare",
    values: [100_000],
    spread: { median: 100_000, min: 9, max: 11 },
    notes: {},
    medians: {},
  },
  compared: [0.5],
  comparedSpread: { median: 0.5, min: 0.45, max: 0.55 },
  verdict: "reached",
};

describe("the verdict on a row", () => {
  const higher = { unit: "events/s", atLeast: 0.25, aim: 0.6 } as const;
  const lower = { unit: "ms", atLeast: 5, aim: 3 } as const;
  const cases = [
    [higher, 0.6, "aim"],
    [higher, 0.59, "reached"],
    [higher, 0.25, "reached"],
    [higher, 0.24, "missed"],
    [lower, 3, "aim"],
    [lower, 5, "reached"],
    [lower, 5.1, "missed"],
    [{ unit: "events/s" }, 99, "noted"],
    [{ unit: "events/s", aim: 0.5 }, 0.5, "aim"],
    [{ unit: "events/s", aim: 0.5 }, 0.4, "noted"],
    [higher, Number.NaN, "missed"],
  ] as const;
  for (const [limits, value, verdict] of cases) {
    it(`is "${verdict}" for ${value} under ${JSON.stringify(limits)}`, () => {
      expect(verdictOf(limits, value)).to.equal(verdict);
    });
  }
});

describe("a figure of the table", () => {
  const figures: ReadonlyArray<readonly [number, string]> = [
    [0, "0"],
    [0.1234, "0.123"],
    [5.4, "5.40"],
    [372, "372"],
    [8203, "8.20 k"],
    [135_659, "136 k"],
    [1_266_000, "1.27 M"],
    [Number.NaN, "-"],
  ];
  for (const [value, text] of figures) {
    it(`is shown as "${text}" for ${value}`, () => {
      expect(shortNumber(value)).to.equal(text);
    });
  }

  it("carries its unit", () => {
    expect(withUnit(8203, "commands/s")).to.equal("8.20 k commands/s");
    expect(withUnit(2.5, "x")).to.equal("2.50x");
  });

  it("shows its spread", () => {
    expect(spreadText({ median: 0.52, min: 0.5, max: 0.561 })).to.equal("0.520 [0.500–0.561]");
  });
});

describe("the table", () => {
  const cells = (line: string | undefined): ReadonlyArray<string> =>
    (line ?? "")
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());

  it("has a line for each row with both sides, the ratio, the limits and the verdict", () => {
    const [head, , line] = renderTable([measured]).split("\n");
    expect(cells(head)).to.deep.equal(columns);
    expect(cells(line)).to.deep.equal([
      "durable",
      "ledger: 50.0 k commands/s",
      "bare: 100 k commands/s",
      "0.500 [0.450–0.550]",
      "≥ 0.25",
      "≥ 0.6",
      "reached",
    ]);
  });

  it("shows limits of an absolute row in its unit", () => {
    const { ceiling: _, ...absolute } = row;
    const { ceiling: __, ...alone } = measured;
    const result: RowResult = {
      ...alone,
      row: { ...absolute, unit: "ms", atLeast: 2000, aim: 500 },
    };
    const line = cells(renderTable([result]).split("\n")[2]);
    expect(line.slice(4, 6)).to.deep.equal(["≤ 2.00 k ms", "≤ 500 ms"]);
  });

  it("shows a row that could not be measured, with the reason below the table", () => {
    const failed: RowResult = { kind: "failed", row, reason: "no disk" };
    expect(renderTable([failed]).split("\n")[2])
      .to.contain("durable")
      .and.to.contain("FAILED");
    expect(notesText([failed])).to.equal("durable failed: no disk");
  });

  it("aligns its columns", () => {
    const lines = renderTable([measured, { kind: "failed", row, reason: "no disk" }]).split("\n");
    expect(new Set(lines.map((line) => line.length)).size).to.equal(1);
  });
});
