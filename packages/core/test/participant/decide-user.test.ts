import { expect } from "chai";
import { maxAnnotationsBytes } from "../../src/participant/annotations.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import type {
  CreateUserCommand,
  DeleteUserCommand,
  MoveUserCommand,
  UpdateUserCommand,
} from "../../src/participant/participant-command.js";
import { getIn, hasIn } from "../../src/collections/persistent-map.js";
import { alice, partyOf, start } from "../ledger-fixture.js";
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

const creation = (changes: Partial<CreateUserCommand> = {}): CreateUserCommand => ({
  kind: "CreateUser",
  userId: "new",
  primaryParty: "",
  isDeactivated: false,
  annotations: {},
  identityProviderId: "",
  primaryPartyAuthentication: false,
  rights: [],
  ...changes,
});
const update = (
  updateMask: ReadonlyArray<string>,
  changes: Partial<UpdateUserCommand> = {},
): UpdateUserCommand => ({
  kind: "UpdateUser",
  userId: "ann",
  updateMask,
  primaryParty: "",
  isDeactivated: false,
  primaryPartyAuthentication: false,
  annotations: {},
  resourceVersion: "",
  identityProviderId: "",
  ...changes,
});
const updated = (changes = {}): LedgerEvent => ({
  type: "UserUpdated",
  userId: "ann",
  primaryParty: "",
  isDeactivated: false,
  annotations: {},
  identityProviderId: "",
  primaryPartyAuthentication: false,
  resourceVersion: 1,
  recordTime: start,
  ...changes,
});
const remove = (changes: Partial<DeleteUserCommand> = {}): DeleteUserCommand => ({
  kind: "DeleteUser",
  userId: "ann",
  ...changes,
});
const move = (changes: Partial<MoveUserCommand> = {}): MoveUserCommand => ({
  kind: "MoveUser",
  userId: "ann",
  sourceProviderId: "",
  targetProviderId: "acme",
  ...changes,
});

describe("the creation of a user of an identity provider", () => {
  it("is accepted when the provider is known", () => {
    const command = creation({ identityProviderId: "acme", by: byMia });
    given(populated)
      .when(command)
      .then([userEvent("new", { identityProviderId: "acme" })]);
  });

  it("may grant a participant admin's user any party, and an own admin only parties of its provider", () => {
    const rights = [actAs(partyOf("acme-party"))];
    const own = { identityProviderId: "acme", rights };
    given(populated)
      .when(creation({ ...own, by: byMia }))
      .then([userEvent("new", own)]);
    const any = { rights: [actAs("nobody::1220"), actAs(partyOf("beta-party"))] };
    given(populated)
      .when(creation({ ...any, by: byRoot }))
      .then([userEvent("new", any)]);
    given(populated)
      .when(creation(any))
      .then([userEvent("new", any)]);
  });

  refuses(populated, [
    [
      "a provider that is not known",
      creation({ identityProviderId: "gone" }),
      "INVALID_ARGUMENT",
      "identity provider gone",
    ],
    ["an id taken in another provider", creation({ userId: "max" }), "USER_ALREADY_EXISTS", "max"],
    [
      "a party of another provider, asked by an admin of this one",
      creation({
        identityProviderId: "acme",
        rights: [actAs(partyOf("acme-party")), actAs(alice)],
        by: byMia,
      }),
      "UNKNOWN_RESOURCE",
      alice,
    ],
    [
      "a right over the whole participant, asked by an admin of a provider",
      creation({
        identityProviderId: "acme",
        rights: [{ kind: "ParticipantAdmin" }],
        by: byMia,
      }),
      "PERMISSION_DENIED",
      "ParticipantAdmin",
    ],
  ]);
});

describe("the update of a user", () => {
  it("changes what the mask names and nothing else, and counts", () => {
    const all = {
      primaryParty: alice,
      isDeactivated: true,
      primaryPartyAuthentication: true,
      annotations: { note: "x" },
    };
    const table: ReadonlyArray<readonly [ReadonlyArray<string>, object]> = [
      [["primary_party"], { primaryParty: alice }],
      [["is_deactivated"], { isDeactivated: true }],
      [["primary_party_authentication"], { primaryPartyAuthentication: true }],
      [["metadata.annotations"], { annotations: { note: "x" } }],
      [["metadata"], { annotations: { note: "x" } }],
      [["metadata.resource_version"], {}],
      [["id"], {}],
      [["identity_provider_id"], {}],
      [
        [
          "primary_party",
          "is_deactivated",
          "primary_party_authentication",
          "metadata.annotations",
          "id",
        ],
        all,
      ],
    ];
    for (const [mask, changes] of table) {
      given(populated)
        .when(update(mask, all))
        .then([updated(changes)]);
    }
  });

  it("keeps the rights, and is done on the version it names", () => {
    const rights = [actAs(alice)];
    const before = [...populated, userEvent("bea", { rights })];
    const { state } = given(before).when(update(["is_deactivated"], { userId: "bea" }));
    expect(getIn(state.participant.users, "bea")).to.include({ rights, resourceVersion: 1 });
    for (const resourceVersion of ["1", "01", ""]) {
      given([...populated, updated()])
        .when(update(["id"], { resourceVersion }))
        .then([updated({ resourceVersion: 2 })]);
    }
  });

  it("sets, keeps and removes annotations by key", () => {
    const held = updated({ annotations: { a: "1", b: "2", c: "3" } });
    const changes = { a: "9", b: "", d: "4", unknown: "" };
    given([...populated, held])
      .when(update(["metadata"], { annotations: changes }))
      .then([updated({ annotations: { a: "9", c: "3", d: "4" }, resourceVersion: 2 })]);
  });

  it("takes annotations up to their greatest size after merging", () => {
    const half = "x".repeat(maxAnnotationsBytes / 2 - 1);
    const held = updated({ annotations: { a: half } });
    const adding = (b: string) => update(["metadata.annotations"], { annotations: { b } });
    given([...populated, held])
      .when(adding(half))
      .then([updated({ annotations: { a: half, b: half }, resourceVersion: 2 })]);
    const error = errorOf([...populated, held], adding(`${half}x`));
    expect(error.code).to.equal("MAX_USER_ANNOTATIONS_SIZE_EXCEEDED");
    expect(error.resources).to.deep.equal([["USER", "ann"]]);
  });

  it("lets an administrator deactivate others and reactivate itself", () => {
    given(populated)
      .when(update(["is_deactivated"], { isDeactivated: true, by: byRoot }))
      .then([updated({ isDeactivated: true })]);
    const itself = { userId: "ann", participantAdmin: true, identityProviderId: "" };
    given(populated)
      .when(update(["is_deactivated"], { by: itself }))
      .then([updated()]);
    given(populated)
      .when(update(["primary_party"], { isDeactivated: true, by: itself }))
      .then([updated()]);
  });

  refuses(
    [...populated, updated()],
    [
      ["an empty mask", update([]), "INVALID_USER_UPDATE_REQUEST", "is empty"],
      [
        "a path that is not known",
        update(["id", "isDeactivated"]),
        "INVALID_USER_UPDATE_REQUEST",
        "isDeactivated",
      ],
      ["a path named twice", update(["id", "id"]), "INVALID_USER_UPDATE_REQUEST", "twice"],
      ["no id", update(["id"], { userId: "" }), "MISSING_FIELD", "id"],
      ["a malformed id", update(["id"], { userId: "a b" }), "INVALID_FIELD", "a b"],
      ["an unknown user", update(["id"], { userId: "nobody" }), "USER_NOT_FOUND", "nobody"],
      [
        "a user of another provider",
        update(["id"], { identityProviderId: "acme" }),
        "PERMISSION_DENIED",
        "acme",
      ],
      [
        "a malformed primary party",
        update(["primary_party"], { primaryParty: "a/b" }),
        "INVALID_ARGUMENT",
        "a/b",
      ],
      [
        "a version that is no integer",
        update(["id"], { resourceVersion: "1.0" }),
        "INVALID_FIELD",
        '"1.0"',
      ],
      [
        "a version beyond 64 bits",
        update(["id"], { resourceVersion: "9223372036854775808" }),
        "INVALID_FIELD",
        "9223372036854775808",
      ],
      [
        "a version before the current",
        update(["id"], { resourceVersion: "0" }),
        "CONCURRENT_USER_UPDATE_DETECTED",
        "a concurrent update to the same user",
      ],
      [
        "a version after the current",
        update(["id"], { resourceVersion: "2" }),
        "CONCURRENT_USER_UPDATE_DETECTED",
        "a concurrent update to the same user",
      ],
      [
        "a malformed annotation key",
        update(["metadata"], { annotations: { "a b": "" } }),
        "INVALID_ARGUMENT",
        '"a b"',
      ],
      [
        "annotations that are too large by themselves",
        update(["metadata"], { annotations: { a: "x".repeat(maxAnnotationsBytes) } }),
        "INVALID_ARGUMENT",
        "bytes",
      ],
      [
        "deactivating oneself",
        update(["is_deactivated"], { userId: "root", isDeactivated: true, by: byRoot }),
        "INVALID_ARGUMENT",
        "cannot self-deactivate",
      ],
    ],
  );
});

describe("the deletion of a user", () => {
  it("leaves nothing of it, and its id can be used again from version 0", () => {
    for (const command of [
      remove(),
      remove({ identityProviderId: "" }),
      remove({ identityProviderId: "", by: byRoot }),
    ]) {
      const outcome = given([...populated, updated()]).when(command);
      outcome.then([{ type: "UserDeleted", userId: "ann", recordTime: start }]);
      expect(hasIn(outcome.state.participant.users, "ann")).to.equal(false);
    }
    const gone: LedgerEvent = { type: "UserDeleted", userId: "ann", recordTime: start };
    const { state } = given([...populated, updated(), gone]).when(creation({ userId: "ann" }));
    expect(getIn(state.participant.users, "ann")?.resourceVersion).to.equal(0);
  });

  refuses(populated, [
    ["no id", remove({ userId: "" }), "MISSING_FIELD", "id"],
    ["an unknown user", remove({ userId: "nobody" }), "USER_NOT_FOUND", "nobody"],
    [
      "a user of another provider",
      remove({ identityProviderId: "acme" }),
      "PERMISSION_DENIED",
      "acme",
    ],
    [
      "a user of a provider when the default one is named",
      remove({ userId: "max", identityProviderId: "" }),
      "PERMISSION_DENIED",
      "default",
    ],
    ["oneself", remove({ userId: "root", by: byRoot }), "INVALID_ARGUMENT", "cannot delete itself"],
  ]);
});

describe("the move of a user to another identity provider", () => {
  it("counts as a change of the user, and keeps the rest", () => {
    const outcome = given(populated).when(move());
    outcome.then([
      {
        type: "UserIdentityProviderChanged",
        userId: "ann",
        identityProviderId: "acme",
        resourceVersion: 1,
        recordTime: start,
      },
    ]);
    const { type: _type, recordTime: _recordTime, ...before } = userEvent("ann");
    expect(getIn(outcome.state.participant.users, "ann")).to.deep.equal({
      ...before,
      identityProviderId: "acme",
      resourceVersion: 1,
    });
  });

  it("may lead back to the default provider, and from one to itself changes nothing", () => {
    const back = move({ userId: "max", sourceProviderId: "acme", targetProviderId: "" });
    const { state } = given(populated).when(back);
    expect(getIn(state.participant.users, "max")?.identityProviderId).to.equal("");
    given(populated)
      .when(move({ targetProviderId: "" }))
      .then([]);
  });

  refuses(populated, [
    [
      "an unknown source",
      move({ sourceProviderId: "gone" }),
      "INVALID_ARGUMENT",
      "sourceIdentityProviderId",
    ],
    [
      "an unknown target",
      move({ targetProviderId: "gone" }),
      "INVALID_ARGUMENT",
      "targetIdentityProviderId",
    ],
    ["an unknown user", move({ userId: "nobody" }), "USER_NOT_FOUND", "nobody"],
    [
      "a source the user does not belong to",
      move({ sourceProviderId: "beta" }),
      "PERMISSION_DENIED",
      "beta",
    ],
  ]);
});
