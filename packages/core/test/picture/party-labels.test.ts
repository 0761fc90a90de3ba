import { expect } from "chai";
import fc from "fast-check";
import { partyLabels } from "../../src/picture/party-labels.js";

const hint = (party: string): string => party.split("::")[0] ?? party;

describe("The labels of parties", () => {
  it("are their names, with the end of the id where several have one name", () => {
    const labels = partyLabels(["ana::1220aaaa", "ben::1220bbbb", "ben::1220cccc"], hint);
    expect([...labels.values()].toSorted()).to.deep.equal(["ana", "ben…bbbb", "ben…cccc"]);
  });

  it("are never the same for two", () => {
    const part = fc.string({ unit: fc.constantFrom("a", "b", "…"), maxLength: 16 });
    const parties = fc.uniqueArray(fc.tuple(part, part).map(([name, key]) => `${name}::${key}`));
    fc.assert(
      fc.property(parties, (all) => {
        const labels = partyLabels(all, hint);
        expect(labels.size).to.equal(all.length);
        expect(new Set(labels.values()).size).to.equal(all.length);
      }),
    );
  });
});
