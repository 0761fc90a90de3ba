import { expect } from "chai";
import { isRight, left, right } from "fp-ts/lib/Either.js";
import { wireIdentifier } from "../../src/types/wire-identifier.js";

const form = "<package>:<moduleName>:<entityName>";

describe("the codec of identifiers", () => {
  for (const text of ["#iou:Iou:Iou", "p:M.Sub:T", "###TemplateMalformed:x:y", ":M:T"]) {
    it(`reads "${text}" and leaves its parts to the rules`, () => {
      expect(wireIdentifier.read(text)).to.deep.equal(right(text));
    });
  }

  for (const text of ["", "not-a-valid-template-id", "M:T", "a:b:c:d", "::", "a:b:", "a:b:c:d:"]) {
    it(`refuses "${text}" with the text that clients compare`, () => {
      const reason = `Invalid identifier format (${text}) not matching the expected format (${form})`;
      expect(wireIdentifier.read(text)).to.deep.equal(left({ path: [], reason, actual: text }));
    });
  }

  it("looks at no colon at the end, as a public node does", () => {
    expect(wireIdentifier.read("#iou:Iou:Iou::")).to.deep.equal(right("#iou:Iou:Iou"));
  });

  it("cuts a long text in its error", () => {
    const read = wireIdentifier.read("x".repeat(1_000));
    if (isRight(read)) throw new Error("accepted");
    expect(read.left.reason).to.have.length.below(200);
  });

  it("refuses values other than texts", () => {
    for (const value of [1, null, true, undefined])
      expect(isRight(wireIdentifier.read(value)), String(value)).to.equal(false);
  });
});
