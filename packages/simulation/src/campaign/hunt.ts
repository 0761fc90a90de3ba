import { allCanaries } from "../canaries/all-canaries.js";
import type { Canary } from "../ledger/canary.js";
import { runHistory } from "../history/run-history.js";
import { drawPlan } from "../plan/draw-plan.js";

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

/** Runs the history of a seed with a canary; undefined: nothing was wrong. */
const findWith = async (canary: Canary, seed: number): Promise<Found | undefined> => {
  const plan = drawPlan(seed);
  if (canary.concerns?.(plan) === false) return undefined;
  const [violation] = (await runHistory(plan, { canary })).violations;
  return violation === undefined
    ? undefined
    : { name: canary.name, histories: seed, seed, violation };
};

/** Which histories are run with canaries. */
export interface Hunt {
  /** The most histories that a canary may take. */
  readonly budget: number;
  /** By canary, the seed to begin with: one that found it before. */
  readonly first?: Readonly<Record<string, number>>;
}

/**
 * Runs histories with a canary, from seed 1 on, until one is wrong; undefined: none was.
 *
 * @throws when no canary has the name
 */
export const runCanary = async (
  name: string,
  { budget, first = {} }: Hunt,
): Promise<Found | undefined> => {
  const canary = allCanaries.find((each) => each.name === name);
  if (canary === undefined) throw new Error(`there is no canary "${name}"`);
  const known = first[name];
  let found = known === undefined ? undefined : await findWith(canary, known);
  for (let seed = 1; seed <= budget && found === undefined; seed++)
    found = await findWith(canary, seed);
  return found;
};
