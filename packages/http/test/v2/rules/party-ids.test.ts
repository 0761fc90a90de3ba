import { expect } from "chai";
import fc from "fast-check";
import { partyIdError } from "../../../src/v2/rules/party-ids.js";

const good = fc.stringMatching(/^[a-zA-Z0-9:\-_ ]{1,40}$/);

describe("a list of parties", () => {
  it("is in order with party ids alone, and may be empty", () => {
    fc.assert(
      fc.property(fc.array(good), (parties) => {
        expect(partyIdError(parties)).to.equal(undefined);
      }),
    );
    expect(partyIdError(["x".repeat(255)])).to.equal(undefined);
  });

  for (const bad of ["", "a.b", "a/b", "ä", "x".repeat(256), "a\n"]) {
    it(`names the place of ${JSON.stringify(bad.slice(0, 8))}, the first that is none`, () => {
      fc.assert(
        fc.property(fc.array(good, { maxLength: 5 }), fc.array(fc.string()), (before, after) => {
          expect(partyIdError([...before, bad, ...after])).to.include({
            code: "INVALID_ARGUMENT",
            field: `parties[${before.length}]`,
          });
        }),
        { numRuns: 20 },
      );
    });
  }
});
