import { expect } from "chai";
import { IdentityProviderConfig } from "../../src/administration/identity-provider-config.js";
import { read, refused } from "../refused.js";

const whole = {
  identityProviderId: "theirs",
  isDeactivated: true,
  issuer: "https://login.example",
  jwksUrl: "https://login.example/keys",
  audience: "https://ledger.example",
};

describe("the codec of identity provider configurations", () => {
  it("reads all five fields as they are", () => {
    expect(read(IdentityProviderConfig, { ...whole, more: 1 })).to.deep.equal(whole);
  });

  it("leaves what is absent to the rules of ledger-api 8.1", () => {
    expect(read(IdentityProviderConfig, {})).to.deep.equal({
      identityProviderId: "",
      isDeactivated: false,
      issuer: "",
      jwksUrl: "",
      audience: "",
    });
  });

  for (const field of Object.keys(whole)) {
    it(`refuses numbers and objects in ${field}`, () => {
      for (const value of [1, {}]) {
        expect(refused(IdentityProviderConfig, { ...whole, [field]: value })).to.match(
          new RegExp(`^${field}: expected `),
        );
      }
    });
  }

  it("publishes id, issuer and key address as required", () => {
    expect(IdentityProviderConfig.schema.required).to.deep.equal([
      "identityProviderId",
      "issuer",
      "jwksUrl",
    ]);
  });
});
