import { expect } from "chai";
import { JournalReadError } from "../../src/interface/journal-texts.js";

describe("A journal that cannot be read", () => {
  it("says why, and whether that may pass", () => {
    const broken = new JournalReadError("the chain is broken");
    expect([broken.message, broken.mayPass]).to.deep.equal(["the chain is broken", false]);
    expect(new JournalReadError("the disk is busy", true).mayPass).to.equal(true);
    expect(broken).to.be.instanceOf(Error);
  });
});
