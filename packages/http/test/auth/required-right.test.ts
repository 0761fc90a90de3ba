import type { UserRight } from "@tallystick/core";
import { expect } from "chai";
import { type RequiredRight, accessError } from "../../src/auth/required-right.js";
import { rightsOf } from "../../src/auth/rights.js";

type PlainKind = Exclude<UserRight, { readonly party: string }>["kind"];

const met = (rights: ReadonlyArray<UserRight>, required: RequiredRight): boolean =>
  accessError([required], { userId: "me", rights: rightsOf(rights), identityProviderId: "" }) ===
  undefined;

const actAs: RequiredRight = { kind: "act-as", party: "p" };
const readAs: RequiredRight = { kind: "read-as", party: "p" };
const readAny: RequiredRight = { kind: "read-as-any" };
const executeAs: RequiredRight = { kind: "execute-as", party: "p" };
const partyOrAdmin: RequiredRight = { kind: "party-or-admin", party: "p" };
const admin: RequiredRight = { kind: "admin" };
const participantAdmin: RequiredRight = { kind: "participant-admin" };

const table: ReadonlyArray<readonly [UserRight | undefined, ReadonlyArray<RequiredRight>]> = [
  [undefined, []],
  [{ kind: "CanActAs", party: "p" }, [actAs, readAs, executeAs, partyOrAdmin]],
  [{ kind: "CanActAs", party: "q" }, []],
  [{ kind: "CanReadAs", party: "p" }, [readAs, partyOrAdmin]],
  [{ kind: "CanReadAs", party: "q" }, []],
  [{ kind: "CanExecuteAs", party: "p" }, [executeAs, partyOrAdmin]],
  [{ kind: "CanExecuteAs", party: "q" }, []],
  [{ kind: "CanReadAsAnyParty" }, [readAs, readAny, partyOrAdmin]],
  [{ kind: "CanExecuteAsAnyParty" }, [executeAs, partyOrAdmin]],
  [{ kind: "ParticipantAdmin" }, [admin, participantAdmin, partyOrAdmin]],
  [{ kind: "IdentityProviderAdmin" }, [admin, partyOrAdmin]],
];

const every = [actAs, readAs, readAny, executeAs, partyOrAdmin, admin, participantAdmin];

describe("The rights of a caller", () => {
  for (const [given, covered] of table) {
    const holder = given === undefined ? "no right" : JSON.stringify(given);
    for (const required of every) {
      const expected = covered.includes(required);
      it(`${expected ? "meet" : "do not meet"} ${required.kind} with ${holder}`, () => {
        expect(met(given === undefined ? [] : [given], required)).to.equal(expected);
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
    const reader: RequiredRight = { kind: "same-user-or-any-reader", userId: other };
    expect(met([], reader)).to.equal(false);
    expect(met([{ kind: "CanReadAsAnyParty" }], reader)).to.equal(true);
  });

  const providers: ReadonlyArray<readonly [PlainKind, string, string, string | undefined]> = [
    ["IdentityProviderAdmin", "a", "", undefined],
    ["IdentityProviderAdmin", "a", "a", undefined],
    ["IdentityProviderAdmin", "a", "b", "PERMISSION_DENIED"],
    ["IdentityProviderAdmin", "", "a", "PERMISSION_DENIED"],
    ["ParticipantAdmin", "", "a", undefined],
    ["ParticipantAdmin", "a", "a", undefined],
    ["ParticipantAdmin", "a", "", undefined],
    ["ParticipantAdmin", "a", "b", "PERMISSION_DENIED"],
    ["ParticipantAdmin", "", "a!", "INVALID_TOKEN"],
    ["CanReadAsAnyParty", "a", "", undefined],
    ["CanReadAsAnyParty", "a", "b", "PERMISSION_DENIED"],
  ];
  for (const [kind, own, named, code] of providers) {
    it(`answer ${code ?? "nothing"} to ${kind} of provider "${own}" that names "${named}"`, () => {
      const caller = { userId: "me", rights: rightsOf([{ kind }]), identityProviderId: own };
      expect(accessError([{ kind: "provider", identityProviderId: named }], caller)?.code).to.equal(
        code,
      );
    });
  }

  it("are refused at the first required not met, naming right and party", () => {
    const caller = {
      userId: "me",
      identityProviderId: "",
      rights: rightsOf([{ kind: "CanActAs", party: "p" }]),
    };
    const refused = accessError([actAs, { kind: "act-as", party: "q" }], caller);
    expect(refused).to.include({ code: "PERMISSION_DENIED", definiteAnswer: true });
    expect(refused?.cause).to.equal("User me lacks CanActAs for party q");
  });
});
