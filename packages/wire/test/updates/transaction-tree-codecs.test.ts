import { expect } from "chai";
import {
  TransactionTreeWire,
  UpdateTreesItemWire,
} from "../../src/updates/transaction-tree-codecs.js";
import { read, refused } from "../refused.js";
import { created, exercised } from "../wire-events.js";

const tree = {
  updateId: "1220",
  commandId: "",
  workflowId: "",
  effectiveAt: "2026-01-01T00:00:00Z",
  offset: 5,
  eventsById: {
    "0": { ExercisedTreeEvent: { value: exercised } },
    "1": { CreatedTreeEvent: { value: created } },
  },
  synchronizerId: "s::1",
  traceContext: { traceparent: "00", tracestate: null },
  recordTime: "2026-01-01T00:00:00Z",
};

describe("the codec of transaction trees", () => {
  it("reads events by node id", () => {
    expect(read(TransactionTreeWire, tree)).to.deep.equal(tree);
    expect(read(TransactionTreeWire, { ...tree, eventsById: {} }).eventsById).to.deep.equal({});
  });

  for (const field of Object.keys(tree)) {
    it(`needs ${field}`, () => {
      expect(refused(TransactionTreeWire, { ...tree, [field]: undefined })).to.match(
        new RegExp(`^${field}: missing`),
      );
    });
  }

  it("has no archived events: the shape has exercises in their place", () => {
    const eventsById = { "7": { ArchivedTreeEvent: { value: {} } } };
    expect(refused(TransactionTreeWire, { ...tree, eventsById })).to.equal(
      "eventsById.7: expected an object with exactly one of the keys " +
        'CreatedTreeEvent, ExercisedTreeEvent, found "ArchivedTreeEvent"',
    );
  });
});

describe("the codec of frames of the older tree stream", () => {
  const checkpoint = {
    offset: 9,
    synchronizerTimes: [{ synchronizerId: "s::1", recordTime: "2026-01-01T00:00:00Z" }],
  };

  it("reads trees and checkpoints", () => {
    for (const update of [
      { TransactionTree: { value: tree } },
      { OffsetCheckpoint: { value: checkpoint } },
    ])
      expect(read(UpdateTreesItemWire, { update })).to.deep.equal({ update });
  });

  it("has no flat transactions", () => {
    expect(refused(UpdateTreesItemWire, { update: { Transaction: { value: {} } } })).to.match(
      /^update: .*OffsetCheckpoint, Reassignment, TransactionTree, found "Transaction"$/,
    );
  });

  it("names what a checkpoint lacks", () => {
    const times = (synchronizerTimes: unknown) => ({
      update: { OffsetCheckpoint: { value: { ...checkpoint, synchronizerTimes } } },
    });
    expect(refused(UpdateTreesItemWire, times([{}]))).to.equal(
      "update.OffsetCheckpoint.value.synchronizerTimes[0].synchronizerId: missing, expected a string",
    );
    expect(refused(UpdateTreesItemWire, times(null))).to.equal(
      "update.OffsetCheckpoint.value.synchronizerTimes: expected an array, found null",
    );
  });
});
