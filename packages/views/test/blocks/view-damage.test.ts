import { expect } from "chai";
import { ViewDamage } from "../../src/blocks/view-damage.js";

describe("Damage of views", () => {
  it("is an error that says what was found", () => {
    const thrown = new ViewDamage("block 1/2/3 is missing");
    expect(thrown).to.be.instanceOf(Error);
    expect(thrown.message).to.equal("block 1/2/3 is missing");
  });
});
