import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { type OptionError, reasonOf } from "../errors.js";
import { Machine, machineText } from "../machine.js";
import { growth } from "../sizes.js";
import { svgOf } from "./svg.js";

/** A measured row of a report, as far as a picture needs it. */
const DrawnRow = t.type({
  row: t.type({ id: t.string }),
  subject: t.type({ medians: t.record(t.string, t.number) }),
});
type DrawnRow = t.TypeOf<typeof DrawnRow>;

const DrawnReport = t.type({
  startedAt: t.string,
  machine: Machine,
  rows: t.readonlyArray(t.unknown),
});

/** A report as far as pictures are drawn from it. */
export type DrawnReport = t.TypeOf<typeof DrawnReport>;

/** A place on the axis of a picture: a row of the bench. */
interface Step {
  readonly row: string;
  readonly name: string;
  /** Its place on the axis, relative to the others'. */
  readonly at: number;
}

/** A picture: a step for each row, and a line for each note; all notes are milliseconds. */
interface PictureRow {
  readonly file: string;
  readonly title: string;
  readonly axis: string;
  readonly steps: ReadonlyArray<Step>;
  /** The names of the lines, and their notes. */
  readonly lines: Readonly<Record<string, string>>;
}

const loadSteps = [25, 50, 75, 90].map(
  (at): Step => ({ row: `day-mixed-${at}`, name: `${at} %`, at }),
);

const sizeSteps = Object.entries(growth.sizes).map(
  ([name, contracts]): Step => ({
    row: `growth-${name}`,
    name: contracts.toLocaleString("en"),
    at: Math.log10(contracts),
  }),
);

const processorSteps = [1, 2, 4, 8].map(
  (count): Step => ({ row: `processors-${count}`, name: String(count), at: Math.log2(count) }),
);

/** The pictures of docs/performance.md. */
export const pictureRows: ReadonlyArray<PictureRow> = [
  {
    file: "growth.svg",
    title: "Processor time by the size of the ledger",
    axis: "active contracts; of a balance: coins that the wallet has seen",
    steps: sizeSteps,
    lines: {
      "opening the ledger": "openMs",
      "100 updates": "updatesMs",
      "100 contracts of a party": "pageMs",
      "a command": "commandMs",
      "a balance": "balanceMs",
    },
  },
  {
    file: "tails.svg",
    title: "How long submissions of 200 users take, by load",
    axis: "share of the requests a second that 64 waiting callers reach",
    steps: loadSteps,
    lines: {
      "the slowest of 1,000": "submitP999Ms",
      "the slowest of 100": "submitP99Ms",
      "half are quicker": "submitP50Ms",
    },
  },
  {
    file: "processors.svg",
    title: "Time by the number of processors",
    axis: "processors that the node may use",
    steps: processorSteps,
    lines: {
      "a command, 256 at once": "commandMs",
      "an event replayed": "eventMs",
    },
  },
];

/** Rows that pictures are drawn of, but for those that take very long. */
export const drawnRows: ReadonlySet<string> = new Set(
  [
    ...sizeSteps.filter(({ at }) => at < Math.log10(growth.long)),
    ...loadSteps,
    ...processorSteps,
  ].map(({ row }) => row),
);

/** Reads the JSON of an earlier run. Left: why nothing can be drawn of it, naming the file. */
export const readDrawnReport = async (file: string): Promise<Either<OptionError, DrawnReport>> => {
  try {
    const report = DrawnReport.decode(JSON.parse(await readFile(file, "utf8")));
    if (!isLeft(report)) return report;
    return left({ reason: `--report ${file}: expected a report of the bench, with its machine` });
  } catch (error) {
    return left({ reason: `--report ${file}: ${reasonOf(error)}` });
  }
};

/** The pictures whose rows a report has, at least two of each, as SVG by the names of files. */
export const picturesOf = (report: DrawnReport): ReadonlyMap<string, string> => {
  const rows = new Map(report.rows.filter(DrawnRow.is).map((row) => [row.row.id, row]));
  const made = `${report.startedAt.slice(0, 10)}: ${machineText(report.machine)}`;
  return new Map(
    pictureRows.flatMap(({ file, title, axis, steps, lines }): Array<[string, string]> => {
      const drawn = steps.flatMap((step) => {
        const row = rows.get(step.row);
        return row === undefined ? [] : [{ ...step, medians: row.subject.medians }];
      });
      if (drawn.length < 2) return [];
      const series = Object.entries(lines).map(([name, note]) => ({
        name,
        points: drawn.map(({ at, medians }) => ({ at, ms: medians[note] ?? Number.NaN })),
      }));
      return [[file, svgOf({ title, axis, made, steps: drawn, series })]];
    }),
  );
};

/** Draws the pictures of a report into a folder. @returns their paths */
export const drawInto = async (
  folder: string,
  report: DrawnReport,
): Promise<ReadonlyArray<string>> => {
  await mkdir(folder, { recursive: true });
  const paths: Array<string> = [];
  for (const [file, svg] of picturesOf(report)) {
    const path = join(folder, file);
    await writeFile(path, svg);
    paths.push(path);
  }
  return paths;
};
