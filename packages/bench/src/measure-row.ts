import { type BenchSession, isOnceId } from "./bench-session.js";
import { comparedValues, contest } from "./contest.js";
import type { Contender, ContenderSettings, Sample } from "./contender.js";
import { openContender } from "./open-contender.js";
import { reasonOf } from "./process-message.js";
import {
  type MeasuredRow,
  type Row,
  type RowResult,
  type Side,
  type SideResult,
  verdictOf,
} from "./row.js";
import { removeFolder } from "./scratch-folder.js";
import { spread } from "./statistics.js";

/** A row whose runs take long makes do with fewer of them beyond this time; milliseconds. */
const rowBudgetMs = 60_000;

const sideResult = (side: Side, samples: ReadonlyArray<Sample>): SideResult => {
  const values = samples.map((sample) => sample.value);
  return {
    label: side.label,
    values,
    spread: spread(values),
    notes: samples.at(-1)?.notes ?? {},
  };
};

const resultOf = (
  row: Row,
  subject: ReadonlyArray<Sample>,
  ceiling: ReadonlyArray<Sample>,
): MeasuredRow => {
  const compared = comparedValues({ subject, ceiling });
  const comparedSpread = spread(compared);
  return {
    kind: "measured",
    row,
    subject: sideResult(row.subject, subject),
    ...(row.ceiling !== undefined && { ceiling: sideResult(row.ceiling, ceiling) }),
    compared,
    comparedSpread,
    verdict: verdictOf(row, comparedSpread.median),
  };
};

interface OpenSide {
  readonly contender: Contender;
  readonly settings: ContenderSettings;
}

const openSide = async (session: BenchSession, row: Row, side: Side): Promise<OpenSide> => {
  const settings = session.settingsFor(row);
  return { contender: await openContender(side.contender, settings), settings };
};

const closeSide = async ({ contender, settings }: OpenSide): Promise<void> => {
  await contender.close().catch(() => {});
  removeFolder(settings.folder);
};

const measure = async (session: BenchSession, row: Row, runs: number): Promise<MeasuredRow> => {
  await session.prepare(row);
  const subjectId = row.subject.contender;
  if (isOnceId(subjectId)) return resultOf(row, [await session.onlyRun(subjectId)], []);
  const open: Array<OpenSide> = [];
  try {
    const subject = await openSide(session, row, row.subject);
    open.push(subject);
    const ceiling = row.ceiling && (await openSide(session, row, row.ceiling));
    if (ceiling !== undefined) open.push(ceiling);
    const done = await contest(subject.contender, ceiling?.contender, {
      runs: Math.min(runs, row.maxRuns ?? runs),
      warmUp: row.coldRuns !== true,
      budgetMs: rowBudgetMs,
    });
    return resultOf(row, done.subject, done.ceiling);
  } finally {
    for (const side of open) await closeSide(side);
  }
};

/**
 * Measures one row; what goes wrong is the row's result, and the other rows go on.
 * @param runs timed runs of each side
 */
export const measureRow = async (
  session: BenchSession,
  row: Row,
  runs: number,
): Promise<RowResult> => {
  try {
    return await measure(session, row, runs);
  } catch (failure) {
    return { kind: "failed", row, reason: reasonOf(failure) };
  }
};
