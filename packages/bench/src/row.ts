import type { CapturerId, ContenderId } from "./contenders.js";
import type { Notes } from "./contender.js";
import type { Spread } from "./statistics.js";

/** What the values of a row are counted in. */
export type Unit =
  | "commands/s"
  | "transfers/s"
  | "events/s"
  | "contracts/s"
  | "requests/s"
  | "proofs/s"
  | "µs/command"
  | "ms"
  | "bytes"
  | "x";

/** One comparison. The README says what each id compares. */
export interface Row {
  readonly id: string;
  readonly unit: Unit;
  readonly inFlight: number;
  readonly subject: ContenderId;
  /** Absent: the subject's own value is what counts. */
  readonly ceiling?: ContenderId;
  /** In terms of the ratio, or of the value when there is no ceiling. */
  readonly atLeast?: number;
  readonly aim?: number;
  /** What its ceiling appends again; default the events of the workload's Pings. */
  readonly rowsOf?: CapturerId;
  /** Fewer runs than the others, where one run takes long. */
  readonly maxRuns?: number;
  /** The first run after opening is like every other, so no warm-up is run. */
  readonly coldRuns?: boolean;
  /** Active contracts of its ledger, where rows differ by their number. */
  readonly contracts?: number;
  /** Takes so long that it is measured only when it is named. */
  readonly isLong?: boolean;
}

export interface SideResult {
  readonly label: string;
  readonly values: ReadonlyArray<number>;
  readonly spread: Spread;
  /** Of the last run. */
  readonly notes: Notes;
  /** The middle of each note that is a number in all runs. */
  readonly medians: Readonly<Record<string, number>>;
}

export type Verdict = "aim" | "reached" | "missed" | "noted";

export interface MeasuredRow {
  readonly kind: "measured";
  readonly row: Row;
  readonly subject: SideResult;
  readonly ceiling?: SideResult;
  /** Ratio of each pair of runs, or the values themselves without a ceiling. */
  readonly compared: ReadonlyArray<number>;
  readonly comparedSpread: Spread;
  readonly verdict: Verdict;
}

/** Outcome of a row: figures, or why it could not be measured. */
export type RowResult =
  | MeasuredRow
  | { readonly kind: "failed"; readonly row: Row; readonly reason: string };

/** Which way the compared value of a row should go: rates up, costs down. */
export const betterOf = ({ unit }: Pick<Row, "unit">): "higher" | "lower" =>
  unit.endsWith("/s") ? "higher" : "lower";

/**
 * Judges a row's median.
 * @param value ratio, or absolute value
 */
export const verdictOf = (row: Pick<Row, "unit" | "atLeast" | "aim">, value: number): Verdict => {
  const meets = (limit: number): boolean =>
    betterOf(row) === "higher" ? value >= limit : value <= limit;
  if (row.aim !== undefined && meets(row.aim)) return "aim";
  if (row.atLeast === undefined) return "noted";
  return meets(row.atLeast) ? "reached" : "missed";
};
