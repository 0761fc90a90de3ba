import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

/** A measured row of a report, as far as a picture needs it. */
const DrawnRow = t.type({
  row: t.type({ id: t.string }),
  comparedSpread: t.type({ median: t.number }),
  subject: t.type({ notes: t.record(t.string, t.union([t.number, t.string])) }),
});
type DrawnRow = t.TypeOf<typeof DrawnRow>;

const DrawnReport = t.type({ rows: t.array(t.unknown) });

/** A line of a picture: its name and its values, one for each step of the axis. */
interface Series {
  readonly name: string;
  readonly values: ReadonlyArray<number>;
}

/** A picture: its title, the steps of its axis, and its lines. */
export interface Picture {
  readonly title: string;
  readonly unit: string;
  readonly steps: ReadonlyArray<string>;
  readonly series: ReadonlyArray<Series>;
}

/** A row's figure: the value compared, or one of its notes. */
type Figure = (row: DrawnRow) => number;

const value: Figure = ({ comparedSpread }) => comparedSpread.median;
const note =
  (name: string): Figure =>
  ({ subject }) =>
    Number(subject.notes[name]);

/** What a picture takes from a report: a step for each row, a line for each figure. */
interface PictureRow {
  readonly file: string;
  readonly title: string;
  readonly unit: string;
  readonly steps: Readonly<Record<string, string>>;
  readonly figures: Readonly<Record<string, Figure>>;
  /** Each line is divided by its first value. */
  readonly isRelative: boolean;
}

/** The pictures of docs/performance.md. */
export const pictureRows: ReadonlyArray<PictureRow> = [
  {
    file: "growth.svg",
    title: "Cost by active contracts, relative to 1,000",
    unit: "times",
    steps: {
      "growth-1k": "1,000",
      "growth-100k": "100,000",
      "growth-1m": "1,000,000",
      "growth-10m": "10,000,000",
    },
    figures: {
      "a command": value,
      "a page of contracts": note("pageMs"),
      "a page of updates": note("updatesMs"),
      "opening the ledger": note("openMs"),
    },
    isRelative: true,
  },
  {
    file: "tails.svg",
    title: "Submissions of 200 users by load",
    unit: "ms",
    steps: {
      "day-mixed-25": "25 %",
      "day-mixed-50": "50 %",
      "day-mixed-75": "75 %",
      "day-mixed-90": "90 %",
    },
    figures: {
      "half are quicker": note("submitP50Ms"),
      "99 % are quicker": note("submitP99Ms"),
      "99.9 % are quicker": note("submitP999Ms"),
    },
    isRelative: false,
  },
];

/** The pictures whose rows a report has, at least two of each; others are left out. */
export const picturesOf = (report: unknown): ReadonlyArray<Picture & { readonly file: string }> => {
  const read = DrawnReport.decode(report);
  if (isLeft(read)) return [];
  const rows = new Map(read.right.rows.filter(DrawnRow.is).map((row) => [row.row.id, row]));
  return pictureRows.flatMap(({ file, title, unit, steps, figures, isRelative }) => {
    const drawn = Object.entries(steps).flatMap(([id, name]) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ name, row }];
    });
    if (drawn.length < 2) return [];
    const series = Object.entries(figures).map(([name, figure]): Series => {
      const values = drawn.map(({ row }) => figure(row));
      const [first = 1] = values;
      return { name, values: isRelative ? values.map((each) => each / first) : values };
    });
    return [{ file, title, unit, steps: drawn.map(({ name }) => name), series }];
  });
};

const frame = { width: 720, height: 360, left: 60, right: 180, top: 48, bottom: 40 };
const colours = ["#0b6e99", "#b3541e", "#3c7d3c", "#7a4fa3"];

const label = (text: string, x: number, y: number, more = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${more}>${text}</text>`;

/** 1, 2, 5, 10 and so on, from below the least value to above the greatest. */
const marksOf = (least: number, most: number): ReadonlyArray<number> => {
  const marks: Array<number> = [];
  for (let power = Math.floor(Math.log10(least)); 10 ** power < most * 2; power++)
    for (const step of [1, 2, 5]) marks.push(step * 10 ** power);
  const first = marks.findLastIndex((mark) => mark <= least);
  const last = marks.findIndex((mark) => mark >= most);
  return marks.slice(Math.max(0, first), last + 1);
};

/** A picture as SVG, its values on a logarithmic axis. */
export const svgOf = ({ title, unit, steps, series }: Picture): string => {
  const { width, height, left, right, top, bottom } = frame;
  const all = series.flatMap(({ values }) => values).filter((each) => each > 0);
  const marks = marksOf(Math.min(...all), Math.max(...all));
  const [low = 1, high = 1] = [marks[0], marks.at(-1)].map((each) => Math.log10(each ?? 1));
  const x = (at: number): number =>
    left + (at * (width - left - right)) / Math.max(1, steps.length - 1);
  const y = (figure: number): number =>
    height - bottom - ((Math.log10(figure) - low) / (high - low || 1)) * (height - top - bottom);
  const rules = marks.map(
    (mark) =>
      `<path d="M${left} ${y(mark).toFixed(1)}H${width - right}" stroke="#ddd"/>${label(String(Number(mark.toPrecision(1))), left - 8, y(mark) + 4, ' text-anchor="end"')}`,
  );
  const names = steps.map((name, at) =>
    label(name, x(at), height - bottom + 20, ' text-anchor="middle"'),
  );
  const lines = series.map(({ name, values }, number) => {
    const colour = colours[number % colours.length] ?? "black";
    const points = values.map((each, at) => `${x(at).toFixed(1)} ${y(each).toFixed(1)}`);
    const end = y(values.at(-1) ?? 1);
    return `<path d="M${points.join("L")}" fill="none" stroke="${colour}" stroke-width="2"/>${label(name, width - right + 10, end + 4, ` fill="${colour}"`)}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    label(`${title} (${unit})`, left, 24, ' font-size="15"'),
    ...rules,
    ...names,
    ...lines,
    "</svg>\n",
  ].join("\n");
};
