import { runHistory } from "../history/run-history.js";
import { drawPlan } from "../plan/draw-plan.js";
import { shrinkPlan } from "../plan/shrink-plan.js";

/** The last lines of a trace that are shown. */
const shownLines = 200;

/**
 * Runs the history of a seed twice, and when something is wrong prints the shortest history in
 * which it still is. @returns the exit code
 */
export const replaySeed = async (seed: number): Promise<number> => {
  const plan = drawPlan(seed);
  const [first, second] = [await runHistory(plan), await runHistory(plan)];
  console.log(`seed ${seed}: ${first.events} events, journal ${first.journalHash}`);
  console.log(`trace ${first.digest}`);
  if (first.digest !== second.digest) {
    console.log(`the second time another trace: ${second.digest}`);
    return 1;
  }
  if (first.violations.length === 0) {
    console.log("nothing is wrong");
    return 0;
  }
  for (const violation of first.violations) console.log(`wrong: ${violation}`);
  const smallest = await shrinkPlan(plan, async (candidate) => {
    const { violations } = await runHistory(candidate);
    return violations.length > 0;
  });
  const { lines, violations } = await runHistory(smallest, { keepsTrace: true });
  console.log(`the shortest history found in which something is wrong:`);
  console.log(JSON.stringify(smallest, undefined, 1));
  for (const line of lines.slice(-shownLines)) console.log(line);
  for (const violation of violations) console.log(`wrong: ${violation}`);
  return 1;
};
