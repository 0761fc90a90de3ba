import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { IdentityProviderPath, validProviderId } from "../../../src/v2/idps/idp-path.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";

describe("the identity provider of a path", () => {
  for (const id of ["a", "idp-1", "a.b:c/d#e f_g", "x".repeat(255)]) {
    it(`may be ${id.slice(0, 20)}`, () => {
      expect(validProviderId(id)).to.deep.equal(right(id));
    });
  }

  for (const id of ["", "a@b", "a!", "ä", "x".repeat(256)]) {
    it(`may not be ${JSON.stringify(id.slice(0, 20))}`, () => {
      const error = leftOf(validProviderId(id));
      expect(error.code).to.equal("INVALID_FIELD");
      expect(error.cause).to.contain("identity_provider_id").and.to.have.length.below(300);
    });
  }

  it("is decoded from the path", () => {
    expect(rightOf(IdentityProviderPath.read({ "idp-id": "a" }))).to.deep.equal({ "idp-id": "a" });
    expect(leftOf(IdentityProviderPath.read({})).path).to.deep.equal(["idp-id"]);
  });
});
