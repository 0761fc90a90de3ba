import { expect } from "chai";
import type { FoundUpdate, ParticipantPermission } from "../../src/updates/update-shapes.js";
import {
  JsGetUpdateResponse,
  TopologyTransactionWire,
  UpdateItemWire,
} from "../../src/updates/update-codecs.js";
import { read, refused } from "../refused.js";
import { transaction } from "../wire-events.js";

const authorization = {
  partyId: "alice::1220",
  participantId: "p::1220",
  participantPermission: "PARTICIPANT_PERMISSION_SUBMISSION" as ParticipantPermission,
};
const topology = {
  updateId: "1220",
  offset: 3,
  synchronizerId: "s::1220",
  recordTime: "2026-01-01T00:00:00Z",
  events: [{ event: { ParticipantAuthorizationAdded: { value: authorization } } }],
  traceContext: { traceparent: "00", tracestate: null },
} as const;
const checkpoint = { OffsetCheckpoint: { value: { offset: 1, synchronizerTimes: [] } } };

describe("the codec of topology transactions", () => {
  it("reads the four kinds of authorization", () => {
    const { participantPermission: _permission, ...hosting } = authorization;
    const events = [
      ...topology.events,
      { event: { ParticipantAuthorizationChanged: { value: authorization } } },
      { event: { ParticipantAuthorizationOnboarding: { value: authorization } } },
      { event: { ParticipantAuthorizationRevoked: { value: hosting } } },
      { event: { Empty: {} } },
    ];
    expect(read(TopologyTransactionWire, { ...topology, events }).events).to.deep.equal(events);
  });

  it("has no permission where hosting has ended", () => {
    const events = [{ event: { ParticipantAuthorizationRevoked: { value: authorization } } }];
    const [first] = read(TopologyTransactionWire, { ...topology, events }).events;
    expect(JSON.stringify(first)).to.not.contain("participantPermission");
  });

  const at = "events[0].event.ParticipantAuthorizationAdded.value";
  const bad: ReadonlyArray<readonly [change: object, error: string]> = [
    [{ partyId: undefined }, `${at}.partyId: missing, expected a string`],
    [{ participantId: null }, `${at}.participantId: expected a string, found null`],
    [{ participantPermission: undefined }, `${at}.participantPermission: missing, expected one of`],
    [{ participantPermission: "SUBMISSION" }, `${at}.participantPermission: expected one of`],
  ];
  for (const [change, error] of bad) {
    it(`refuses an authorization with ${JSON.stringify(change)}`, () => {
      const value = { ...authorization, ...change };
      const events = [{ event: { ParticipantAuthorizationAdded: { value } } }];
      expect(refused(TopologyTransactionWire, { ...topology, events })).to.contain(error);
    });
  }

  it("reads an unrecognized permission as the unspecified one", () => {
    const value = { ...authorization, participantPermission: "UNRECOGNIZED" };
    const events = [{ event: { ParticipantAuthorizationAdded: { value } } }];
    expect(read(TopologyTransactionWire, { ...topology, events }).events).to.deep.equal([
      {
        event: {
          ParticipantAuthorizationAdded: {
            value: {
              ...authorization,
              participantPermission: "PARTICIPANT_PERMISSION_UNSPECIFIED",
            },
          },
        },
      },
    ]);
  });
});

describe("the codecs of updates", () => {
  const found: ReadonlyArray<FoundUpdate> = [
    { update: { Transaction: { value: transaction } } },
    { update: { TopologyTransaction: { value: topology } } },
  ];
  for (const item of found) {
    it(`read a ${Object.keys(item.update).join("")} alone and in a list`, () => {
      expect(read(JsGetUpdateResponse, item)).to.deep.equal(item);
      expect(read(UpdateItemWire, item)).to.deep.equal(item);
    });
  }

  it("have checkpoints in a list, and never alone", () => {
    expect(read(UpdateItemWire, { update: checkpoint })).to.deep.equal({ update: checkpoint });
    expect(refused(JsGetUpdateResponse, { update: checkpoint })).to.match(
      /^update: .*Reassignment, TopologyTransaction, Transaction, found "OffsetCheckpoint"$/,
    );
  });

  it("are published as the same union all the same", () => {
    expect(JsGetUpdateResponse.definitions["Update"]).to.deep.equal(
      UpdateItemWire.definitions["Update"],
    );
    expect(JsGetUpdateResponse.schema.properties).to.deep.equal({
      update: { $ref: "#/components/schemas/Update" },
    });
  });

  it("refuse two updates in one item", () => {
    const update = { Transaction: { value: transaction }, ...checkpoint };
    expect(refused(UpdateItemWire, { update })).to.match(/found OffsetCheckpoint and Transaction$/);
  });
});
