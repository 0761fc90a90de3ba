import type { Difference } from "./compare-step.js";

/** A difference from the genuine packages that stays: a row of a table in `docs/coin.md`. */
export interface KnownDifference {
  /** As in the table. */
  readonly id: string;
  covers(difference: Difference): boolean;
}

/** The differences that stay. */
export const knownDifferences: ReadonlyArray<KnownDifference> = [];

/** The row a difference belongs to; undefined when it is in none. */
export const rowOf = (difference: Difference): string | undefined =>
  knownDifferences.find((row) => row.covers(difference))?.id;
