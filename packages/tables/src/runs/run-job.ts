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

/** A run to be made: of entries in memory, or of other runs. */
export type RunJob =
  | { readonly kind: "write"; readonly to: RunPlace; readonly entries: Uint8Array<ArrayBuffer> }
  | {
      readonly kind: "merge";
      readonly to: RunPlace;
      /** The newest first. */
      readonly runs: ReadonlyArray<RunPlace & { readonly index: RunIndex }>;
      /** True when nothing is older: what was removed need not be known any more. */
      readonly isOldest: boolean;
      /** Entries whose value begins with an offset up to this one are left out; 0 for none. */
      readonly forgottenUpTo: number;
    };

/** What became of a job. */
export type RunJobResult =
  | { readonly kind: "made"; readonly index: RunIndex }
  | { readonly kind: "damaged"; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

/** Entries merged before other work may go between. */
const entriesPerStep = 2_048;

/** The same for the bytes of entries. */
const bytesPerStep = 4 * 1024 * 1024;

/** Makes a run; yields now and then, and returns its index. */
export function* runJob(job: RunJob): Generator<void, RunIndex> {
  if (job.kind === "write") {
    const { buffer, byteOffset, byteLength } = job.entries;
    return writeRun(job.to.path, job.to.id, Buffer.from(buffer, byteOffset, byteLength));
  }
  const runs = job.runs.map(({ path, id, index }) => new Run(path, id, index));
  const most = runs.reduce((sum, { index }) => sum + index.entries, 0);
  const writer = new RunWriter(job.to.path, job.to.id, most);
  let isWhole = false;
  try {
    let [count, bytesOfStep] = [0, 0];
    for (const entry of mergedEntries(runs)) {
      const { bytes, start, end } = entry;
      bytesOfStep += end - start;
      if (++count % entriesPerStep === 0 || bytesOfStep >= bytesPerStep) {
        bytesOfStep = 0;
        // the caller may do other work, after which the entry is still there
        yield;
      }
      if (isGone(entry) ? job.isOldest : isForgotten(bytes, valueStart(entry), job)) continue;
      writer.add(bytes, start, end);
    }
    isWhole = true;
  } finally {
    for (const run of runs) run.close();
    if (!isWhole) {
      writer.abandon();
      rmSync(job.to.path, { force: true });
    }
  }
  return writer.end();
}

const isForgotten = (
  bytes: Buffer,
  value: number,
  { forgottenUpTo }: { readonly forgottenUpTo: number },
): boolean => forgottenUpTo > 0 && bytes.readDoubleLE(value) <= forgottenUpTo;

/** What went wrong in a job. */
export const jobError = (thrown: unknown): RunJobResult =>
  thrown instanceof TableDamage
    ? { kind: "damaged", message: thrown.message }
    : { kind: "failed", message: thrown instanceof Error ? thrown.message : String(thrown) };
