import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { compareRows, type EarlierRows, readEarlierRows } from "./compare.js";
import { contenderOf } from "./contenders.js";
import type { OptionError } from "./errors.js";
import { machineText, thisMachine } from "./machine.js";
import { measureRow } from "./measure-row.js";
import { type BenchOptions, parseOptions, usage } from "./options.js";
import { type DrawnReport, drawInto, readDrawnReport } from "./pictures/pictures.js";
import { defaultReportFile, notesText, reportOf, writeReport } from "./report.js";
import type { Row, RowResult } from "./row.js";
import { allRows, skippedRows } from "./rows.js";
import { openSession } from "./session.js";
import { fullSizes, quickSizes } from "./sizes.js";
import { renderTable, spreadText } from "./table.js";

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

const outcomeText = (result: RowResult): string =>
  result.kind === "failed"
    ? `failed: ${result.reason}`
    : `${spreadText(result.comparedSpread)} ${result.verdict}`;

/** Exit code when a row got worse than in the report it is compared with. */
const gotWorse = 3;

/** An absolute path; an empty text for none. */
const absolute = (path: string | undefined): string => (path === undefined ? "" : resolve(path));

/** The rows to compare with; undefined when none are named. */
const earlierRows = async ({
  compareWith,
}: BenchOptions): Promise<Either<OptionError, EarlierRows | undefined>> =>
  compareWith === undefined ? right(undefined) : readEarlierRows(resolve(compareWith));

/** Draws the pictures of a report, if they are wanted. */
const draw = async ({ pictureFolder }: BenchOptions, report: DrawnReport): Promise<void> => {
  if (pictureFolder === undefined) return;
  for (const path of await drawInto(resolve(pictureFolder), report)) tell(`drawn: ${path}`);
};

/** Draws the pictures of an earlier report. @returns the exit code */
const drawAgain = async (options: BenchOptions, file: string): Promise<number> => {
  const report = await readDrawnReport(resolve(file));
  if (isLeft(report)) {
    process.stderr.write(`${report.left.reason}\n`);
    return 2;
  }
  await draw(options, report.right);
  return 0;
};

const bench = async (options: BenchOptions, earlier: EarlierRows | undefined): Promise<number> => {
  const startedAt = new Date();
  const sizes = options.quick ? quickSizes : fullSizes;
  const { coins = sizes.coins, profileFolder, keptFolder } = options;
  const esdb = options.esdb?.connectionString ?? "";
  const folders = { keptFolder: absolute(keptFolder), profileFolder: absolute(profileFolder) };
  const session = openSession({ ...sizes, coins, ...folders, esdb }, tell);
  const machine = thisMachine(session.disk);
  const stop = (): void => {
    session.close();
    process.exit(1);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  tell(machineText(machine));
  for (const [names, reason] of skippedRows) tell(`${names}: skipped, ${reason}`);
  if (options.esdb !== undefined) tell(`EventStoreDB at ${options.esdb.printable}`);
  const needsPeers = ({ subject, ceiling = subject }: Row): boolean =>
    contenderOf(ceiling).needs.includes("peers");
  const chosen = allRows.filter(
    (row) =>
      (options.rows?.includes(row.id) ?? row.isLong !== true) &&
      (options.peers || !needsPeers(row)),
  );
  const results: Array<RowResult> = [];
  for (const row of chosen) {
    const result = await measureRow(session, row, options.runs);
    tell(`${row.id}: ${outcomeText(result)}`);
    results.push(result);
  }
  session.close();
  const report = reportOf(startedAt, options, machine, results);
  const file = resolve(options.jsonFile ?? fileURLToPath(defaultReportFile(report.startedAt)));
  await writeReport(file, report);
  tell(`\n${renderTable(results)}\n\n${notesText(results)}\n`);
  if (options.quick) tell("--quick: small sizes, the figures mean nothing");
  tell(`${report.seconds} s, written to ${file}`);
  await draw(options, report);
  if (results.some((result) => result.kind === "failed")) return 1;
  if (earlier === undefined) return 0;
  const { lines, worse } = compareRows(earlier, results);
  tell(["", `compared with ${options.compareWith}:`, ...lines].join("\n"));
  return worse.length > 0 ? gotWorse : 0;
};

const main = async (): Promise<number> => {
  const options = parseOptions(process.argv.slice(2), [
    ...allRows.map((row) => row.id),
    ...skippedRows.map(([names]) => names),
  ]);
  if (isLeft(options)) {
    process.stderr.write(`${options.left.reason}\n\n${usage}\n`);
    return 2;
  }
  if (options.right.help) {
    tell(usage);
    return 0;
  }
  const { drawnFile } = options.right;
  if (drawnFile !== undefined) return drawAgain(options.right, drawnFile);
  // read before anything is measured: a mistyped name costs nothing then
  const earlier = await earlierRows(options.right);
  if (isLeft(earlier)) {
    process.stderr.write(`${earlier.left.reason}\n`);
    return 2;
  }
  return bench(options.right, earlier.right);
};

process.exitCode = await main();
