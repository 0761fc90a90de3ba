import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { Instrument, InstrumentLimits } from "../../src/metrics/instrument.js";
import { instruments } from "../../src/metrics/instruments.js";
import { queryOf } from "../../src/metrics/query-of.js";

const file = fileURLToPath(new URL("../../../../../docs/operations.md", import.meta.url));
const mark =
  "<!-- from the rows of instruments; UPDATE_DOCS=1 npm test -- operations-document writes it -->\n";
const end = "<!-- end -->\n";

type Limited = Instrument & { readonly limits: InstrumentLimits };

const limited = instruments.filter((each): each is Limited => each.limits !== undefined);

const spanText = (seconds: number): string => {
  if (seconds >= 86_400) return `${seconds / 86_400} d`;
  if (seconds >= 3_600) return `${seconds / 3_600} h`;
  return seconds >= 60 ? `${seconds / 60} min` : `${seconds} s`;
};

const valueText = ({ unit }: Instrument, value: number): string => {
  switch (unit) {
    case "seconds":
      return value > 0 && value < 1 ? `${value * 1_000} ms` : spanText(value);
    case "bytes":
      return `${value / 1e9} GB`;
    case "share":
      return value === 1 ? "1" : `${value * 100} %`;
    case "per-second":
      return `${value} /s`;
    case "coins":
      return `${value} CC`;
    default:
      return value.toLocaleString("en-US");
  }
};

const limitText = (instrument: Limited, value: number): string =>
  `${instrument.limits.side} ${valueText(instrument, value)}`;

const redText = (instrument: Limited): string => {
  const { act, forSeconds } = instrument.limits;
  const red = limitText(instrument, act);
  return forSeconds === 0 ? red : `${red} for ${spanText(forSeconds)}`;
};

const sections = limited.map(
  (instrument) =>
    `### ${instrument.limits.title}\n\nInstrument \`${instrument.name}\`: yellow ${limitText(instrument, instrument.limits.watch)}, ` +
    `red ${redText(instrument)}.\n\n${instrument.limits.advice}\n`,
);

const rules = limited.flatMap(({ reads, limits: { alert, side, act, forSeconds } }) => [
  `      - alert: ${alert}`,
  `        expr: ${queryOf(reads)} ${side === "above" ? ">" : "<"} ${act}`,
  ...(forSeconds === 0 ? [] : [`        for: ${forSeconds / 60}m`]),
]);

const alerts = `### Alert rules

The same limits as rules for Prometheus:

\`\`\`yaml
groups:
  - name: tallystick
    rules:
${rules.join("\n")}
\`\`\`
`;

describe("docs/operations.md", () => {
  it("has what to do about each instrument with limits, and an alert for each", () => {
    const text = readFileSync(file, "utf8");
    const [before = "", rest = ""] = text.split(mark);
    const after = rest.slice(rest.indexOf(end) + end.length);
    const wanted = `${before}${mark}\n${[...sections, alerts].join("\n")}\n${end}${after}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, wanted);
    expect(readFileSync(file, "utf8")).to.equal(wanted);
  });

  it("has titles that differ, as the console links to them", () => {
    const titles = limited.map(({ limits }) => limits.title);
    expect(new Set(titles).size).to.equal(titles.length);
  });
});
