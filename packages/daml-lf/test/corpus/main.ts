import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { comparable, type EvalLine, evaluated, programIn, recordedLines } from "./eval-lines.js";
import { differenceOf, type PackageLine, type UpgradeLine } from "./package-lines.js";

// npm run daml:corpus -- FOLDER

const usage = `Usage: npm run daml:corpus -- FOLDER
Compares with the recorded answers of a genuine Daml engine (FOLDER/eval.jsonl.gz, FOLDER/packages.jsonl.gz), and counts
those that differ. Other files of the folder are named and not run.`;

const shownDifferences = 5;

interface Tally {
  asked: number;
  readonly differences: Array<unknown>;
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const runEval = async (folder: string, groups: Map<string, Tally>): Promise<void> => {
  const programs = new Map<string, Awaited<ReturnType<typeof programIn>>>();
  for (const line of recordedLines<EvalLine>(join(folder, "eval.jsonl.gz"))) {
    const program = programs.get(line.dar) ?? (await programIn(folder, line.dar));
    programs.set(line.dar, program);
    const [found, expected] = [evaluated(program, line), comparable(line.answer)];
    const isSame = isDeepStrictEqual(found, expected);
    count(groups, line.dar, isSame ? undefined : { name: line.name, found, expected });
  }
};

const runPackages = async (folder: string, groups: Map<string, Tally>): Promise<void> => {
  const file = join(folder, "packages.jsonl.gz");
  for (const line of recordedLines<PackageLine | UpgradeLine>(file))
    count(groups, line.kind, await differenceOf(line));
};

const count = (groups: Map<string, Tally>, group: string, difference: unknown): void => {
  const tally = groups.get(group) ?? { asked: 0, differences: [] };
  groups.set(group, tally);
  tally.asked += 1;
  if (difference !== undefined) tally.differences.push(difference);
};

const runners: Readonly<
  Record<string, (folder: string, groups: Map<string, Tally>) => Promise<void>>
> = { "eval.jsonl.gz": runEval, "packages.jsonl.gz": runPackages };

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder)) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}
const groups = new Map<string, Tally>();
for (const file of readdirSync(folder).filter((name) => name.endsWith(".jsonl.gz"))) {
  const run = runners[file];
  if (run === undefined) say(`${file}: not run`);
  else await run(folder, groups);
}
const differences = [...groups.values()].flatMap((tally) => tally.differences);
for (const [group, tally] of groups)
  say(`${group}: ${tally.asked} asked, ${tally.differences.length} differ`);
for (const difference of differences.slice(0, shownDifferences)) say(JSON.stringify(difference));
process.exitCode = differences.length === 0 ? 0 : 1;
