import { allCanaries } from "../canaries/all-canaries.js";
import type { Canary } from "../ledger/canary.js";
import { runHistory } from "../history/run-history.js";
import { drawPlan } from "../plan/draw-plan.js";

/** How a canary was found. */
export interface Found {
  readonly name: string;
  /** Histories up to the one that found it, those included in which it could do nothing. */
  readonly histories: number;
  readonly seed: number;
  /** The first thing that was wrong. */
  readonly violation: string;
}

/** The most histories that a canary may take. */
export const huntBudget = 1_000;

/** Runs histories with a canary, from seed 1 on, until one is wrong; undefined: none was. */
export const hunt = async (
  canary: Canary,
  budget: number = huntBudget,
): Promise<Found | undefined> => {
  for (let seed = 1; seed <= budget; seed++) {
    const plan = drawPlan(seed);
    if (canary.concerns?.(plan) === false) continue;
    const { violations } = await runHistory(plan, { canary });
    const [violation] = violations;
    if (violation !== undefined) return { name: canary.name, histories: seed, seed, violation };
  }
  return undefined;
};

/** The same by the name of a canary. */
export const runCanary = (name: string, budget: number): Promise<Found | undefined> => {
  const canary = allCanaries.find((each) => each.name === name);
  if (canary === undefined) throw new Error(`there is no canary "${name}"`);
  return hunt(canary, budget);
};
