import { runHistory } from "../history/run-history.js";
import { drawPlan } from "../plan/draw-plan.js";

/** A history in which something is wrong. */
export interface Failure {
  readonly seed: number;
  readonly violations: ReadonlyArray<string>;
}

export interface Campaign {
  readonly histories: number;
  readonly events: number;
  /** Places where a node could be killed. */
  readonly tasks: number;
  /** In how many histories an error code was answered, or a fault happened. */
  readonly met: Readonly<Record<string, number>>;
  readonly failures: ReadonlyArray<Failure>;
}

/** Seeds of one process: `from`, and every `step` after it. */
export interface Seeds {
  readonly from: number;
  readonly count: number;
  readonly step: number;
  /** The process begins no history after this; milliseconds. */
  readonly forMs: number | undefined;
}

/** Failures after which a process begins no more histories. */
const mostFailed = 3;

/** Runs the histories of seeds, one after the other. */
export const runSeeds = async ({ from, count, step, forMs }: Seeds): Promise<Campaign> => {
  const begun = performance.now();
  const met: Record<string, number> = {};
  const failures: Array<Failure> = [];
  let [histories, events, tasks] = [0, 0, 0];
  for (let at = 0; at < count && failures.length < mostFailed; at++) {
    if (forMs !== undefined && performance.now() - begun > forMs) break;
    const seed = from + at * step;
    const outcome = await runHistory(drawPlan(seed)).catch((thrown: unknown) => ({
      events: 0,
      tasks: 0,
      met: [],
      violations: [`it threw ${thrown instanceof Error ? thrown.stack : String(thrown)}`],
    }));
    histories += 1;
    events += outcome.events;
    tasks += outcome.tasks;
    for (const each of outcome.met) met[each] = (met[each] ?? 0) + 1;
    if (outcome.violations.length > 0) failures.push({ seed, violations: outcome.violations });
  }
  return { histories, events, tasks, met, failures };
};

/** Several campaigns as one. */
export const together = (campaigns: ReadonlyArray<Campaign>): Campaign => {
  const met: Record<string, number> = {};
  for (const campaign of campaigns)
    for (const [name, count] of Object.entries(campaign.met)) met[name] = (met[name] ?? 0) + count;
  const sum = (of: (campaign: Campaign) => number): number =>
    campaigns.reduce((all, campaign) => all + of(campaign), 0);
  return {
    histories: sum(({ histories }) => histories),
    events: sum(({ events }) => events),
    tasks: sum(({ tasks }) => tasks),
    met,
    failures: campaigns.flatMap(({ failures }) => failures).toSorted((a, b) => a.seed - b.seed),
  };
};
