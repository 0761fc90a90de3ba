import { expect } from "chai";
import { drawPlan } from "../../src/plan/draw-plan.js";
import { faultKinds, plainOperations, walletOperations } from "../../src/plan/plan.js";

const plans = Array.from({ length: 1_000 }, (_, at) => drawPlan(at + 1));

describe("The plan of a history", () => {
  it("follows from its seed", () => {
    expect(drawPlan(17)).to.deep.equal(drawPlan(17));
    expect(drawPlan(17)).to.not.deep.equal(drawPlan(18));
  });

  it("has every operation and every fault in some history, and none of them in others", () => {
    const operations = [...plainOperations, ...walletOperations];
    for (const kind of operations) {
      const having = plans.filter(({ steps }) =>
        steps.some(({ operation }) => operation.kind === kind),
      );
      expect(having.length, kind).to.be.within(1, 999);
    }
    for (const kind of faultKinds) {
      const having = plans.filter(({ faults }) => faults.some((fault) => fault.kind === kind));
      expect(having.length, kind).to.be.within(5, 900);
    }
    expect(plans.some(({ faults }) => faults.length === 0)).to.equal(true);
  });

  it("has nodes alone and several, with files and without, with wallets and without", () => {
    for (const nodes of [1, 2, 3])
      expect(plans.some(({ world }) => world.nodes === nodes)).to.equal(true);
    for (const is of [true, false]) {
      expect(plans.some(({ world }) => world.hasFiles === is)).to.equal(true);
      expect(plans.some(({ world }) => world.hasWallets === is)).to.equal(true);
      expect(plans.some(({ world }) => world.paysRent === is)).to.equal(true);
    }
  });
});
