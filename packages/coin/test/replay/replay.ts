import { compareStep, type Difference } from "./compare-step.js";
import { recordedHistories } from "./recorded-history.js";
import { rowOf } from "./known-differences.js";
import { replayCatalog, ReplayLedger } from "./replay-ledger.js";

/** A difference with its place and its row. */
export interface FoundDifference extends Difference {
  readonly history: string;
  /** Counted from 0. */
  readonly step: number;
  /** Of the table of known differences. */
  readonly row: string | undefined;
}

/** What a replay showed. */
interface ReplayReport {
  readonly histories: number;
  readonly steps: number;
  readonly differences: ReadonlyArray<FoundDifference>;
}

/**
 * Replays recorded histories in our engine and compares each answer.
 *
 * @param path a folder of files of histories, or one such file
 * @param wanted which histories, by their names
 */
export const replay = async (
  path: string,
  wanted: (name: string) => boolean = () => true,
): Promise<ReplayReport> => {
  const catalog = replayCatalog();
  const differences: Array<FoundDifference> = [];
  let [histories, steps] = [0, 0];
  for await (const history of recordedHistories(path)) {
    if (!wanted(history.name)) continue;
    histories++;
    const ledger = new ReplayLedger(history);
    for (const [index, step] of history.steps.entries()) {
      steps++;
      for (const difference of compareStep(ledger, step, catalog)) {
        const place = { history: history.name, step: index, row: rowOf(difference) };
        differences.push({ ...difference, ...place });
      }
      if ("transaction" in step.answer) ledger.take(step.submit, step.answer.transaction);
    }
  }
  return { histories, steps, differences };
};

/** How many of some things there are of each kind, the most frequent kind first. */
export const countsBy = <A>(
  items: ReadonlyArray<A>,
  keyOf: (item: A) => string,
): ReadonlyArray<readonly [string, ReadonlyArray<A>]> => {
  const groups = new Map<string, Array<A>>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups].sort(([, a], [, b]) => b.length - a.length);
};
