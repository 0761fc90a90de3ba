import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import type { ParticipantEvent } from "../../src/events/participant-event.js";
import {
  administrationOfEvent,
  journalCommandOfEvent,
} from "../../src/ledger/administration-of-event.js";
import { decide } from "../../src/ledger/decide.js";
import { emptyLedger, evolveAll } from "../../src/ledger/ledger-state.js";
import { alice, contextOf, fingerprint, partyOf, start } from "../ledger-fixture.js";
import { actAs, partyEvent, populated, providerEvent, userEvent } from "../participant-fixture.js";

const external = `dora::1220${"cd".repeat(32)}`;
const keys = [{ keySpec: "k", fingerprint: "1220", publicKey: "AA==" }];
const keysChanged = (serial: number): ParticipantEvent => ({
  type: "PartyKeysChanged",
  party: external,
  keys,
  threshold: 1,
  serial,
  recordTime: start,
});
const hosted: ParticipantEvent = {
  type: "PartyAllocated",
  party: external,
  annotations: {},
  identityProviderId: "acme",
  recordTime: start,
};
const registered = (packageId: string, isVetted: boolean): ParticipantEvent => ({
  type: "PackageRegistered",
  packageId,
  name: `name-${packageId}`,
  version: "1.0.0",
  model: { format: "daml-lf", modules: [], dependencies: [] },
  isVetted,
  recordTime: start,
});
const annotated = (annotations: Readonly<Record<string, string>>): LedgerEvent => ({
  ...userEvent("ann"),
  type: "UserCreated",
  userId: "note",
  annotations,
});
const userUpdated = (changes: object): ParticipantEvent => ({
  type: "UserUpdated",
  userId: "note",
  primaryParty: "",
  isDeactivated: false,
  annotations: {},
  identityProviderId: "",
  primaryPartyAuthentication: false,
  resourceVersion: 1,
  recordTime: start,
  ...changes,
});

/** Events with what must have happened before them. */
const table: ReadonlyArray<
  readonly [what: string, before: ReadonlyArray<LedgerEvent>, event: ParticipantEvent]
> = [
  ["a party", populated, { ...hosted, party: partyOf("new"), annotations: { a: "1" } }],
  ["a party of a provider", populated, { ...hosted, party: partyOf("new") }],
  // the first keys of a party come with the party
  ["the first keys of an external party", populated, keysChanged(1)],
  ["other keys of an external party", [...populated, hosted, keysChanged(1)], keysChanged(2)],
  [
    "a party whose annotations change",
    [...populated, partyEvent("old", "")],
    {
      type: "PartyUpdated",
      party: partyOf("old"),
      annotations: { a: "1" },
      identityProviderId: "",
      resourceVersion: 1,
      recordTime: start,
    },
  ],
  ["a user", populated, userEvent("new", { rights: [actAs(alice)], annotations: { a: "1" } })],
  ["a user that the node makes by itself", populated, userEvent("new", { once: true })],
  ["a user of a provider", populated, userEvent("new", { identityProviderId: "acme" })],
  [
    "a user with other annotations",
    [...populated, annotated({ a: "1", b: "2" })],
    userUpdated({ annotations: { b: "3", c: "4" } }),
  ],
  ["a user without annotations any more", [...populated, annotated({ a: "1" })], userUpdated({})],
  [
    "a user who is deactivated",
    [...populated, annotated({})],
    userUpdated({ isDeactivated: true, primaryParty: alice, primaryPartyAuthentication: true }),
  ],
  ["a user who is gone", populated, { type: "UserDeleted", userId: "ann", recordTime: start }],
  [
    "a user who moves to another provider",
    populated,
    {
      type: "UserIdentityProviderChanged",
      userId: "max",
      identityProviderId: "beta",
      resourceVersion: 1,
      recordTime: start,
    },
  ],
  [
    "rights that are granted",
    populated,
    { type: "UserRightsGranted", userId: "ann", rights: [actAs(alice)], recordTime: start },
  ],
  [
    "rights that are revoked",
    [...populated, userEvent("new", { rights: [actAs(alice), { kind: "ParticipantAdmin" }] })],
    { type: "UserRightsRevoked", userId: "new", rights: [actAs(alice)], recordTime: start },
  ],
  // border: the events of the fixture are of the participant
  ["an identity provider", populated, providerEvent("new") as ParticipantEvent],
  [
    "an identity provider that changes",
    populated,
    {
      ...(providerEvent("acme", { isDeactivated: true, audience: "me" }) as ParticipantEvent),
      type: "IdentityProviderConfigUpdated",
    } as ParticipantEvent,
  ],
  [
    "an identity provider that is gone",
    [...populated, providerEvent("lone")],
    { type: "IdentityProviderConfigDeleted", identityProviderId: "lone", recordTime: start },
  ],
  ["a package", populated, registered("a".repeat(64), true)],
  ["a package that waits", populated, registered("a".repeat(64), false)],
  [
    "a package that is unvetted",
    [...populated, registered("a".repeat(64), true)],
    {
      type: "PackagesVettingChanged",
      changes: [{ packageId: "a".repeat(64), isVetted: false }],
      recordTime: start,
    },
  ],
  [
    "packages that are vetted for a time, and unvetted",
    [...populated, registered("a".repeat(64), false), registered("b".repeat(64), true)],
    {
      type: "PackagesVettingChanged",
      changes: [
        {
          packageId: "a".repeat(64),
          isVetted: true,
          validFromInclusive: String(start),
          validUntilExclusive: String(start + 1),
        },
        { packageId: "b".repeat(64), isVetted: false },
      ],
      recordTime: start,
    },
  ],
];

describe("The command that an event about the participant came from", () => {
  for (const [what, before, event] of table) {
    it(`leaves the event again: ${what}`, () => {
      const state = evolveAll(emptyLedger(), before);
      const command = administrationOfEvent(state, event);
      const decided = decide(state, command, contextOf({ now: start }));
      if (isLeft(decided)) throw new Error(`${decided.left.code}: ${decided.left.cause}`);
      expect(decided.right).to.deep.include(event);
    });
  }

  it("gives a journal its identity, and nothing to one that has it", () => {
    const event: ParticipantEvent = {
      type: "LedgerInitialized",
      participantId: `node::${fingerprint}`,
      synchronizerId: `local::${fingerprint}`,
      recordTime: start,
    };
    const empty = emptyLedger();
    const command = administrationOfEvent(empty, event);
    expect(decide(empty, command, contextOf())).to.deep.include({ right: [event] });
    const state = evolveAll(empty, populated);
    expect(decide(state, command, contextOf())).to.deep.include({ right: [] });
  });

  it("covers every kind of event there is", () => {
    const kinds = new Set(table.map(([, , event]) => event.type));
    expect(kinds.size).to.equal(14);
  });
});

describe("The command that an event about the journal came from", () => {
  it("says what the event says, but for its time", () => {
    const forked = journalCommandOfEvent({
      type: "JournalForked",
      offset: 3,
      hash: "ab",
      reason: "moved",
      recordTime: 1,
    });
    expect(forked).to.deep.equal({ kind: "RecordFork", hash: "ab", reason: "moved" });
    const restored = { type: "JournalRestored" as const, offset: 3, hash: "ab", reason: "lost" };
    expect(journalCommandOfEvent({ ...restored, recordTime: 1 })).to.deep.equal({
      kind: "RecordRestore",
      hash: "ab",
      reason: "lost",
    });
    expect(journalCommandOfEvent({ ...restored, lostOffset: 9, recordTime: 1 })).to.deep.include({
      lostOffset: 9,
    });
    expect(
      journalCommandOfEvent({ type: "DisclosureKeyDrawn", key: "cd", recordTime: 1 }),
    ).to.deep.equal({ kind: "DrawDisclosureKey", key: "cd" });
  });
});
