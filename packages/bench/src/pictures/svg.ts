/** A line of a picture. */
interface Series {
  readonly name: string;
  readonly points: ReadonlyArray<{ readonly at: number; readonly ms: number }>;
}

/** A picture of times: lines over steps. */
export interface Picture {
  readonly title: string;
  /** What the steps are. */
  readonly axis: string;
  /** When, and on which machine. */
  readonly made: string;
  readonly steps: ReadonlyArray<{ readonly name: string; readonly at: number }>;
  readonly series: ReadonlyArray<Series>;
}

const frame = { width: 760, height: 420, left: 60, right: 190, top: 50, bottom: 72, inset: 24 };

const colours = [
  { light: "#7a4fa3", dark: "#c3a0e8" },
  { light: "#b3541e", dark: "#f0a06c" },
  { light: "#3c7d3c", dark: "#86c986" },
  { light: "#0b6e99", dark: "#6cc0e8" },
  { light: "#a02c4a", dark: "#f08aa4" },
];

const rulesOf = (mode: "light" | "dark"): string =>
  colours.map((each, at) => `.s${at}{color:${each[mode]}}`).join("");

const style = `<style>
text{font:12px sans-serif;fill:#333}.title{font-size:15px}.small{font-size:10.5px}
.back{fill:#fff}.rule{stroke:#ddd}.line{stroke:currentColor;fill:none;stroke-width:2}${rulesOf("light")}
@media (prefers-color-scheme:dark){text{fill:#ccc}.back{fill:#0d1117}.rule{stroke:#333}${rulesOf("dark")}}
text.name{fill:currentColor}
</style>`;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const label = (text: string, x: number, y: number, more = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${more}>${escaped(text)}</text>`;

const centred = ' text-anchor="middle"';

/** A time in its usual unit, with two digits. */
const timeText = (ms: number): string => {
  const [value, unit] = ms < 1 ? [ms * 1000, "µs"] : ms < 1000 ? [ms, "ms"] : [ms / 1000, "s"];
  return `${Number(value.toPrecision(2))} ${unit}`;
};

/** Powers of ten from below the least value to above the greatest. */
const marksOf = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(Math.log10);
  const from = Math.floor(low ?? 0);
  const count = Math.max(1, Math.ceil(high ?? 0) - from);
  return Array.from({ length: count + 1 }, (_, at) => 10 ** (from + at));
};

/** Between two lines of text. */
const textHeight = 14;

/** Heights of labels that are wanted at these, moved down where two would touch. */
const spreadOut = (wanted: ReadonlyArray<number>): ReadonlyArray<number> => {
  const placed: Array<number> = [];
  let last = Number.NEGATIVE_INFINITY;
  const order = wanted.map((y, at) => ({ y, at })).toSorted((one, two) => one.y - two.y);
  for (const { y, at } of order) placed[at] = last = Math.max(y, last + textHeight);
  return placed;
};

/** A picture as SVG: its times on a logarithmic axis; readable on light and on dark pages. */
export const svgOf = ({ title, axis, made, steps, series }: Picture): string => {
  const { width, height, left, right, top, bottom, inset } = frame;
  const end = width - right;
  const places = steps.map(({ at }) => at);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const x = (at: number): number =>
    left + inset + ((at - first) / (last - first)) * (end - left - 2 * inset);
  const marks = marksOf(series.flatMap(({ points }) => points.map(({ ms }) => ms)));
  const [low, high] = [Math.log10(marks[0] ?? 1), Math.log10(marks.at(-1) ?? 10)];
  const y = (ms: number): number =>
    height - bottom - ((Math.log10(ms) - low) / (high - low)) * (height - top - bottom);
  const rules = marks.map((mark) => {
    const at = y(mark);
    const text = label(timeText(mark), left - 8, at + 4, ' text-anchor="end"');
    return `<path class="rule" d="M${left} ${at.toFixed(1)}H${end}"/>${text}`;
  });
  const names = steps.map(({ name, at }) => label(name, x(at), height - bottom + 20, centred));
  const ends = spreadOut(series.map(({ points }) => y(points.at(-1)?.ms ?? 1)));
  const isUnderAnother = (step: number, height: number): boolean =>
    series.some(({ points }) => {
      const above = height - y(points[step]?.ms ?? 1);
      return above > 0 && above < textHeight;
    });
  const lines = series.flatMap(({ name, points }, number) => {
    const of = `s${number % colours.length}`;
    const drawn = points.map(({ at, ms }) => `${x(at).toFixed(1)} ${y(ms).toFixed(1)}`);
    const shown = points.map(({ at, ms }, step) => {
      const height = y(ms) + (isUnderAnother(step, y(ms)) ? 14 : -6);
      return label(timeText(ms), x(at), height, ` class="${of} name small"${centred}`);
    });
    const beside = label(name, end + 10, (ends[number] ?? 0) + 4, ` class="${of} name"`);
    return [`<path class="${of} line" d="M${drawn.join("L")}"/>`, ...shown, beside];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    style,
    `<rect class="back" width="${width}" height="${height}"/>`,
    label(title, left, 24, ' class="title"'),
    ...rules,
    ...names,
    label(axis, (left + end) / 2, height - bottom + 40, centred),
    ...lines,
    label(made, 12, height - 10, ' class="small"'),
    "</svg>\n",
  ].join("\n");
};
