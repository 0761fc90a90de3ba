import { expect } from "chai";
import { keySpecOfNumber, keySpecRules, keySpecs, keyUsages } from "../../src/keys/key-spec.js";

describe("key specs", () => {
  it("have the numbers 1 to 4 in order, and no other number is one", () => {
    expect(keySpecs.map((spec) => keySpecRules[spec].number)).to.deep.equal([1, 2, 3, 4]);
    for (const spec of keySpecs) expect(keySpecOfNumber(keySpecRules[spec].number)).to.equal(spec);
    for (const number of [0, 5, -1]) expect(keySpecOfNumber(number)).to.equal(undefined);
  });

  it("sign a digest with ECDSA and the message itself with Ed25519", () => {
    for (const spec of keySpecs) {
      const { algorithm, digest, signatureFormat } = keySpecRules[spec];
      const isEdwards = algorithm === "SIGNING_ALGORITHM_SPEC_ED25519";
      expect(digest === null).to.equal(isEdwards);
      expect(signatureFormat === "SIGNATURE_FORMAT_CONCAT").to.equal(isEdwards);
    }
  });

  it("have the uses of the public node", () => {
    expect(Object.values(keyUsages)).to.deep.equal([1, 3, 4, 5]);
  });
});
