import { expect } from "chai";
import fc from "fast-check";
import { partySet, unionOf } from "../../src/values/party-set.js";

const party = fc.constantFrom("alice::1", "bob::1", "carol::1", "dave::1");
const parties = fc.array(party, { maxLength: 6 });

const model = (all: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(all)].sort();

describe("A set of parties", () => {
  it("has each party once, in order", () => {
    fc.assert(
      fc.property(parties, (all) => {
        expect(partySet(all)).to.deep.equal(model(all));
        expect(partySet(partySet(all))).to.deep.equal(partySet(all));
        expect(partySet(all.toReversed())).to.deep.equal(partySet(all));
      }),
      { numRuns: 200 },
    );
  });

  it("leaves what it is made of as it was", () => {
    const given = Object.freeze(["bob::1", "alice::1", "bob::1"]);
    expect(partySet(given)).to.deep.equal(["alice::1", "bob::1"]);
    expect(given).to.deep.equal(["bob::1", "alice::1", "bob::1"]);
  });
});

describe("The union of two sets of parties", () => {
  it("has the parties of both, each once, in order", () => {
    const sets = parties.map(partySet);
    fc.assert(
      fc.property(sets, sets, sets, (a, b, c) => {
        expect(unionOf(a, b)).to.deep.equal(model([...a, ...b]));
        expect(unionOf(a, b)).to.deep.equal(unionOf(b, a));
        expect(unionOf(a, a)).to.deep.equal(a);
        expect(unionOf(a, [])).to.deep.equal(a);
        expect(unionOf(unionOf(a, b), c)).to.deep.equal(unionOf(a, unionOf(b, c)));
      }),
      { numRuns: 200 },
    );
  });
});
