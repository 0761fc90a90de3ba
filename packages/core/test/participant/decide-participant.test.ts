import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { maxAnnotationsBytes } from "../../src/participant/annotations.js";
import type {
  AllocatePartyCommand,
  CreateUserCommand,
  ParticipantCommand,
} from "../../src/participant/participant-command.js";
import { decide } from "../../src/ledger/decide.js";
import { defaultConfiguration } from "../../src/ledger/ledger-configuration.js";
import type { UserRight } from "../../src/events/participant-records.js";
import { emptyLedger } from "../../src/ledger/ledger-state.js";
import { getIn, hasIn } from "../../src/collections/persistent-map.js";
import {
  alice,
  bob,
  codeOf,
  contextOf,
  fingerprint,
  partyOf,
  start,
  synchronizerId,
  TestLedger,
} from "../ledger-fixture.js";

const { maxRightsPerUser } = defaultConfiguration;
const allocate = (changes: Partial<AllocatePartyCommand> = {}): AllocatePartyCommand => ({
  kind: "AllocateParty",
  partyIdHint: "dora",
  annotations: {},
  identityProviderId: "",
  synchronizerId: "",
  userId: "",
  ...changes,
});
const user = (changes: Partial<CreateUserCommand> = {}): CreateUserCommand => ({
  kind: "CreateUser",
  userId: "ann",
  primaryParty: "",
  isDeactivated: false,
  annotations: {},
  identityProviderId: "",
  primaryPartyAuthentication: false,
  rights: [],
  ...changes,
});
const actAs = (party: string): UserRight => ({ kind: "CanActAs", party });
const grant = (...rights: ReadonlyArray<UserRight>): ParticipantCommand => ({
  kind: "GrantUserRights",
  userId: "ann",
  rights,
});
const accepted = (ledger: TestLedger, command: ParticipantCommand) => {
  const decision = ledger.decide(command);
  if (isLeft(decision)) throw new Error(`${decision.left.code}: ${decision.left.cause}`);
  return decision.right;
};
const errorOf = (ledger: TestLedger, command: ParticipantCommand) => {
  const decision = ledger.decide(command);
  if (!isLeft(decision)) throw new Error("accepted");
  return decision.left;
};
const many = (count: number): ReadonlyArray<UserRight> =>
  Array.from({ length: count }, (_, index) => actAs(`p${index}`));

describe("the beginning of a ledger", () => {
  it("gives it an identity once", () => {
    const ledger = new TestLedger();
    const again: ParticipantCommand = {
      kind: "InitializeLedger",
      participantId: "x::1",
      synchronizerId: "y::1",
    };
    expect(accepted(ledger, again)).to.deep.equal([]);
    expect(ledger.state.participant.participantId).to.equal(`node::${fingerprint}`);
    expect(ledger.state.participant.synchronizerId).to.equal(synchronizerId);
  });

  it("registers packages that are not registered yet, each once", () => {
    const ledger = new TestLedger();
    const [info] = contextOf().catalog.packages;
    if (info === undefined) throw new Error("no package");
    const register: ParticipantCommand = {
      kind: "RegisterPackages",
      packages: [info, info],
      vet: true,
    };
    expect(accepted(ledger, register)).to.deep.equal([
      { type: "PackageRegistered", ...info, isVetted: true, recordTime: start },
    ]);
    expect(getIn(ledger.state.participant.packages, info.packageId)?.name).to.equal("sample");
    expect(accepted(ledger, register)).to.deep.equal([]);
  });
});

// two bytes for the key and two for each character of the value
const largest = { kk: "ä".repeat(maxAnnotationsBytes / 2 - 1) };

describe("the allocation of a party", () => {
  it("hosts it under its hint and the fingerprint of the participant", () => {
    const ledger = new TestLedger();
    const annotations = { note: "x", "example.com/key": "y" };
    expect(accepted(ledger, allocate({ annotations, synchronizerId }))).to.deep.equal([
      {
        type: "PartyAllocated",
        party: partyOf("dora"),
        annotations,
        identityProviderId: "",
        recordTime: start,
      },
    ]);
    expect(hasIn(ledger.state.participant.parties, partyOf("dora"))).to.equal(true);
  });

  it("finds a name of its own when there is no hint", () => {
    const [event] = accepted(new TestLedger(), allocate({ partyIdHint: "" }));
    expect(event).to.include({ party: partyOf("party-fresh") });
  });

  it("lets a user act as the new party, in the same decision", () => {
    const ledger = new TestLedger();
    accepted(ledger, user());
    const events = accepted(ledger, allocate({ userId: "ann" }));
    expect(events.map(({ type }) => type)).to.deep.equal(["PartyAllocated", "UserRightsGranted"]);
    expect(getIn(ledger.state.participant.users, "ann")?.rights).to.deep.equal([
      actAs(partyOf("dora")),
    ]);
  });

  it("is refused before the participant has an identity", () => {
    const decision = decide(emptyLedger(), allocate(), contextOf());
    expect(isLeft(decision) && decision.left.code).to.equal(
      "PARTY_ALLOCATION_WITHOUT_CONNECTED_SYNCHRONIZER",
    );
  });

  it("takes hints of the greatest length and annotations of the greatest size", () => {
    const ledger = new TestLedger();
    accepted(ledger, allocate({ partyIdHint: "h".repeat(185) }));
    accepted(ledger, allocate({ annotations: largest }));
    expect(ledger.state.participant.parties.size).to.equal(6);
  });

  const table: ReadonlyArray<readonly [string, Partial<AllocatePartyCommand>, string, string]> = [
    [
      "a hint that is too long",
      { partyIdHint: "h".repeat(186) },
      "INVALID_ARGUMENT",
      "partyIdHint",
    ],
    ["a hint with ::", { partyIdHint: "a::b" }, "INVALID_ARGUMENT", "partyIdHint"],
    ["a hint that ends in a colon", { partyIdHint: "a:" }, "INVALID_ARGUMENT", "partyIdHint"],
    ["a hint with other characters", { partyIdHint: "a/b" }, "INVALID_ARGUMENT", "partyIdHint"],
    [
      "a party that is there already",
      { partyIdHint: "alice" },
      "INVALID_ARGUMENT",
      `party ${alice} is already allocated`,
    ],
    [
      "another synchronizer",
      { synchronizerId: "else::1220" },
      "NOT_CONNECTED_TO_SYNCHRONIZER",
      "else::1220",
    ],
    [
      "an unknown identity provider",
      { identityProviderId: "idp" },
      "INVALID_ARGUMENT",
      "identity provider idp",
    ],
    ["an unknown user", { userId: "nobody" }, "USER_NOT_FOUND", "nobody"],
    [
      "an annotation key that is none",
      { annotations: { "a b": "x" } },
      "INVALID_ARGUMENT",
      '"a b"',
    ],
    [
      "an empty annotation",
      { annotations: { a: "" } },
      "INVALID_ARGUMENT",
      '"a" has an empty value',
    ],
    [
      "annotations that are too large",
      { annotations: { kk: `${largest.kk}x` } },
      "INVALID_ARGUMENT",
      `${maxAnnotationsBytes + 1} bytes`,
    ],
  ];
  for (const [name, changes, code, cause] of table) {
    it(`is refused for ${name}`, () => {
      const ledger = new TestLedger();
      const error = errorOf(ledger, allocate(changes));
      expect(error.code).to.equal(code);
      expect(error.cause).to.contain(cause);
      expect(ledger.state.participant.parties.size).to.equal(4);
    });
  }
});

describe("the keys of annotations", () => {
  const table: ReadonlyArray<readonly [string, boolean]> = [
    ["a", true],
    ["A.b_c-d", true],
    ["k".repeat(63), true],
    ["k".repeat(64), false],
    ["example.com/name", true],
    ["0/name", true],
    [`${"p".repeat(253)}/name`, true],
    [`${"p".repeat(254)}/name`, false],
    ["Example.com/name", false],
    ["example.com/", false],
    ["/name", false],
    ["a/b/c", false],
    ["-a", false],
    ["a-", false],
    ["", false],
  ];
  for (const [key, valid] of table) {
    it(`${valid ? "include" : "exclude"} "${key.length > 20 ? `${key.slice(0, 3)}... of ${key.length}` : key}"`, () => {
      const decision = new TestLedger().decide(allocate({ annotations: { [key]: "x" } }));
      expect(isRight(decision)).to.equal(valid);
    });
  }
});

describe("the creation of a user", () => {
  it("keeps everything said about it, and each right once", () => {
    const ledger = new TestLedger();
    const rights: ReadonlyArray<UserRight> = [
      actAs(alice),
      { kind: "ParticipantAdmin" },
      actAs(alice),
      { kind: "CanReadAs", party: alice },
      { kind: "ParticipantAdmin" },
    ];
    const command = user({
      primaryParty: alice,
      isDeactivated: true,
      annotations: { a: "b" },
      primaryPartyAuthentication: true,
      rights,
    });
    expect(accepted(ledger, command)).to.deep.equal([
      {
        type: "UserCreated",
        userId: "ann",
        primaryParty: alice,
        isDeactivated: true,
        annotations: { a: "b" },
        identityProviderId: "",
        primaryPartyAuthentication: true,
        rights: [actAs(alice), { kind: "ParticipantAdmin" }, { kind: "CanReadAs", party: alice }],
        recordTime: start,
      },
    ]);
  });

  it("takes as many rights as a user may hold, not counting repetitions", () => {
    const rights = [...many(maxRightsPerUser), actAs("p0")];
    const ledger = new TestLedger();
    accepted(ledger, user({ rights }));
    expect(getIn(ledger.state.participant.users, "ann")?.rights).to.have.lengthOf(maxRightsPerUser);
  });

  const table: ReadonlyArray<readonly [string, Partial<CreateUserCommand>, string, string]> = [
    ["no id", { userId: "" }, "MISSING_FIELD", "id"],
    ["an id against its grammar", { userId: "a b" }, "INVALID_FIELD", '"a b"'],
    ["an id that is too long", { userId: "u".repeat(129) }, "INVALID_FIELD", "1 to 128"],
    ["an id that is taken", { userId: "taken" }, "USER_ALREADY_EXISTS", "taken"],
    ["a primary party that is none", { primaryParty: "a/b" }, "INVALID_ARGUMENT", "primaryParty"],
    ["an unknown identity provider", { identityProviderId: "idp" }, "INVALID_ARGUMENT", "idp"],
    [
      "a right for what is no party",
      { rights: [{ kind: "ParticipantAdmin" }, { kind: "CanReadAs", party: "" }] },
      "INVALID_ARGUMENT",
      "rights[1]",
    ],
    [
      "too many rights",
      { rights: many(maxRightsPerUser + 1) },
      "TOO_MANY_USER_RIGHTS",
      `${maxRightsPerUser + 1} rights`,
    ],
    ["an empty annotation", { annotations: { a: "" } }, "INVALID_ARGUMENT", "empty value"],
  ];
  for (const [name, changes, code, cause] of table) {
    it(`is refused for ${name}`, () => {
      const ledger = new TestLedger();
      accepted(ledger, user({ userId: "taken" }));
      const error = errorOf(ledger, user(changes));
      expect(error.code).to.equal(code);
      expect(error.cause).to.contain(cause);
      expect(ledger.state.participant.users.size).to.equal(1);
    });
  }
});

describe("the granting of rights", () => {
  it("adds those not held before and nothing when there are none", () => {
    const ledger = new TestLedger();
    accepted(ledger, user({ rights: [actAs(alice)] }));
    expect(accepted(ledger, grant(actAs(alice), actAs(bob), actAs(bob)))).to.deep.equal([
      { type: "UserRightsGranted", userId: "ann", rights: [actAs(bob)], recordTime: start },
    ]);
    expect(accepted(ledger, grant(actAs(alice), actAs(bob)))).to.deep.equal([]);
    expect(getIn(ledger.state.participant.users, "ann")?.rights).to.deep.equal([
      actAs(alice),
      actAs(bob),
    ]);
  });

  it("tells rights of one party apart by their kind", () => {
    const ledger = new TestLedger();
    accepted(ledger, user({ rights: [actAs(alice)] }));
    const others: ReadonlyArray<UserRight> = [
      { kind: "CanReadAs", party: alice },
      { kind: "CanExecuteAs", party: alice },
      { kind: "CanReadAsAnyParty" },
    ];
    expect(accepted(ledger, grant(...others))[0]).to.deep.include({ rights: others });
  });

  it("is refused for unknown users, malformed parties and too many rights", () => {
    const ledger = new TestLedger();
    expect(errorOf(ledger, grant(actAs(alice))).code).to.equal("USER_NOT_FOUND");
    accepted(ledger, user({ rights: many(maxRightsPerUser) }));
    expect(errorOf(ledger, grant(actAs("a/b"))).field).to.equal("rights[0].party");
    expect(codeOf(ledger.decide(grant(actAs("p0"))))).to.equal("accepted: ");
    expect(errorOf(ledger, grant(actAs("new"))).code).to.equal("TOO_MANY_USER_RIGHTS");
  });
});
