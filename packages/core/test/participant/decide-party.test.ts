import { expect } from "chai";
import { maxAnnotationsBytes } from "../../src/participant/annotations.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import type {
  AllocatePartyCommand,
  UpdatePartyCommand,
} from "../../src/participant/participant-command.js";
import { getIn } from "../../src/collections/persistent-map.js";
import { alice, partyOf, start } from "../ledger-fixture.js";
import { actAs, given, partyEvent, populated, errorOf, refuses } from "../participant-fixture.js";

const allocation = (changes: Partial<AllocatePartyCommand> = {}): AllocatePartyCommand => ({
  kind: "AllocateParty",
  partyIdHint: "dora",
  annotations: {},
  identityProviderId: "",
  synchronizerId: "",
  userId: "",
  ...changes,
});
const update = (
  updateMask: ReadonlyArray<string>,
  changes: Partial<UpdatePartyCommand> = {},
): UpdatePartyCommand => ({
  kind: "UpdateParty",
  party: alice,
  updateMask,
  annotations: {},
  resourceVersion: "",
  identityProviderId: "",
  isLocal: true,
  ...changes,
});
const updated = (changes = {}): LedgerEvent => ({
  type: "PartyUpdated",
  party: alice,
  annotations: {},
  identityProviderId: "",
  resourceVersion: 1,
  recordTime: start,
  ...changes,
});

describe("the quota of a user who allocates for itself", () => {
  const holding = (count: number): ReadonlyArray<LedgerEvent> => [
    ...populated,
    {
      type: "UserRightsGranted",
      userId: "ann",
      rights: [
        ...Array.from({ length: count }, (_, at) => actAs(partyOf(`held-${at}`))),
        { kind: "CanReadAs", party: alice },
      ],
      recordTime: start,
    },
  ];
  const own = (maxPartiesOfUser: number) => allocation({ userId: "ann", maxPartiesOfUser });
  const rows: ReadonlyArray<readonly [held: number, quota: number, isAllowed: boolean]> = [
    [0, 0, false],
    [0, 1, true],
    [1, 1, false],
    [1, 2, true],
    [3, 2, false],
  ];
  for (const [held, quota, isAllowed] of rows) {
    it(`of ${quota} ${isAllowed ? "has room" : "is used up"} with ${held} parties`, () => {
      const when = given(holding(held)).when(own(quota));
      if (isAllowed) {
        when.then([
          partyEvent("dora", ""),
          {
            type: "UserRightsGranted",
            userId: "ann",
            rights: [actAs(partyOf("dora"))],
            recordTime: start,
          },
        ]);
      } else {
        when.thenError("PERMISSION_DENIED");
      }
    });
  }

  it("is looked at before anything else, and not for users who are not named", () => {
    given(holding(1))
      .when(allocation({ userId: "ann", maxPartiesOfUser: 1, partyIdHint: "a::b" }))
      .thenError("PERMISSION_DENIED");
    given(populated)
      .when(allocation({ maxPartiesOfUser: 0 }))
      .thenError("PERMISSION_DENIED");
    given(holding(9))
      .when(allocation())
      .then([partyEvent("dora", "")]);
  });
});

describe("the allocation of a party of an identity provider", () => {
  it("is accepted when the provider is known, and for a user of that provider", () => {
    given(populated)
      .when(allocation({ identityProviderId: "acme" }))
      .then([partyEvent("dora", "acme")]);
    given(populated)
      .when(allocation({ identityProviderId: "acme", userId: "max" }))
      .then([
        partyEvent("dora", "acme"),
        {
          type: "UserRightsGranted",
          userId: "max",
          rights: [{ kind: "CanActAs", party: partyOf("dora") }],
          recordTime: start,
        },
      ]);
  });

  refuses(populated, [
    ["a malformed user id", allocation({ userId: "a b" }), "INVALID_FIELD", "user_id"],
    [
      "a malformed synchronizer id",
      allocation({ synchronizerId: "here" }),
      "INVALID_FIELD",
      "synchronizer_id",
    ],
    [
      "a synchronizer this node is not connected to",
      allocation({ synchronizerId: "there::1220ab" }),
      "NOT_CONNECTED_TO_SYNCHRONIZER",
      "there::1220ab",
    ],
    [
      "a provider that is not known",
      allocation({ identityProviderId: "gone" }),
      "INVALID_ARGUMENT",
      "identity provider gone",
    ],
    [
      "a user of another provider",
      allocation({ identityProviderId: "acme", userId: "ann" }),
      "PERMISSION_DENIED",
      "acme",
    ],
    [
      "a party hosted for another provider",
      allocation({ partyIdHint: "acme-party" }),
      "INVALID_ARGUMENT",
      "already allocated",
    ],
  ]);
});

describe("the update of a party", () => {
  it("changes its annotations when the mask names them, and counts", () => {
    const annotations = { note: "x" };
    const table: ReadonlyArray<readonly [ReadonlyArray<string>, object]> = [
      [["local_metadata.annotations"], { annotations }],
      [["local_metadata"], { annotations }],
      [["local_metadata.annotations", "party", "is_local"], { annotations }],
      [["local_metadata.resource_version"], {}],
      [["party"], {}],
      [["is_local"], {}],
      [["identity_provider_id"], {}],
    ];
    for (const [mask, changes] of table) {
      given(populated)
        .when(update(mask, { annotations }))
        .then([updated(changes)]);
    }
    const second = given([...populated, updated()]).when(
      update(["party"], { resourceVersion: "1" }),
    );
    second.then([updated({ resourceVersion: 2 })]);
    expect(getIn(second.state.participant.parties, alice)?.resourceVersion).to.equal(2);
  });

  it("sets, keeps and removes annotations by key, up to their greatest size", () => {
    const half = "x".repeat(maxAnnotationsBytes / 2 - 1);
    const held = [...populated, updated({ annotations: { a: half, b: "2" } })];
    const changing = (annotations: Readonly<Record<string, string>>) =>
      update(["local_metadata"], { annotations });
    given(held)
      .when(changing({ b: "", c: half }))
      .then([updated({ annotations: { a: half, c: half }, resourceVersion: 2 })]);
    const error = errorOf(held, changing({ c: half }));
    expect(error.code).to.equal("MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED");
    expect(error.resources).to.deep.equal([["PARTY", alice]]);
  });

  it("of another provider is accepted when the request names that provider", () => {
    const party = partyOf("acme-party");
    given(populated)
      .when(update(["party"], { party, identityProviderId: "acme" }))
      .then([updated({ party, identityProviderId: "acme" })]);
  });

  refuses(
    [...populated, updated()],
    [
      ["an empty mask", update([]), "INVALID_PARTY_DETAILS_UPDATE_REQUEST", "is empty"],
      [
        "a path that is not known",
        update(["localMetadata"]),
        "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
        "localMetadata",
      ],
      [
        "a path named twice",
        update(["party", "party"]),
        "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
        "twice",
      ],
      [
        "another value of is_local",
        update(["is_local"], { isLocal: false }),
        "INVALID_PARTY_DETAILS_UPDATE_REQUEST",
        "is_local",
      ],
      ["what is no party", update(["party"], { party: "a/b" }), "INVALID_ARGUMENT", "a/b"],
      [
        "an unknown party",
        update(["party"], { party: "nobody::1220" }),
        "PARTY_NOT_FOUND",
        "nobody",
      ],
      [
        "a party of another provider",
        update(["party"], { identityProviderId: "acme" }),
        "PERMISSION_DENIED",
        "acme",
      ],
      [
        "a version that is no integer",
        update(["party"], { resourceVersion: "one" }),
        "INVALID_FIELD",
        "one",
      ],
      [
        "a version that is not the current",
        update(["party"], { resourceVersion: "0" }),
        "CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED",
        "a concurrent update to the same party",
      ],
      [
        "a malformed annotation key",
        update(["local_metadata"], { annotations: { "-a": "" } }),
        "INVALID_ARGUMENT",
        '"-a"',
      ],
    ],
  );
});
