import type { Contender, Sample } from "./contender.js";
import { type ContenderId, contenderOf, openContender } from "./contenders.js";
import { comparedValues, contest } from "./contest.js";
import { removeFolder } from "./disk.js";
import { reasonOf } from "./errors.js";
import { type MeasuredRow, type Row, type RowResult, type SideResult, verdictOf } from "./row.js";
import type { BenchSession } from "./session.js";
import { limits } from "./sizes.js";
import { median, spread } from "./statistics.js";

const mediansOf = (samples: ReadonlyArray<Sample>): Readonly<Record<string, number>> => {
  const names = Object.keys(samples[0]?.notes ?? {});
  const medians = names.map((name): [string, number] => [
    name,
    median(samples.map(({ notes }) => Number(notes[name]))),
  ]);
  return Object.fromEntries(medians.filter(([, value]) => Number.isFinite(value)));
};

const sideResult = (id: ContenderId, samples: ReadonlyArray<Sample>): SideResult => {
  const values = samples.map((sample) => sample.value);
  const { label } = contenderOf(id);
  const notes = samples.at(-1)?.notes ?? {};
  return { label, values, spread: spread(values), notes, medians: mediansOf(samples) };
};

const resultOf = (
  row: Row,
  subject: ReadonlyArray<Sample>,
  ceiling: ReadonlyArray<Sample> = [],
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

const measure = async (session: BenchSession, row: Row, runs: number): Promise<MeasuredRow> => {
  await session.prepare(row);
  const only = session.onlyRun(row.subject);
  if (only !== undefined) return resultOf(row, [await only]);
  const open: Array<{ readonly contender: Contender; readonly folder: string }> = [];
  const side = async (id: ContenderId): Promise<Contender> => {
    const settings = session.settingsFor(row);
    const contender = await openContender(id, settings);
    open.push({ contender, folder: settings.folder });
    return contender;
  };
  try {
    const subject = await side(row.subject);
    const ceiling = row.ceiling === undefined ? undefined : await side(row.ceiling);
    const done = await contest(subject, ceiling, {
      runs: Math.min(runs, row.maxRuns ?? runs),
      warmUp: row.coldRuns !== true,
      budgetMs: limits.rowMs,
    });
    return resultOf(row, done.subject, done.ceiling);
  } finally {
    for (const { contender, folder } of open) {
      await contender.close().catch(() => {});
      removeFolder(folder);
    }
  }
};

/**
 * Measures one row; what goes wrong is the row's result, and the other rows are still measured.
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
