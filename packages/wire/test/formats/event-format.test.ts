import { expect } from "chai";
import fc from "fast-check";
import { everythingFor } from "../../src/formats/event-format.js";
import { EventFormatWire, eventFormatOf } from "../../src/formats/event-format-codec.js";
import { read } from "../refused.js";

describe("the format of everything for some parties", () => {
  it("names each party once, in any order and repetition, and no one else", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (parties) => {
        const { filtersByParty, filtersForAnyParty } = everythingFor(...parties);
        expect(new Set(Object.keys(filtersByParty))).to.deep.equal(new Set(parties));
        for (const filters of Object.values(filtersByParty))
          expect(filters).to.deep.equal({ cumulative: [] });
        expect(filtersForAnyParty).to.equal(undefined);
      }),
    );
  });

  it("is what a request with an empty filter per party means", () => {
    const wire = { filtersByParty: { alice: {}, bob: { cumulative: [] } } };
    expect(eventFormatOf(read(EventFormatWire, wire))).to.deep.equal({
      ...everythingFor("alice", "bob"),
      verbose: false,
    });
  });

  it("is not for any party when no party is named", () => {
    expect(everythingFor()).to.deep.equal({ filtersByParty: {} });
  });
});
