import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Machine } from "./machine.js";
import type { BenchOptions } from "./options.js";
import type { RowResult, SideResult } from "./row.js";
import { shortNumber } from "./table.js";

/** One run of the bench, as it is written to JSON. */
export interface Report {
  readonly startedAt: string;
  readonly seconds: number;
  readonly quick: boolean;
  readonly runs: number;
  readonly machine: Machine;
  /** The EventStoreDB that was named for its rows. */
  readonly esdb?: string;
  readonly rows: ReadonlyArray<RowResult>;
}

const sideNotes = (side: SideResult): ReadonlyArray<string> => {
  const notes = Object.entries(side.notes).map(
    ([name, note]) => `${name} ${typeof note === "number" ? shortNumber(note) : note}`,
  );
  return notes.length === 0 ? [] : [`${side.label}: ${notes.join(", ")}`];
};

/** What the runs remarked, a line for each row. */
export const notesText = (results: ReadonlyArray<RowResult>): string =>
  results
    .flatMap((result) => {
      if (result.kind === "failed") return [`${result.row.id} failed: ${result.reason}`];
      const sides = [result.subject, ...(result.ceiling === undefined ? [] : [result.ceiling])];
      const notes = sides.flatMap(sideNotes);
      return [`${result.row.id} (${result.compared.length} runs): ${notes.join("; ")}`];
    })
    .join("\n");

/** Where the report goes unless an option says otherwise: named after the moment the run began. */
export const defaultReportFile = (startedAt: string): URL =>
  new URL(`../../results/${startedAt.slice(0, 19).replaceAll(":", "-")}.json`, import.meta.url);

/** Gathers a run. */
export const reportOf = (
  startedAt: Date,
  options: BenchOptions,
  machine: Machine,
  rows: ReadonlyArray<RowResult>,
): Report => ({
  startedAt: startedAt.toISOString(),
  seconds: Math.round((Date.now() - startedAt.getTime()) / 1000),
  quick: options.quick,
  runs: options.runs,
  ...(options.esdb !== undefined && { esdb: options.esdb.printable }),
  machine,
  rows,
});

/** Writes the report as JSON; makes the folder. */
export const writeReport = async (file: string, report: Report): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
};
