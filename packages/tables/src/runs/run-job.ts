import { rmSync } from "node:fs";
import { TableDamage } from "../table-damage.js";
import type { RunIndex } from "./run-file.js";
import { isGone, mergedEntries, valueStart } from "./run-merge.js";
import { Run } from "./run.js";
import { RunWriter, writeRun } from "./run-writer.js";

/** The file of a run. */
export interface RunPlace {
  readonly id: string;
  readonly path: string;
}

/** What becomes of the entries of merged runs. */
interface MergeOptions {
  /** True when there is no older run: removed keys can be left out. */
  readonly isOldest: boolean;
  /** Entries whose value begins with an offset up to this one are dropped; 0 for none. */
  readonly forgottenUpTo: number;
  /** False for a file that need not outlive a crash. */
  readonly flushes?: boolean;
}

/** A run to write: from entries in memory, or from other runs. */
export type RunJob =
  | { readonly kind: "write"; readonly to: RunPlace; readonly entries: Uint8Array }
  | (MergeOptions & {
      readonly kind: "merge";
      readonly to: RunPlace;
      /** The newest first. */
      readonly runs: ReadonlyArray<RunPlace & { readonly index: RunIndex }>;
    });

/** The result of a job. */
export type RunJobResult =
  | { readonly kind: "made"; readonly index: RunIndex }
  | { readonly kind: "damaged"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

/** Entries merged between two pauses for other work. */
const entriesPerStep = 2_048;

/** Bytes of entries merged between two pauses. */
const bytesPerStep = 4 * 1024 * 1024;

/** Writes a run; yields between parts, and returns its index. */
export function* runJob(job: RunJob): Generator<void, RunIndex> {
  if (job.kind === "write") {
    const { buffer, byteOffset, byteLength } = job.entries;
    return writeRun(job.to.path, job.to.id, Buffer.from(buffer, byteOffset, byteLength));
  }
  const runs = job.runs.map(({ path, id, index }) => new Run(path, id, index));
  try {
    return yield* merging(runs, job.to, job);
  } finally {
    for (const run of runs) run.close();
  }
}

/** Merges runs, the newest first, into one; yields between parts. */
function* merging(
  runs: ReadonlyArray<Run>,
  to: RunPlace,
  options: MergeOptions,
): Generator<void, RunIndex> {
  const most = runs.reduce((sum, { index }) => sum + index.entries, 0);
  const writer = new RunWriter(to.path, to.id, most, options.flushes);
  let isWhole = false;
  try {
    let [count, bytesOfStep] = [0, 0];
    for (const entry of mergedEntries(runs)) {
      const { bytes, start, end } = entry;
      bytesOfStep += end - start;
      if (++count % entriesPerStep === 0 || bytesOfStep >= bytesPerStep) {
        bytesOfStep = 0;
        // the caller may do other work; the entry stays valid
        yield;
      }
      if (isGone(entry) ? options.isOldest : isForgotten(bytes, valueStart(entry), options))
        continue;
      writer.add(bytes, start, end);
    }
    isWhole = true;
  } finally {
    if (!isWhole) {
      writer.abandon();
      rmSync(to.path, { force: true });
    }
  }
  return writer.end();
}

/** Merges runs, the newest first, into one, without a pause. */
export const makeMerge = (
  runs: ReadonlyArray<Run>,
  to: RunPlace,
  options: MergeOptions,
): RunIndex => atOnce(merging(runs, to, options));

/** The result of work that yields. */
export const atOnce = <A>(steps: Generator<void, A>): A => {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
};

const isForgotten = (
  bytes: Buffer,
  value: number,
  { forgottenUpTo }: { readonly forgottenUpTo: number },
): boolean => forgottenUpTo > 0 && bytes.readDoubleLE(value) <= forgottenUpTo;

export const jobError = (thrown: unknown): RunJobResult =>
  thrown instanceof TableDamage
    ? { kind: "damaged", message: thrown.message }
    : { kind: "failed", message: thrown instanceof Error ? thrown.message : String(thrown) };
