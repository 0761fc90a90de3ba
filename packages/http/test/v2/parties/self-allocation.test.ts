import { expect } from "chai";
import { quotaOf } from "../../../src/v2/parties/self-allocation.js";
import { callerWith } from "../../fixtures/callers.js";

describe("the quota of parties", () => {
  for (const maxSelfAllocatedParties of [0, 1, 5]) {
    it(`is ${maxSelfAllocatedParties} for users and endless for admins`, () => {
      const settings = { maxSelfAllocatedParties };
      for (const kind of ["ParticipantAdmin", "IdentityProviderAdmin"] as const)
        expect(quotaOf(callerWith([{ kind }]), settings)).to.deep.equal({});
      for (const caller of [callerWith(), callerWith([{ kind: "CanReadAsAnyParty" }])]) {
        expect(quotaOf(caller, settings)).to.deep.equal({
          maxPartiesOfUser: maxSelfAllocatedParties,
        });
      }
    });
  }
});
