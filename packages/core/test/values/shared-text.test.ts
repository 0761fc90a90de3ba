import { expect } from "chai";
import fc from "fast-check";
import {
  knownParty,
  setOfParties,
  sharedParties,
  sharedParty,
  sharedText,
} from "../../src/values/shared-text.js";

const parties = fc.array(fc.constantFrom("alice::1220", "bob::1220", "bank::1220"), {
  maxLength: 4,
});

describe("shared texts", () => {
  it("are equal to what they stand for", () => {
    fc.assert(
      fc.property(parties, (list) => {
        expect(sharedParties(list)).to.deep.equal(list);
        expect(setOfParties(list)).to.deep.equal(new Set(list));
        for (const party of list) expect(sharedParty(party)).to.equal(party);
        for (const text of list) expect(sharedText(text)).to.equal(text);
      }),
    );
  });

  it("share lists of none and of one party, so that contracts do not each keep their own", () => {
    expect(sharedParties([])).to.equal(sharedParties([]));
    expect(sharedParties(["alice::1220"])).to.equal(sharedParties(["alice::1220"]));
    expect(setOfParties(["alice::1220"])).to.equal(setOfParties(["alice::1220"]));
  });

  it("cannot be changed by whoever gets hold of a shared list", () => {
    expect(Object.isFrozen(sharedParties([]))).to.equal(true);
    expect(Object.isFrozen(sharedParties(["alice::1220"]))).to.equal(true);
  });

  it("leave their argument alone", () => {
    const list = ["alice::1220"];
    sharedParties(list);
    list.push("bob::1220");
    expect(sharedParties(["alice::1220"])).to.deep.equal(["alice::1220"]);
  });

  it("know a party once it was shared, and no other text", () => {
    expect(knownParty("never seen::1220")).to.equal(undefined);
    sharedParty("seen::1220");
    expect(knownParty("seen::1220")).to.equal("seen::1220");
  });

  it("know no shared text that is not a party id", () => {
    for (const text of ["", "a/b"]) {
      sharedParty(text);
      expect(knownParty(text), text).to.equal(undefined);
    }
  });
});
