import { expect } from "chai";
import fc from "fast-check";
import { compareVersions } from "../../src/packages/package-version.js";
import { isPackageVersion } from "../../src/values/grammar.js";

const segment = fc.oneof(fc.nat(12), fc.constant(2 ** 31 - 1));
const version = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => segments.join("."));

describe("The order of package versions", () => {
  const inOrder = ["0", "0.0", "0.0.1", "0.1", "1", "1.0", "1.0.0", "1.2", "1.10", "2", "10"];
  for (const [at, lower] of inOrder.entries()) {
    it(`has ${lower} below what follows it`, () => {
      for (const higher of inOrder.slice(at + 1)) {
        expect(compareVersions(lower, higher), higher).to.be.below(0);
        expect(compareVersions(higher, lower), higher).to.be.above(0);
      }
      expect(compareVersions(lower, lower)).to.equal(0);
    });
  }

  it("is one: total, and the same whichever way it is looked at", () => {
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect([a, b, c].every(isPackageVersion)).to.equal(true);
        expect(Math.sign(compareVersions(a, b))).to.equal(-Math.sign(compareVersions(b, a)) + 0);
        expect(compareVersions(a, b) === 0).to.equal(a === b);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).to.be.at.most(0);
      }),
      { numRuns: 300 },
    );
  });

  it("puts a version before the same with something added", () => {
    fc.assert(
      fc.property(version, segment, (shorter, more) => {
        expect(compareVersions(shorter, `${shorter}.${more}`)).to.be.below(0);
      }),
      { numRuns: 100 },
    );
  });
});
