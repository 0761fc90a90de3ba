import type { UserRight } from "@tallystick/core";
import { expect } from "chai";
import { type Demand, refusal } from "../src/auth/demand.js";
import { rightsOf } from "../src/auth/rights.js";

const met = (rights: ReadonlyArray<UserRight>, demand: Demand): boolean =>
  refusal([demand], { userId: "me", rights: rightsOf(rights), identityProviderId: "" }) ===
  undefined;

const actAs: Demand = { kind: "act-as", party: "p" };
const readAs: Demand = { kind: "read-as", party: "p" };
const readAny: Demand = { kind: "read-as-any" };
const admin: Demand = { kind: "admin" };
const participantAdmin: Demand = { kind: "participant-admin" };

const table: ReadonlyArray<readonly [UserRight | undefined, ReadonlyArray<Demand>]> = [
  [undefined, []],
  [{ kind: "CanActAs", party: "p" }, [actAs, readAs]],
  [{ kind: "CanActAs", party: "q" }, []],
  [{ kind: "CanReadAs", party: "p" }, [readAs]],
  [{ kind: "CanReadAs", party: "q" }, []],
  [{ kind: "CanExecuteAs", party: "p" }, []],
  [{ kind: "CanReadAsAnyParty" }, [readAs, readAny]],
  [{ kind: "CanExecuteAsAnyParty" }, []],
  [{ kind: "ParticipantAdmin" }, [admin, participantAdmin]],
  [{ kind: "IdentityProviderAdmin" }, [admin]],
];

describe("The rights of a caller", () => {
  for (const [given, covered] of table) {
    const holder = given === undefined ? "no right" : JSON.stringify(given);
    for (const demand of [actAs, readAs, readAny, admin, participantAdmin]) {
      const expected = covered.includes(demand);
      it(`${expected ? "meet" : "do not meet"} ${demand.kind} with ${holder}`, () => {
        expect(met(given === undefined ? [] : [given], demand)).to.equal(expected);
      });
    }
  }

  it("let a user speak for itself, and an admin look at others", () => {
    const other = "other";
    expect(met([], { kind: "same-user", userId: "me" })).to.equal(true);
    expect(met([{ kind: "ParticipantAdmin" }], { kind: "same-user", userId: other })).to.equal(
      false,
    );
    expect(met([], { kind: "self-or-admin", userId: "me" })).to.equal(true);
    expect(met([], { kind: "self-or-admin", userId: other })).to.equal(false);
    expect(
      met([{ kind: "IdentityProviderAdmin" }], { kind: "self-or-admin", userId: other }),
    ).to.equal(true);
    const reader: Demand = { kind: "same-user-or-any-reader", userId: other };
    expect(met([], reader)).to.equal(false);
    expect(met([{ kind: "CanReadAsAnyParty" }], reader)).to.equal(true);
  });

  it("are refused at the first demand not met, naming right and party", () => {
    const caller = {
      userId: "me",
      identityProviderId: "",
      rights: rightsOf([{ kind: "CanActAs", party: "p" }]),
    };
    const refused = refusal([actAs, { kind: "act-as", party: "q" }], caller);
    expect(refused).to.include({ code: "PERMISSION_DENIED", definiteAnswer: true });
    expect(refused?.cause).to.equal("User me lacks CanActAs for party q");
  });
});
