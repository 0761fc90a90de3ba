import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { noProvider, providerOf, urlError } from "../../../src/pages/console/provider-draft.js";
import { lackOf } from "../typed.js";

const filled = {
  ...noProvider,
  identityProviderId: "company",
  issuer: "https://id.example",
  jwksUrl: "https://id.example/keys",
};

describe("what is typed for an identity provider", () => {
  it("is one with an id, an issuer and the address of its keys", () => {
    expect(providerOf(filled)).to.deep.equal(right(filled));
    expect(lackOf(providerOf(noProvider))).to.match(/an id first/);
    expect(lackOf(providerOf({ ...filled, issuer: "" }))).to.match(/issuer first/);
    expect(lackOf(providerOf({ ...filled, jwksUrl: "" }))).to.match(/address of its keys first/);
  });

  it("has keys at an https address alone", () => {
    expect(urlError("")).to.equal(undefined);
    expect(urlError("https://id.example")).to.equal(undefined);
    for (const text of ["http://id.example", "id.example", "javascript:alert(1)", "https://"])
      expect(urlError(text), text).to.match(/https:/);
    expect(lackOf(providerOf({ ...filled, jwksUrl: "http://id.example" }))).to.match(/https:/);
  });
});
