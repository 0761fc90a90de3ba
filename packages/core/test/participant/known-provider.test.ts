import { expect } from "chai";
import {
  defaultProviderId,
  otherProvider,
  providerError,
} from "../../src/participant/known-provider.js";
import { emptyParticipant, evolveParticipant } from "../../src/participant/participant-state.js";

const state = evolveParticipant(emptyParticipant(1), {
  type: "IdentityProviderConfigCreated",
  identityProviderId: "acme",
  issuer: "https://acme.example.com",
  jwksUrl: "https://acme.example.com/keys",
  isDeactivated: false,
  audience: "",
  recordTime: 0,
});

describe("An identity provider that a request names", () => {
  const table: ReadonlyArray<readonly [id: string, isKnown: boolean]> = [
    [defaultProviderId, true],
    ["acme", true],
    ["Acme", false],
    ["acme ", false],
    ["toString", false],
    ["__proto__", false],
  ];
  for (const [id, isKnown] of table) {
    it(`is ${isKnown ? "" : "not "}known: "${id}"`, () => {
      const error = providerError(state, id, "identityProviderId");
      expect(error === undefined).to.equal(isKnown);
      if (!isKnown) {
        expect(error).to.deep.include({ code: "INVALID_ARGUMENT", field: "identityProviderId" });
        expect(error?.cause).to.contain(`The identity provider ${id} is not known`);
      }
    });
  }

  it("is shown up to 100 characters", () => {
    const long = "x".repeat(101);
    expect(providerError(state, long, "f")?.cause).to.contain(`${"x".repeat(100)} is not known`);
    expect(otherProvider("User u", long).cause).to.contain(`provider ${"x".repeat(100)}.`);
  });

  it("must be that of what is changed", () => {
    expect(otherProvider("User ann", "acme")).to.deep.include({
      code: "PERMISSION_DENIED",
      cause: "User ann does not belong to the identity provider acme.",
    });
    expect(otherProvider("Party p", "").cause).to.equal(
      "Party p does not belong to the default identity provider.",
    );
  });
});
