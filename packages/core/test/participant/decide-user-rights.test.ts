import { expect } from "chai";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import type { UserRight } from "../../src/events/participant-records.js";
import type { UserRightsCommand } from "../../src/participant/participant-command.js";
import { getIn } from "../../src/collections/persistent-map.js";
import { alice, bob, configured, partyOf, start } from "../ledger-fixture.js";
import {
  actAs,
  byMia,
  byRoot,
  given,
  populated,
  errorOf,
  refuses,
  userEvent,
} from "../participant-fixture.js";

const grant = (
  rights: ReadonlyArray<UserRight>,
  changes: Partial<UserRightsCommand> = {},
): UserRightsCommand => ({ kind: "GrantUserRights", userId: "ann", rights, ...changes });
const revoke = (
  rights: ReadonlyArray<UserRight>,
  changes: Partial<UserRightsCommand> = {},
): UserRightsCommand => ({ ...grant(rights, changes), kind: "RevokeUserRights" });

const granted = (rights: ReadonlyArray<UserRight>, userId = "ann"): LedgerEvent => ({
  type: "UserRightsGranted",
  userId,
  rights,
  recordTime: start,
});
const revoked = (rights: ReadonlyArray<UserRight>, userId = "ann"): LedgerEvent => ({
  type: "UserRightsRevoked",
  userId,
  rights,
  recordTime: start,
});
const [acmeParty, betaParty] = [partyOf("acme-party"), partyOf("beta-party")];
const admin: UserRight = { kind: "ParticipantAdmin" };
const ofMax = { userId: "max", identityProviderId: "acme", by: byMia };

describe("the revocation of rights", () => {
  const held: ReadonlyArray<UserRight> = [actAs(alice), admin, { kind: "CanReadAs", party: alice }];
  const before = [...populated, granted(held)];

  it("takes away those held, each once, and leaves the others", () => {
    const named = [actAs(alice), actAs(bob), actAs(alice), { kind: "CanReadAsAnyParty" } as const];
    const outcome = given(before).when(revoke(named));
    outcome.then([revoked([actAs(alice)])]);
    expect(getIn(outcome.state.participant.users, "ann")?.rights).to.deep.equal(held.slice(1));
  });

  it("leaves nothing when none of them is held", () => {
    given(before)
      .when(revoke([actAs(bob)]))
      .then([]);
    given(before).when(revoke([])).then([]);
  });

  it("does not change the version of the user, and what was revoked can be granted again", () => {
    const { state } = given(before).when(revoke([admin]));
    expect(getIn(state.participant.users, "ann")?.resourceVersion).to.equal(0);
    given([...before, revoked([admin])])
      .when(grant([admin]))
      .then([granted([admin])]);
  });

  it("lets a participant admin take the right from another, and other rights from itself", () => {
    given(before)
      .when(revoke([admin], { by: byRoot }))
      .then([revoked([admin])]);
    given([...populated, granted([actAs(alice)], "root")])
      .when(revoke([actAs(alice)], { userId: "root", by: byRoot }))
      .then([revoked([actAs(alice)], "root")]);
  });

  refuses(before, [
    ["an unknown user", revoke([], { userId: "nobody" }), "USER_NOT_FOUND", "nobody"],
    [
      "a user of another provider",
      revoke([], { identityProviderId: "acme" }),
      "PERMISSION_DENIED",
      "acme",
    ],
    ["what is no party", revoke([actAs("a/b")]), "INVALID_ARGUMENT", "rights[0]"],
    [
      "one's own ParticipantAdmin",
      revoke([actAs(alice), admin], { userId: "root", by: byRoot }),
      "INVALID_ARGUMENT",
      "its own right",
    ],
    [
      "ParticipantAdmin, asked by an admin of a provider",
      revoke([admin], ofMax),
      "PERMISSION_DENIED",
      "ParticipantAdmin",
    ],
    [
      "a party of another provider, asked by an admin of this one",
      revoke([actAs(betaParty)], ofMax),
      "UNKNOWN_RESOURCE",
      betaParty,
    ],
  ]);
});

describe("the rights an admin of an identity provider grants", () => {
  it("may name parties of its provider, and any in a right to execute", () => {
    const rights: ReadonlyArray<UserRight> = [
      actAs(acmeParty),
      { kind: "CanReadAs", party: acmeParty },
      { kind: "CanExecuteAs", party: betaParty },
      { kind: "IdentityProviderAdmin" },
    ];
    given(populated)
      .when(grant(rights, ofMax))
      .then([granted(rights, "max")]);
  });

  it("are refused with every party that is not of its provider", () => {
    const rights: ReadonlyArray<UserRight> = [
      actAs(acmeParty),
      actAs(betaParty),
      { kind: "CanReadAs", party: alice },
      { kind: "CanReadAs", party: betaParty },
      actAs("nobody::1220"),
    ];
    const error = errorOf(populated, grant(rights, ofMax));
    expect(error.code).to.equal("UNKNOWN_RESOURCE");
    expect(error.resources).to.deep.equal([
      ["PARTIES", betaParty],
      ["PARTIES", alice],
      ["PARTIES", "nobody::1220"],
    ]);
    given(populated)
      .when(grant(rights, { ...ofMax, by: byRoot }))
      .then([granted(rights, "max")]);
  });

  for (const kind of ["ParticipantAdmin", "CanReadAsAnyParty", "CanExecuteAsAnyParty"] as const) {
    it(`do not include ${kind}`, () => {
      expect(errorOf(populated, grant([{ kind }], ofMax)).code).to.equal("PERMISSION_DENIED");
    });
  }

  refuses(populated, [
    [
      "a user of another provider",
      grant([], { identityProviderId: "acme", by: byMia }),
      "PERMISSION_DENIED",
      "acme",
    ],
  ]);
});

describe("the number of rights of a user", () => {
  it("is limited by configuration, however they are granted", () => {
    const [first, second, third] = [actAs(alice), actAs(bob), admin];
    const atMostTwo = configured({ maxRightsPerUser: 2 });
    const two = [...populated, granted([first, second])];
    const limited = [...two, atMostTwo];
    given([...populated, atMostTwo])
      .when(grant([first, second, first]))
      .then([granted([first, second])]);
    given(limited)
      .when(grant([first]))
      .then([]);
    given(limited)
      .when(grant([third]))
      .thenError("TOO_MANY_USER_RIGHTS");
    given(two)
      .when(grant([third]))
      .then([granted([third])]);
    const { type: _type, recordTime: _recordTime, ...user } = userEvent("new");
    const creation = { kind: "CreateUser", ...user, rights: [first, second, third] } as const;
    given([...populated, atMostTwo])
      .when(creation)
      .thenError("TOO_MANY_USER_RIGHTS");
    const allocation = {
      kind: "AllocateParty",
      partyIdHint: "dora",
      annotations: {},
      identityProviderId: "",
      synchronizerId: "",
      userId: "ann",
    } as const;
    given(limited).when(allocation).thenError("TOO_MANY_USER_RIGHTS");
  });
});
