import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { isJsonArray, type Json } from "@tallystick/core";
import { countsBy, type FoundDifference, replay } from "./replay.js";

// npm run coin:replay -- FOLDER

const usage = `Usage: npm run coin:replay -- FOLDER [options]
Replays recorded histories of the coin and counts what differs from them.
  --history TEXT   only histories whose name contains TEXT
  --group TEXT     only differences whose kind, words or place contain TEXT
  --row ID         only differences of this row of docs/coin.md
  --top NUMBER     groups of unexplained differences shown, 40 by default
  --show NUMBER    the first differences in full, 0 by default`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    history: { type: "string", default: "" },
    group: { type: "string", default: "" },
    row: { type: "string" },
    top: { type: "string", default: "40" },
    show: { type: "string", default: "0" },
  },
});

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const titleOf = ({ kind, signature }: FoundDifference): string => `${kind}: ${signature}`;

const placeOf = ({ history, step, command }: FoundDifference): string =>
  `${history} step ${step}, ${command.length > 100 ? `${command.slice(0, 100)}...` : command}`;

const shown = (value: Json): string =>
  isJsonArray(value) && value.every((each) => typeof each === "string")
    ? value.join("\n")
    : JSON.stringify(value, null, 1);

const counted = (count: number, what: string): string => `${String(count).padStart(7)}  ${what}`;

const sayGroups = (differences: ReadonlyArray<FoundDifference>): void => {
  const groups = countsBy(differences, titleOf);
  if (groups.length > 0) say(`\n${groups.length} groups are in no row:`);
  for (const [title, [first, ...more]] of groups.slice(0, Number(values.top))) {
    say(counted(1 + more.length, title));
    if (first !== undefined) say(`         ${placeOf(first)}`);
  }
};

const isWanted = (each: FoundDifference): boolean =>
  `${titleOf(each)} ${placeOf(each)}`.includes(values.group) &&
  (values.row === undefined || each.row === values.row);

/** @returns true when every difference is in a row */
const run = async (folder: string): Promise<boolean> => {
  const started = performance.now();
  const report = await replay(folder, (name) => name.includes(values.history));
  if (report.histories === 0) {
    process.stderr.write(
      `${folder} has no recorded history, in a file *.jsonl or *.jsonl.gz, whose name contains "${values.history}".\n`,
    );
    return false;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const all = report.differences.filter(isWanted);
  const unexplained = all.filter(({ row }) => row === undefined);
  say(
    `${report.steps} steps of ${report.histories} histories in ${seconds} s, ${all.length} differences`,
  );
  for (const [row, of] of countsBy(all, (each) => each.row ?? "in no row"))
    say(counted(of.length, row));
  sayGroups(unexplained);
  for (const each of all.slice(0, Number(values.show))) {
    say(`\n${placeOf(each)}: ${titleOf(each)}`);
    say(`theirs\n${shown(each.theirs)}\nours\n${shown(each.ours)}`);
  }
  return unexplained.length === 0;
};

const [folder] = positionals;
if (folder === undefined || !existsSync(folder)) {
  process.stderr.write(folder === undefined ? `${usage}\n` : `${folder} does not exist.\n`);
  process.exitCode = 2;
} else {
  process.exitCode = (await run(folder)) ? 0 : 1;
}
