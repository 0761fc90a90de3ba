import { expect } from "chai";
import { providerOf, providerOfUser, requestedBy, wrongProvider } from "../../src/auth/provider.js";
import { callerWith } from "../fixtures/callers.js";

const admin = callerWith([{ kind: "ParticipantAdmin" }], { identityProviderId: "a" });
const providerAdmin = callerWith([{ kind: "IdentityProviderAdmin" }], { identityProviderId: "a" });
const user = callerWith([], { identityProviderId: "a" });

describe("the identity provider of a request", () => {
  it("is the one it names, for everyone", () => {
    for (const caller of [admin, providerAdmin, user])
      expect(providerOf("b", caller)).to.equal("b");
  });

  it("is the caller's own where none is named, for participant admins the default one", () => {
    expect(providerOf("", providerAdmin)).to.equal("a");
    expect(providerOf("", user)).to.equal("a");
    expect(providerOf("", admin)).to.equal("");
  });

  it("is the own one of whoever asks for itself, participant admins too", () => {
    expect(providerOfUser("", admin, "me")).to.equal("a");
    expect(providerOfUser("", admin, "bob")).to.equal("");
    expect(providerOfUser("b", admin, "me")).to.equal("b");
    expect(providerOfUser("", user, "bob")).to.equal("a");
  });
});

describe("the caller in the rules of administration", () => {
  it("has its id, its provider, and whether it is participant admin", () => {
    expect(requestedBy(admin)).to.deep.equal({
      userId: "me",
      participantAdmin: true,
      identityProviderId: "a",
    });
    expect(requestedBy(providerAdmin).participantAdmin).to.equal(false);
  });
});

describe("a user of another provider", () => {
  it("is not an error when it is of that provider", () => {
    const bob = { userId: "bob", identityProviderId: "a" };
    expect(wrongProvider(bob, "a")).to.equal(undefined);
    expect(wrongProvider({ ...bob, identityProviderId: "" }, "")).to.equal(undefined);
  });

  it("is denied, naming the provider it was searched in", () => {
    const bob = { userId: "bob", identityProviderId: "a" };
    const denied = wrongProvider(bob, "");
    expect(denied).to.include({ code: "PERMISSION_DENIED", definiteAnswer: true });
    expect(denied?.cause).to.contain("User bob does not belong to the default identity provider");
    expect(wrongProvider(bob, "b")?.cause).to.contain("to the b identity provider");
  });
});
