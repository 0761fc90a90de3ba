import { expect } from "chai";
import { IntervalBounds } from "../../../src/wallet/automations/interval-bounds.js";

describe("The bounds of automations", () => {
  it("allow so many commands of a party in any interval", () => {
    const bounds = new IntervalBounds(100);
    const sweep = { name: "sweep", bound: { most: 2 } };
    const other = { name: "other", bound: { most: 2 } };
    for (const at of [10, 60]) {
      expect(bounds.allows(sweep, "a", at)).to.equal(true);
      bounds.took(sweep, "a", at);
    }
    expect(bounds.allows(sweep, "a", 109)).to.equal(false);
    expect(bounds.allows(sweep, "b", 109)).to.equal(true);
    expect(bounds.allows(other, "a", 109)).to.equal(true);
    expect(bounds.allows(sweep, "a", 110)).to.equal(true);
    bounds.took(sweep, "a", 110);
    expect(bounds.allows(sweep, "a", 159)).to.equal(false);
    expect(bounds.allows(sweep, "a", 160)).to.equal(true);
  });

  it("do not count what uses up something", () => {
    const bounds = new IntervalBounds(100);
    const complete = { name: "complete", bound: { oncePer: "offer" } };
    for (let times = 0; times < 50; times++) bounds.took(complete, "a", 1);
    expect(bounds.allows(complete, "a", 1)).to.equal(true);
  });
});
