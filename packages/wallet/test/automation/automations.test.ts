import { expect } from "chai";
import { automations } from "../../src/automation/automations.js";

describe("the automations", () => {
  it("pay what was agreed before they collect and sweep", () => {
    const names = automations.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    const paid = ["complete-accepted-offers", "pay-subscriptions"];
    const after = ["collect-rewards-and-merge", "sweep"];
    for (const first of paid) {
      expect(names).to.include(first);
      for (const second of after)
        expect(names.indexOf(first), `${first}, ${second}`).to.be.below(names.indexOf(second));
    }
  });
});
