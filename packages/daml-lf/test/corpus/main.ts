import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { type BudgetLine, budgetDifference } from "./budget-lines.js";
import { comparable, type EvalLine, evaluated, programIn, recordedLines } from "./eval-lines.js";
import type { History } from "./history-ledger.js";
import { differenceOf, type PackageLine, type UpgradeLine } from "./package-lines.js";
import { HistoryRunner } from "./run-histories.js";

// npm run daml:corpus -- FOLDER

const usage = `Usage: npm run daml:corpus -- FOLDER
Compares with the recorded answers of a genuine Daml engine, on two processes, and counts those that differ:
  eval.jsonl.gz      closed expressions
  packages.jsonl.gz  packages to accept or refuse, and versions of packages
  budget.jsonl.gz    programs that do not end
  updates*.jsonl.gz, coin.jsonl.gz  histories of submissions
The DARs that the lines name are those of FOLDER, or else of the folder in TALLYSTICK_DARS. Other files are named and not run.`;

const shownDifferences = 5;
const processes = 2;

/** Which lines a process takes: those whose number has a remainder. */
interface Part {
  readonly folder: string;
  readonly remainder: number;
}

interface Tally {
  asked: number;
  readonly differences: Array<unknown>;
}

type Groups = Map<string, Tally>;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const linesOf = <A>({ folder, remainder }: Part, file: string): ReadonlyArray<A> =>
  recordedLines<A>(join(folder, file)).filter((_, at) => at % processes === remainder);

const darFolder = (folder: string, dar: string): string =>
  existsSync(join(folder, dar)) ? folder : (process.env["TALLYSTICK_DARS"] ?? folder);

const runEval = async (part: Part, file: string, groups: Groups): Promise<void> => {
  const programs = new Map<string, Awaited<ReturnType<typeof programIn>>>();
  for (const line of linesOf<EvalLine>(part, file)) {
    const program = programs.get(line.dar) ?? (await programIn(part.folder, line.dar));
    programs.set(line.dar, program);
    const [found, expected] = [evaluated(program, line), comparable(line.answer)];
    const isSame = isDeepStrictEqual(found, expected);
    count(groups, line.dar, isSame ? undefined : { name: line.name, found, expected });
  }
};

const runPackages = async (part: Part, file: string, groups: Groups): Promise<void> => {
  for (const line of linesOf<PackageLine | UpgradeLine>(part, file))
    count(groups, line.kind, await differenceOf(line));
};

const runHistories = async (part: Part, file: string, groups: Groups): Promise<void> => {
  const runners = new Map<string, HistoryRunner>();
  for (const history of linesOf<History>(part, file)) {
    const folder = darFolder(part.folder, history.dars[0] ?? "");
    const runner = runners.get(folder) ?? new HistoryRunner(folder);
    runners.set(folder, runner);
    const differences = await runner.differences(history);
    const [dar = ""] = history.dars;
    const group = history.dars.length === 1 ? dar : basename(file, ".jsonl.gz");
    count(groups, `histories of ${group}`, differences[0]);
    const steps = groups.get(`steps of ${group}`) ?? { asked: 0, differences: [] };
    steps.asked += history.steps.length;
    groups.set(`steps of ${group}`, steps);
  }
};

const runBudget = async (part: Part, file: string, groups: Groups): Promise<void> => {
  for (const line of linesOf<BudgetLine>(part, file))
    count(groups, "budget", await budgetDifference(part.folder, line));
};

const count = (groups: Groups, group: string, difference: unknown): void => {
  const tally = groups.get(group) ?? { asked: 0, differences: [] };
  groups.set(group, tally);
  tally.asked += 1;
  if (difference !== undefined) tally.differences.push(difference);
};

const runnerOf = (file: string) => {
  if (file === "eval.jsonl.gz") return runEval;
  if (file === "packages.jsonl.gz") return runPackages;
  if (file === "budget.jsonl.gz") return runBudget;
  return /^(updates|coin)[^/]*\.jsonl\.gz$/.test(file) ? runHistories : undefined;
};

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder).filter((name) => name.endsWith(".jsonl.gz"));

/** What one process found; sent to the first one. */
const runPart = async (part: Part): Promise<ReadonlyArray<readonly [string, Tally]>> => {
  const groups: Groups = new Map();
  for (const file of filesIn(part.folder)) await runnerOf(file)?.(part, file, groups);
  return [...groups];
};

const partOf = (child: ChildProcess): Promise<ReadonlyArray<readonly [string, Tally]>> =>
  new Promise((resolve, reject) => {
    // border: the other process is this program
    child.on("message", (found) => resolve(found as ReadonlyArray<readonly [string, Tally]>));
    child.on("exit", (code) => reject(new Error(`a process ended with ${code}`)));
  });

const [folder, remainder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
if (remainder === undefined) {
  for (const file of filesIn(folder)) if (runnerOf(file) === undefined) say(`${file}: not run`);
  const parts = Array.from({ length: processes }, (_, at) =>
    partOf(fork(fileURLToPath(import.meta.url), [folder, String(at)])),
  );
  const groups: Groups = new Map();
  for (const [group, { asked, differences }] of (await Promise.all(parts)).flat()) {
    const tally = groups.get(group) ?? { asked: 0, differences: [] };
    tally.asked += asked;
    tally.differences.push(...differences);
    groups.set(group, tally);
  }
  const differences = [...groups.values()].flatMap((tally) => tally.differences);
  for (const [group, tally] of groups)
    say(`${group}: ${tally.asked} asked, ${tally.differences.length} differ`);
  for (const difference of differences.slice(0, shownDifferences)) say(JSON.stringify(difference));
  process.exitCode = differences.length === 0 ? 0 : 1;
} else {
  process.send?.(await runPart({ folder, remainder: Number(remainder) }));
}
