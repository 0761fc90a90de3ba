import { isLeft } from "fp-ts/lib/Either.js";
import { expect } from "chai";
import { decide } from "../../src/ledger/decide.js";
import { emptyLedger, evolveAll } from "../../src/ledger/ledger-state.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import { getIn } from "../../src/collections/persistent-map.js";
import { commandOf, contextOf, creates, foundation, start } from "../ledger-fixture.js";
import { Lab } from "../sample-package.js";
import { actAs, given, populated } from "../participant-fixture.js";

const party = `dora::1220${"cd".repeat(32)}`;
const key = {
  keySpec: "SIGNING_KEY_SPEC_EC_CURVE25519",
  fingerprint: "1220",
  publicKey: "AA==",
};
const allocate = {
  kind: "AllocateExternalParty",
  party,
  keys: [key],
  threshold: 1,
  identityProviderId: "",
  userId: "",
} as const;
const allocated = [
  { type: "PartyAllocated", party, annotations: {}, identityProviderId: "", recordTime: start },
  { type: "PartyKeysChanged", party, keys: [key], threshold: 1, serial: 1, recordTime: start },
] as const;
const rotate = { kind: "ChangePartyKeys", party, keys: [], threshold: 2, serial: 2 } as const;

describe("allocating an external party", () => {
  it("hosts the party and keeps its keys", () => {
    given(foundation).when(allocate).then(allocated);
    const state = evolveAll(emptyLedger(), [...foundation, ...allocated]);
    expect(getIn(state.participant.parties, party)?.external).to.deep.equal({
      keys: [key],
      threshold: 1,
      serial: 1,
    });
  });

  it("lets a user act as it", () => {
    given(populated)
      .when({ ...allocate, userId: "ann" })
      .then([
        ...allocated,
        {
          type: "UserRightsGranted",
          userId: "ann",
          rights: [{ kind: "CanActAs", party }],
          recordTime: start,
        },
      ]);
  });

  it("counts against the quota of the user who allocates for itself", () => {
    const own = { ...allocate, userId: "ann" };
    given(populated)
      .when({ ...own, maxPartiesOfUser: 0 })
      .thenError("PERMISSION_DENIED");
    const first: LedgerEvent = {
      type: "UserRightsGranted",
      userId: "ann",
      rights: [actAs("eve::1220")],
      recordTime: start,
    };
    given([...populated, first])
      .when({ ...own, maxPartiesOfUser: 1 })
      .thenError("PERMISSION_DENIED");
    given([...populated, first])
      .when({ ...own, maxPartiesOfUser: 2 })
      .then([...allocated, { ...first, rights: [actAs(party)] }]);
  });

  it("is refused for a party that exists, another form of id, an unknown user and provider", () => {
    given([...foundation, ...allocated])
      .when(allocate)
      .thenError("INVALID_ARGUMENT");
    given(foundation)
      .when({ ...allocate, party: "dora" })
      .thenError("INVALID_ARGUMENT");
    given(foundation)
      .when({ ...allocate, userId: "nobody" })
      .thenError("USER_NOT_FOUND");
    given(foundation)
      .when({ ...allocate, userId: "ä" })
      .thenError("INVALID_FIELD");
    given(foundation)
      .when({ ...allocate, identityProviderId: "unknown" })
      .thenError("INVALID_ARGUMENT");
  });

  it("keeps the node from submitting for the party without its signature", () => {
    const state = evolveAll(emptyLedger(), [...foundation, ...allocated]);
    const command = commandOf({ actAs: [party], commands: [creates(Lab, { owner: party })] });
    const decided = decide(state, { kind: "Submit", command }, contextOf());
    if (!isLeft(decided)) throw new Error("accepted");
    expect(decided.left.code).to.equal("NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT");
    expect(decided.left.cause).to.contain("execute them with its signature");
  });
});

describe("changing the keys of an external party", () => {
  const before = [...foundation, ...allocated];

  it("replaces them under the next serial, and local details stay", () => {
    given(before)
      .when(rotate)
      .then([
        { type: "PartyKeysChanged", party, keys: [], threshold: 2, serial: 2, recordTime: start },
      ]);
    const updated = {
      type: "PartyUpdated",
      party,
      annotations: { a: "b" },
      identityProviderId: "",
      resourceVersion: 1,
      recordTime: start,
    } as const;
    const state = evolveAll(emptyLedger(), [...before, updated]);
    expect(getIn(state.participant.parties, party)).to.deep.include({
      annotations: { a: "b" },
      external: { keys: [key], threshold: 1, serial: 1 },
    });
  });

  it("is refused under another serial, for another kind of party and for an unknown one", () => {
    given(before)
      .when({ ...rotate, serial: 1 })
      .thenError("INVALID_ARGUMENT");
    given(before)
      .when({ ...rotate, serial: 3 })
      .thenError("INVALID_ARGUMENT");
    given(foundation).when(rotate).thenError("PARTY_NOT_FOUND");
    const [, second] = foundation;
    if (second?.type !== "PartyAllocated") throw new Error("a party");
    given(foundation)
      .when({ ...rotate, party: second.party })
      .thenError("INVALID_PARTY_DETAILS_UPDATE_REQUEST");
  });
});
