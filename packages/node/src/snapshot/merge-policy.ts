import type { TableName } from "./state-tables.js";

/** The inputs for choosing a merge. */
export interface MergedRun {
  readonly level: number;
  readonly entries: number;
}

/** Runs to merge: from the newest up to this place, exclusive. */
export interface Merge {
  readonly count: number;
  readonly level: number;
}

/** Runs of a level that are merged into one of the next. */
const runsPerLevel = 8;

/** The level of the oldest run of a table with removals. */
const bottomLevel = 100;

/**
 * Without removals, runs of this level are not merged: they are dropped whole, which must not
 * happen much later than the window ends. With 16,384 changes in the first, 67 million.
 */
const lastLevel = 4;

/**
 * Which runs of a table are to be merged next, if any. Runs of about the same size are merged, so
 * that each entry is written a few times at most and a lookup reads few runs. With removals, all
 * runs are merged when the newer ones together are as large as the oldest, so that removed entries
 * take at most as much space as current ones.
 *
 * @param runs the newest first
 */
export const mergeOf = (table: TableName, runs: ReadonlyArray<MergedRun>): Merge | undefined => {
  if (table !== "changes" && runs.length > 1) {
    const oldest = runs.at(-1)?.entries ?? 0;
    const newer = runs.reduce((sum, { entries }) => sum + entries, -oldest);
    if (newer >= oldest) return { count: runs.length, level: bottomLevel };
  }
  for (let level = lastLevel - 1; level >= 0; level--) {
    const count = runs.findLastIndex((run) => run.level <= level) + 1;
    const ofLevel = runs.slice(0, count).filter((run) => run.level === level).length;
    if (ofLevel >= runsPerLevel) return { count, level: level + 1 };
  }
  return undefined;
};
