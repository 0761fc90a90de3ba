import { expect } from "chai";
import { TableDamage } from "../src/table-damage.js";

describe("Damage of views", () => {
  it("is an error that says what was found", () => {
    const thrown = new TableDamage("block 1/2/3 is missing");
    expect(thrown).to.be.instanceOf(Error);
    expect(thrown.message).to.equal("block 1/2/3 is missing");
  });
});
