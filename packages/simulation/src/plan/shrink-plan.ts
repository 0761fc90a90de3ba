import type { Plan, World } from "./plan.js";

const simpler: ReadonlyArray<Partial<World>> = [
  { nodes: 1 },
  { hasFiles: false },
  { quietEvents: 0 },
  { paysRent: false },
  { signs: false },
  { delayMs: 0 },
  { maxBatchSize: 256 },
  { pageEvents: 1_000 },
  { maxWaitingSubmissions: 256 },
  { users: 2 },
];

/**
 * A shorter history in which something is still wrong: with fewer steps and faults, in a simpler
 * world.
 *
 * @param fails whether something is wrong in a history
 * @param mostRuns how many histories are run at most
 */
export const shrinkPlan = async (
  plan: Plan,
  fails: (plan: Plan) => Promise<boolean>,
  mostRuns = 400,
): Promise<Plan> => {
  let runs = 0;
  let smallest = plan;
  const takes = async (candidate: Plan): Promise<boolean> => {
    if (runs >= mostRuns) return false;
    runs += 1;
    const isWrong = await fails(candidate);
    if (isWrong) smallest = candidate;
    return isWrong;
  };
  /** Leaves out parts of a list, first halves, then less. */
  const thin = async <A>(
    list: () => ReadonlyArray<A>,
    withList: (list: ReadonlyArray<A>) => Plan,
  ): Promise<void> => {
    for (let size = Math.ceil(list().length / 2); size >= 1; size = size >> 1) {
      for (let at = 0; at < list().length; ) {
        const rest = [...list().slice(0, at), ...list().slice(at + size)];
        if (!(await takes(withList(rest)))) at += size;
      }
    }
  };
  for (let before = 0; before !== sizeOf(smallest); ) {
    before = sizeOf(smallest);
    await thin(
      () => smallest.faults,
      (faults) => ({ ...smallest, faults }),
    );
    await thin(
      () => smallest.steps,
      (steps) => ({ ...smallest, steps }),
    );
    for (const change of simpler)
      await takes({ ...smallest, world: { ...smallest.world, ...change } });
  }
  return smallest;
};

const sizeOf = ({ steps, faults }: Plan): number => steps.length + faults.length;
