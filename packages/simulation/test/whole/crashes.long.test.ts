import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import { runHistory } from "../../src/history/run-history.js";
import { drawPlan } from "../../src/plan/draw-plan.js";
import type { Fault, Operation, Plan, Step, World } from "../../src/plan/plan.js";

const operations: ReadonlyArray<Operation> = [
  { kind: "issue", to: 1, units: 1_000 },
  { kind: "open", name: 1 },
  { kind: "split", pick: 1, part: 30 },
  { kind: "again", of: 0 },
  { kind: "count", name: 1 },
  { kind: "user", name: 1 },
  { kind: "transfer", pick: 2, to: 0 },
];

const steps: ReadonlyArray<Step> = operations.map((operation, id) => ({
  id,
  atMs: 100 + id * 60,
  node: 0,
  user: 1,
  operation,
  period: { kind: "none" },
  retries: 3,
}));

const worlds: Readonly<Record<string, Partial<World>>> = {
  "one node": { nodes: 1, hasFiles: false },
  "one node with files": { nodes: 1, hasFiles: true, snapshotEveryEvents: 3 },
  "two nodes": { nodes: 2, hasFiles: false },
};

const planWith = (world: Partial<World>, faults: ReadonlyArray<Fault>): Plan => {
  const drawn = drawPlan(1);
  const usual: World = {
    ...drawn.world,
    hasWallets: false,
    paysRent: false,
    signs: false,
    users: 2,
    delayMs: 2,
    readsNow: false,
    pageEvents: 1_000,
    maxBatchSize: 256,
    maxWaitingSubmissions: 256,
    deduplicationSeconds: 86_400,
  };
  return { seed: 1, world: { ...usual, ...world }, steps, faults };
};

/** Each n-th callback of a history is one before which the node is killed. */
const step = testSize("KILL_STEP");

describe("A node that is killed", () => {
  for (const [name, world] of Object.entries(worlds)) {
    it(`at any of its callbacks loses and repeats nothing: ${name}`, async () => {
      const { tasks, violations } = await runHistory(planWith(world, []));
      expect(violations).to.deep.equal([]);
      expect(tasks).to.be.above(40);
      for (let task = 0; task < tasks; task += step) {
        const crash: Fault = { kind: "crash", node: 0, task, downMs: 50 };
        const outcome = await runHistory(planWith(world, [crash]));
        expect(outcome.violations, `killed at callback ${task}`).to.deep.equal([]);
      }
    });
  }
});
