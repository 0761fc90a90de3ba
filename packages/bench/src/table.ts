import { betterOf, type MeasuredRow, type RowResult, type Unit, type Verdict } from "./row.js";
import type { Spread } from "./statistics.js";

/** A figure with three significant digits, thousands and millions shortened. */
export const shortNumber = (value: number): string => {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return "-";
  if (size >= 1e6) return `${(value / 1e6).toPrecision(3)} M`;
  if (size >= 1e5) return `${(value / 1e3).toFixed(0)} k`;
  if (size >= 1e3) return `${(value / 1e3).toPrecision(3)} k`;
  if (size >= 100) return value.toFixed(0);
  return value === 0 ? "0" : value.toPrecision(3);
};

/** A figure with its unit, e.g. `12.3 k commands/s`, `5.40x`. */
export const withUnit = (value: number, unit: Unit): string =>
  unit === "x" ? `${shortNumber(value)}x` : `${shortNumber(value)} ${unit}`;

/** `0.52 [0.50–0.56]`. */
export const spreadText = (spread: Spread): string =>
  `${shortNumber(spread.median)} [${shortNumber(spread.min)}–${shortNumber(spread.max)}]`;

const verdictTexts: Readonly<Record<Verdict, string>> = {
  aim: "aim reached",
  reached: "reached",
  missed: "MISSED",
  noted: "noted",
};

const limitText = (row: MeasuredRow["row"], limit: number | undefined): string => {
  if (limit === undefined) return "-";
  const sign = betterOf(row) === "higher" ? "≥" : "≤";
  const compared: Unit = row.ceiling === undefined ? row.unit : "x";
  return `${sign} ${compared === "x" ? `${limit}` : withUnit(limit, compared)}`;
};

const cellsOf = (result: RowResult): ReadonlyArray<string> => {
  if (result.kind === "failed") return [result.row.id, "-", "-", "-", "-", "-", "FAILED"];
  const { row, subject, ceiling } = result;
  return [
    row.id,
    `${subject.label}: ${withUnit(subject.spread.median, row.unit)}`,
    ceiling === undefined ? "-" : `${ceiling.label}: ${withUnit(ceiling.spread.median, row.unit)}`,
    spreadText(result.comparedSpread),
    limitText(row, row.atLeast),
    limitText(row, row.aim),
    verdictTexts[result.verdict],
  ];
};

/** Heads of the table's columns. */
export const columns: ReadonlyArray<string> = [
  "row",
  "subject",
  "ceiling",
  "ratio, or value: median [min–max]",
  "at least",
  "aim",
  "verdict",
];

/**
 * The results as a Markdown table with aligned columns.
 * @param results in the order they are to be shown
 */
export const renderTable = (results: ReadonlyArray<RowResult>): string => {
  const lines = [columns, ...results.map(cellsOf)];
  const widths = columns.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const text = (cells: ReadonlyArray<string>): string =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [text(columns), rule, ...lines.slice(1).map(text)].join("\n");
};
