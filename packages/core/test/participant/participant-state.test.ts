import { expect } from "chai";
import fc from "fast-check";
import { getIn, hasIn } from "../../src/collections/persistent-map.js";
import type { ParticipantEvent } from "../../src/events/participant-event.js";
import type { UserRight } from "../../src/events/participant-records.js";
import {
  emptyParticipant,
  evolveParticipant,
  type ParticipantState,
  partyOf,
  rightsBeyond,
  rightText,
  settledParticipant,
  userOf,
} from "../../src/participant/participant-state.js";
import { actAs, userEvent } from "../participant-fixture.js";

const recordTime = 7;
const party = "alice::1220";

const after = (...events: ReadonlyArray<ParticipantEvent>): ParticipantState =>
  events.reduce((state, event) => evolveParticipant(state, event), emptyParticipant(1));

const allocated: ParticipantEvent = {
  type: "PartyAllocated",
  party,
  annotations: { a: "1" },
  identityProviderId: "acme",
  recordTime,
};
const keys = [{ keySpec: "k", fingerprint: "f", publicKey: "AA==" }];
const keysChanged = (serial: number): ParticipantEvent => ({
  type: "PartyKeysChanged",
  party,
  keys,
  threshold: 1,
  serial,
  recordTime,
});
const created = userEvent("ann", { primaryParty: party, rights: [actAs(party)] });
const updated: ParticipantEvent = {
  type: "UserUpdated",
  userId: "ann",
  primaryParty: "",
  isDeactivated: true,
  annotations: { k: "v" },
  identityProviderId: "",
  primaryPartyAuthentication: true,
  resourceVersion: 1,
  recordTime,
};
const provider = {
  identityProviderId: "acme",
  issuer: "i",
  jwksUrl: "u",
  isDeactivated: false,
  audience: "a",
};

describe("The participant after an event", () => {
  it("has the identity of its first", () => {
    const state = after({
      type: "LedgerInitialized",
      participantId: "p::1",
      synchronizerId: "s::1",
      recordTime,
    });
    expect(state).to.include({ participantId: "p::1", synchronizerId: "s::1" });
  });

  it("hosts a party with its details, at version 0", () => {
    expect(getIn(after(allocated).parties, party)).to.deep.equal({
      party,
      annotations: { a: "1" },
      identityProviderId: "acme",
      resourceVersion: 0,
    });
  });

  it("keeps the keys of an external party when its details change, and its details when they do", () => {
    const details: ParticipantEvent = {
      type: "PartyUpdated",
      party,
      annotations: {},
      identityProviderId: "acme",
      resourceVersion: 1,
      recordTime,
    };
    const state = after(allocated, keysChanged(1), details, keysChanged(2));
    expect(getIn(state.parties, party)).to.deep.equal({
      party,
      annotations: {},
      identityProviderId: "acme",
      resourceVersion: 1,
      external: { keys, threshold: 1, serial: 2 },
    });
  });

  it("has no keys of a party that it does not host", () => {
    expect(hasIn(after(keysChanged(1)).parties, party)).to.equal(false);
  });

  it("has a user with its rights, which a change of the user leaves", () => {
    expect(getIn(after(created).users, "ann")).to.deep.equal({
      userId: "ann",
      primaryParty: party,
      isDeactivated: false,
      annotations: {},
      identityProviderId: "",
      primaryPartyAuthentication: false,
      rights: [actAs(party)],
      resourceVersion: 0,
    });
    expect(getIn(after(created, updated).users, "ann")).to.deep.equal({
      userId: "ann",
      primaryParty: "",
      isDeactivated: true,
      annotations: { k: "v" },
      identityProviderId: "",
      primaryPartyAuthentication: true,
      rights: [actAs(party)],
      resourceVersion: 1,
    });
  });

  it("has no user that is gone, and gives a new one of that name nothing of the old", () => {
    const gone: ParticipantEvent = { type: "UserDeleted", userId: "ann", recordTime };
    expect(hasIn(after(created, gone).users, "ann")).to.equal(false);
    const again = getIn(after(created, updated, gone, userEvent("ann")).users, "ann");
    expect(again).to.deep.include({ rights: [], resourceVersion: 0, annotations: {} });
  });

  it("moves a user to another provider, and its version with it", () => {
    const moved: ParticipantEvent = {
      type: "UserIdentityProviderChanged",
      userId: "ann",
      identityProviderId: "beta",
      resourceVersion: 5,
      recordTime,
    };
    expect(getIn(after(created, moved).users, "ann")).to.deep.include({
      identityProviderId: "beta",
      resourceVersion: 5,
      rights: [actAs(party)],
    });
  });

  it("has nothing of what happens to a user that is not there", () => {
    const rights: UserRight[] = [{ kind: "ParticipantAdmin" }];
    const state = after(
      updated,
      { type: "UserRightsGranted", userId: "ann", rights, recordTime },
      { type: "UserRightsRevoked", userId: "ann", rights, recordTime },
      { type: "UserDeleted", userId: "ann", recordTime },
    );
    expect(state.users.size).to.equal(0);
  });

  it("knows an identity provider by its last change, until it is gone", () => {
    const made: ParticipantEvent = {
      type: "IdentityProviderConfigCreated",
      ...provider,
      recordTime,
    };
    const changed: ParticipantEvent = {
      ...made,
      type: "IdentityProviderConfigUpdated",
      issuer: "other",
    };
    const gone: ParticipantEvent = {
      type: "IdentityProviderConfigDeleted",
      identityProviderId: "acme",
      recordTime,
    };
    expect(getIn(after(made).identityProviders, "acme")).to.deep.equal(provider);
    expect(getIn(after(made, changed).identityProviders, "acme")).to.deep.equal({
      ...provider,
      issuer: "other",
    });
    expect(after(made, changed, gone).identityProviders.size).to.equal(0);
  });

  it("is another one: what it came from stays as it was", () => {
    const before = after(allocated, created);
    const snapshot = JSON.stringify([getIn(before.parties, party), getIn(before.users, "ann")]);
    evolveParticipant(evolveParticipant(before, updated), keysChanged(1));
    evolveParticipant(before, { type: "UserDeleted", userId: "ann", recordTime });
    expect(JSON.stringify([getIn(before.parties, party), getIn(before.users, "ann")])).to.equal(
      snapshot,
    );
  });

  it("is the same after it was settled", () => {
    const state = after(allocated, created, updated);
    const settled = settledParticipant(state);
    expect(getIn(settled.users, "ann")).to.deep.equal(getIn(state.users, "ann"));
    expect(getIn(settled.parties, party)).to.deep.equal(getIn(state.parties, party));
    expect(settled.vetting.serial).to.equal(state.vetting.serial);
  });
});

describe("A party and a user as an event leaves them", () => {
  it("have the fields of their records, and neither type nor time of the event", () => {
    expect(partyOf({ ...allocated, type: "PartyAllocated" } as never)).to.have.all.keys(
      "party",
      "annotations",
      "identityProviderId",
      "resourceVersion",
    );
    const user = userOf(created, [{ kind: "ParticipantAdmin" }]);
    expect(user).to.not.have.any.keys("type", "recordTime");
    expect(user.rights).to.deep.equal([{ kind: "ParticipantAdmin" }]);
  });
});

const right: fc.Arbitrary<UserRight> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("CanActAs" as const, "CanReadAs" as const, "CanExecuteAs" as const),
    party: fc.constantFrom("a::1", "b::1"),
  }),
  fc.record({
    kind: fc.constantFrom("ParticipantAdmin" as const, "IdentityProviderAdmin" as const),
  }),
);
const rights = fc.array(right, { maxLength: 6 });

describe("The rights of a user", () => {
  it("are distinguished by kind and party", () => {
    fc.assert(
      fc.property(right, right, (a, b) => {
        expect(rightText(a) === rightText(b)).to.equal(JSON.stringify(a) === JSON.stringify(b));
      }),
      { numRuns: 200 },
    );
  });

  it("are a set: each is granted once, and gone when it is revoked", () => {
    fc.assert(
      fc.property(rights, rights, (granted, revoked) => {
        const held = rightsBeyond([], granted);
        const texts = held.map(rightText);
        expect(new Set(texts).size).to.equal(texts.length);
        expect(new Set(texts)).to.deep.equal(new Set(granted.map(rightText)));
        expect(rightsBeyond(held, granted)).to.deep.equal([]);
        const state = after(userEvent("ann", { rights: [...held] }), {
          type: "UserRightsRevoked",
          userId: "ann",
          rights: revoked,
          recordTime,
        });
        const gone = new Set(revoked.map(rightText));
        expect(getIn(state.users, "ann")?.rights.map(rightText)).to.deep.equal(
          texts.filter((text) => !gone.has(text)),
        );
      }),
      { numRuns: 150 },
    );
  });
});
