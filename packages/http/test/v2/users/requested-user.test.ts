import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { requestedUser, requestedUserRights } from "../../../src/v2/users/requested-user.js";
import { callerWith } from "../../fixtures/callers.js";
import { leftOf } from "../../fixtures/outcomes.js";
import { type ProviderLedger, providerLedger } from "../../fixtures/provider-ledger.js";

const parameters = { "user-id": "alice" };
const admin = callerWith([{ kind: "ParticipantAdmin" }]);

describe("the user that a request asks for", () => {
  let ledger: ProviderLedger;
  before(async () => {
    ledger = await providerLedger();
    ledger.setUser({ userId: "alice" });
    ledger.setUser({ userId: "theirs", identityProviderId: "a" });
  });
  after(() => ledger.close());

  it("may be read by itself or an admin of its provider", () => {
    expect(requestedUserRights({ parameters, query: {} })).to.deep.equal([
      { kind: "self-or-admin", userId: "alice" },
      { kind: "provider", identityProviderId: "" },
    ]);
    const query = { "identity-provider-id": "a" };
    expect(requestedUserRights({ parameters, query })[1]).to.deep.equal({
      kind: "provider",
      identityProviderId: "a",
    });
  });

  it("is found in the provider of the caller, or in the one that is named", () => {
    const alice = ledger.user("alice");
    if (alice === undefined) throw new Error("there is no alice");
    expect(requestedUser({ parameters, query: {}, caller: admin }, ledger)).to.deep.equal(
      right(alice),
    );
    const theirs = {
      parameters: { "user-id": "theirs" },
      query: { "identity-provider-id": "a" },
      caller: admin,
    };
    expect(requestedUser(theirs, ledger)).to.deep.equal(right(ledger.user("theirs")));
  });

  it("is denied where it is of another provider than the one asked in", () => {
    const query = { "identity-provider-id": "a" };
    const outside = requestedUser({ parameters, query, caller: admin }, ledger);
    expect(leftOf(outside).code).to.equal("PERMISSION_DENIED");
    const unnamed = { parameters: { "user-id": "theirs" }, query: {}, caller: admin };
    expect(leftOf(requestedUser(unnamed, ledger)).code).to.equal("PERMISSION_DENIED");
  });

  it("is itself in its own provider, without naming that", () => {
    const caller = callerWith([{ kind: "ParticipantAdmin" }], {
      userId: "theirs",
      identityProviderId: "a",
    });
    const self = { parameters: { "user-id": "theirs" }, query: {}, caller };
    expect(requestedUser(self, ledger)).to.deep.equal(right(ledger.user("theirs")));
  });

  it("is not there", () => {
    const missing = { parameters: { "user-id": "nobody" }, query: {}, caller: admin };
    expect(leftOf(requestedUser(missing, ledger))).to.include({ code: "USER_NOT_FOUND" });
  });
});
