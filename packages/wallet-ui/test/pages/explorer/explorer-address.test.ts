import { expect } from "chai";
import { readAddress, writeAddress } from "../../../src/pages/explorer/explorer-address.js";

describe("the address of an explorer page", () => {
  it("says whose eyes, at which offset, which template", () => {
    const address = { at: 7, party: "bob::1220ab", template: "#p:M:T" };
    expect(readAddress(writeAddress(address))).to.deep.equal(address);
    expect(writeAddress({ at: undefined, party: "", template: "" })).to.equal("");
  });

  it("leaves out what is no offset", () => {
    for (const at of ["", "-1", "1.5", "abc", "1".repeat(16)])
      expect(readAddress(`?at=${at}`).at, at).to.equal(undefined);
    expect(readAddress("?at=0").at).to.equal(0);
  });
});
