import { readFile } from "node:fs/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { type OptionError, reasonOf } from "./errors.js";
import { betterOf, type Row, type RowResult } from "./row.js";
import type { Spread } from "./statistics.js";
import { spreadText } from "./table.js";

/** What an earlier report says of its rows. */
export type EarlierRows = ReadonlyMap<string, Spread>;

const EarlierReport = t.type({ rows: t.array(t.unknown) });

/** A row that was measured; those that failed have no figures. */
const EarlierRow = t.type({
  row: t.type({ id: t.string }),
  comparedSpread: t.type({ median: t.number, min: t.number, max: t.number }),
});

/** Reads the JSON of an earlier run. Left: why it is none, naming the file. */
export const readEarlierRows = async (file: string): Promise<Either<OptionError, EarlierRows>> => {
  try {
    const report = EarlierReport.decode(JSON.parse(await readFile(file, "utf8")));
    if (isLeft(report))
      return left({ reason: `--compare ${file}: expected a report of the bench, with rows` });
    const measured = report.right.rows.filter(EarlierRow.is);
    return right(new Map(measured.map(({ row, comparedSpread }) => [row.id, comparedSpread])));
  } catch (error) {
    return left({ reason: `--compare ${file}: ${reasonOf(error)}` });
  }
};

/** How a row compares with an earlier run of it. */
export type Change = "worse" | "better" | "same";

/**
 * A row got worse or better when the spreads of the two runs do not touch: the best run of one lies
 * behind the worst of the other.
 */
export const changeOf = (row: Pick<Row, "unit">, earlier: Spread, now: Spread): Change => {
  if (earlier.min <= now.max && now.min <= earlier.max) return "same";
  const isHigher = now.min > earlier.max;
  return isHigher === (betterOf(row) === "higher") ? "better" : "worse";
};

/** The changes since an earlier run. */
interface Comparison {
  /** A line for each row, those that got worse first. */
  readonly lines: ReadonlyArray<string>;
  /** Ids of the rows that got worse by more than their spread. */
  readonly worse: ReadonlyArray<string>;
}

const order: Readonly<Record<Change, number>> = { worse: 0, better: 1, same: 2 };

/** Compares rows with those of an earlier run; a row that only one of them has is left out. */
export const compareRows = (
  earlier: EarlierRows,
  results: ReadonlyArray<RowResult>,
): Comparison => {
  const changes = results.flatMap((result) => {
    const before = earlier.get(result.row.id);
    if (result.kind === "failed" || before === undefined) return [];
    const { row, comparedSpread: now } = result;
    const change = changeOf(row, before, now);
    const line = `${row.id}: ${change}, ${spreadText(before)} before, ${spreadText(now)} now`;
    return [{ id: row.id, change, line }];
  });
  const sorted = changes.toSorted((a, b) => order[a.change] - order[b.change]);
  return {
    lines: sorted.map(({ line }) => line),
    worse: sorted.filter(({ change }) => change === "worse").map(({ id }) => id),
  };
};
