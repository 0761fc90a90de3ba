import { expect } from "chai";
import { drawPlan } from "../../src/plan/draw-plan.js";
import type { Plan } from "../../src/plan/plan.js";
import { shrinkPlan } from "../../src/plan/shrink-plan.js";

const plan = drawPlan(4);

describe("Shrinking a history", () => {
  it("keeps the steps and faults without which nothing is wrong, and no others", async () => {
    const [step, other] = [plan.steps[1], plan.steps[3]];
    const fault = plan.faults[2];
    const fails = async ({ steps, faults }: Plan): Promise<boolean> =>
      [step, other].every((each) => each !== undefined && steps.includes(each)) &&
      fault !== undefined &&
      faults.includes(fault);
    const smallest = await shrinkPlan(plan, fails);
    expect(smallest.steps).to.deep.equal([step, other]);
    expect(smallest.faults).to.deep.equal([fault]);
  });

  it("simplifies the world as far as something is still wrong in it", async () => {
    const wide: Plan = { ...plan, world: { ...plan.world, nodes: 3, hasFiles: true, users: 4 } };
    const smallest = await shrinkPlan(wide, async ({ world }) => world.hasFiles);
    expect(smallest.world).to.include({ nodes: 1, hasFiles: true, users: 2 });
    expect(smallest.steps).to.deep.equal([]);
  });

  it("gives a plan in which something is wrong when it may not run any", async () => {
    expect(await shrinkPlan(plan, async () => true, 0)).to.equal(plan);
  });
});
