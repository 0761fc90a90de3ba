import type { TableName } from "./state-tables.js";

/** What the choice of a merge depends on. */
export interface MergedRun {
  readonly level: number;
  readonly entries: number;
}

/** Runs of a table that are to be one: those from the newest on, up to and without this place. */
export interface Merge {
  readonly count: number;
  /** Level of what they become. */
  readonly level: number;
}

/** So many runs of a level become one of the next. */
const runsPerLevel = 8;

/** The level of the oldest run of a table in which keys are removed. */
const bottomLevel = 100;

/**
 * Runs of this level are not merged any more where nothing is removed: they are forgotten whole,
 * which must not take much longer than the window. With 16,384 changes in the first, 67 million.
 */
const lastLevel = 4;

/**
 * Which runs of a table are to be merged next, if any. Runs of about the same size are merged, so
 * that each entry is written a few times at most and a key is looked for in few runs. Where keys
 * are removed, everything is merged as soon as the newer runs together are as large as the oldest,
 * so that what was removed takes at most as much room as what is there.
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
