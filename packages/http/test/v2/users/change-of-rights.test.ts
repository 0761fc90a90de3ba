import type { UserRight } from "@tallystick/core";
import { expect } from "chai";
import {
  changeOfRights,
  changeOfRightsRequired,
  rightsAdmin,
  validChangeOfRights,
} from "../../../src/v2/users/change-of-rights.js";
import { callerWith } from "../../fixtures/callers.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";

const Body = changeOfRights("GrantUserRightsRequest");
const bodyOf = (value: object) => rightOf(Body.read({ userId: "alice", ...value }));
const readAs = { kind: { CanReadAs: { value: { party: "p" } } } };
const admin = callerWith([{ kind: "ParticipantAdmin" }], { identityProviderId: "a" });

describe("what it takes to change rights (ledger-api 9.3)", () => {
  const rows: ReadonlyArray<readonly [right: UserRight, kind: "admin" | "participant-admin"]> = [
    [{ kind: "CanActAs", party: "p" }, "admin"],
    [{ kind: "CanReadAs", party: "p" }, "admin"],
    [{ kind: "CanExecuteAs", party: "p" }, "admin"],
    [{ kind: "IdentityProviderAdmin" }, "admin"],
    [{ kind: "ParticipantAdmin" }, "participant-admin"],
    [{ kind: "CanReadAsAnyParty" }, "participant-admin"],
    [{ kind: "CanExecuteAsAnyParty" }, "participant-admin"],
  ];
  for (const [right, kind] of rows) {
    it(`is ${kind} for ${right.kind}, alone and among others`, () => {
      expect(rightsAdmin([right])).to.deep.equal({ kind });
      expect(rightsAdmin([{ kind: "CanActAs", party: "q" }, right])).to.deep.equal({ kind });
    });
  }

  it("is an admin for no rights at all", () => {
    expect(rightsAdmin([])).to.deep.equal({ kind: "admin" });
  });

  it("counts the provider that the request names", () => {
    const body = bodyOf({ identityProviderId: "b", rights: [readAs] });
    expect(changeOfRightsRequired(body)).to.deep.equal([
      { kind: "admin" },
      { kind: "provider", identityProviderId: "b" },
    ]);
  });

  it("counts every kind that one object names", () => {
    const kind = { CanActAs: { value: { party: "p" } }, ParticipantAdmin: { value: {} } };
    expect(changeOfRightsRequired(bodyOf({ rights: [{ kind }] }))[0]).to.deep.equal({
      kind: "participant-admin",
    });
  });
});

describe("a change of rights", () => {
  it("is for the user of the path, in the provider of the caller or the one it names", () => {
    expect(
      rightOf(validChangeOfRights("alice", bodyOf({ rights: [readAs] }), admin)),
    ).to.deep.equal({
      userId: "alice",
      rights: [{ kind: "CanReadAs", party: "p" }],
      context: {
        identityProviderId: "",
        by: { userId: "me", participantAdmin: true, identityProviderId: "a" },
      },
    });
    const named = rightOf(validChangeOfRights("alice", bodyOf({ identityProviderId: "b" }), admin));
    expect(named.context.identityProviderId).to.equal("b");
  });

  it("is refused for another user, before its rights are looked at", () => {
    const body = bodyOf({ userId: "bob", rights: [{}] });
    expect(leftOf(validChangeOfRights("alice", body, admin))).to.include({
      code: "INVALID_ARGUMENT",
      field: "userId",
    });
  });

  it("is refused with a right that names no kind", () => {
    for (const none of [{}, { kind: {} }, { kind: { Empty: {} } }, { kind: null }]) {
      const body = bodyOf({ rights: [readAs, none] });
      expect(leftOf(validChangeOfRights("alice", body, admin))).to.include({
        code: "INVALID_ARGUMENT",
        field: "rights[1].kind",
      });
    }
  });
});
