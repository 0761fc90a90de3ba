import type { UserRight } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { everyRight, rightsOf } from "../../src/auth/rights.js";

const party = fc.constantFrom("alice", "bob", "carol");
const anyRight: fc.Arbitrary<UserRight> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("CanActAs" as const, "CanReadAs" as const, "CanExecuteAs" as const),
    party,
  }),
  fc.record({
    kind: fc.constantFrom(
      "CanReadAsAnyParty" as const,
      "CanExecuteAsAnyParty" as const,
      "ParticipantAdmin" as const,
      "IdentityProviderAdmin" as const,
    ),
  }),
);
const has = (rights: ReadonlyArray<UserRight>, wanted: UserRight): boolean =>
  rights.some((right) => JSON.stringify(right) === JSON.stringify(wanted));

describe("the rights of a user", () => {
  it("are what ledger-api 9.3 says each of them covers", () => {
    fc.assert(
      fc.property(fc.array(anyRight, { maxLength: 6 }), party, (given, who) => {
        const rights = rightsOf(given);
        const actAs = has(given, { kind: "CanActAs", party: who });
        const readAny = has(given, { kind: "CanReadAsAnyParty" });
        const executeAny = has(given, { kind: "CanExecuteAsAnyParty" });
        const readAs = actAs || readAny || has(given, { kind: "CanReadAs", party: who });
        const executeAs = actAs || executeAny || has(given, { kind: "CanExecuteAs", party: who });
        expect(rights.canActAs(who)).to.equal(actAs);
        expect(rights.canReadAs(who)).to.equal(readAs);
        expect(rights.canExecuteAs(who)).to.equal(executeAs);
        expect(rights.knows(who)).to.equal(readAs || executeAs);
        expect(rights.readAsAny).to.equal(readAny);
        expect(rights.executeAsAny).to.equal(executeAny);
        expect(rights.participantAdmin).to.equal(has(given, { kind: "ParticipantAdmin" }));
        expect(rights.identityProviderAdmin).to.equal(
          has(given, { kind: "IdentityProviderAdmin" }),
        );
      }),
    );
  });

  it("never let an admin act, read or execute by being admin alone", () => {
    const rights = rightsOf([{ kind: "ParticipantAdmin" }, { kind: "IdentityProviderAdmin" }]);
    expect(rights.canActAs("alice")).to.equal(false);
    expect(rights.canReadAs("alice")).to.equal(false);
    expect(rights.canExecuteAs("alice")).to.equal(false);
    expect(rights.knows("alice")).to.equal(false);
  });

  it("are made once for a list, and again for another list of the same rights", () => {
    const given: ReadonlyArray<UserRight> = [{ kind: "CanActAs", party: "alice" }];
    expect(rightsOf(given)).to.equal(rightsOf(given));
    // streams end on a changed list, which is another object
    expect(rightsOf([...given])).to.not.equal(rightsOf(given));
  });

  it("are all there are while authorization is off", () => {
    expect(everyRight.everything).to.equal(true);
    expect(everyRight.participantAdmin && everyRight.identityProviderAdmin).to.equal(true);
    expect(everyRight.readAsAny && everyRight.executeAsAny).to.equal(true);
    for (const holds of [
      everyRight.canActAs,
      everyRight.canReadAs,
      everyRight.canExecuteAs,
      everyRight.knows,
    ])
      expect(holds("anybody")).to.equal(true);

    expect(rightsOf([]).everything).to.equal(false);
  });
});
