import { expect } from "chai";
import type { TransactionCommitted } from "../../src/events/submission-event.js";
import type { CreateNode } from "../../src/events/transaction-node.js";
import { eventUnits } from "../../src/ledger/event-units.js";
import type { Json } from "../../src/values/json.js";

const createOf = (payload: Json, nodeId: number): CreateNode => ({
  kind: "create",
  nodeId,
  contractId: `00${nodeId}`,
  templateId: "pid:Main:Note",
  packageName: "pack",
  payload,
  signatories: ["alice"],
  observers: [],
});

const transactionOf = (payloads: ReadonlyArray<Json>): TransactionCommitted => ({
  type: "TransactionCommitted",
  updateId: "1220",
  userId: "user",
  commandId: "c",
  submissionId: "s",
  workflowId: "",
  actAs: ["alice"],
  recordTime: 11,
  deduplicationPeriod: { kind: "empty" },
  effectiveAt: 10,
  seed: "",
  nodes: payloads.map(createOf),
});

describe("What an event takes in memory", () => {
  it("is its text at least", () => {
    expect(eventUnits(transactionOf([]), "x".repeat(5_000))).to.equal(5_000);
    const rejected = { type: "CommandRejected" } as never;
    expect(eventUnits(rejected, "x".repeat(700))).to.equal(700);
  });

  it("is what its contracts hold, with each text as often as it occurs, though the text has it once", () => {
    const text = "x".repeat(10_000);
    const event = transactionOf(Array.from({ length: 30 }, () => ({ note: text })));
    expect(eventUnits(event, "x".repeat(15_000))).to.be.within(300_000, 330_000);
  });

  it("counts arguments and results of choices", () => {
    const exercise = {
      kind: "exercise" as const,
      nodeId: 0,
      contractId: "00",
      templateId: "pid:Main:Note",
      packageName: "pack",
      choice: "C",
      argument: { long: "x".repeat(2_000) },
      actingParties: [],
      consuming: false,
      result: ["x".repeat(1_000)],
      lastDescendantNodeId: 0,
      signatories: [],
      observers: [],
    };
    const units = eventUnits({ ...transactionOf([]), nodes: [exercise, exercise] }, "{}");
    expect(units).to.be.within(6_000, 7_500);
  });

  it("counts parts that have no text, and keys", () => {
    const list = Array.from({ length: 1_000 }, () => ({}));
    expect(eventUnits(transactionOf([{ list }]), "{}")).to.be.within(30_000, 40_000);
    const keyed = { ...createOf({}, 0), key: { value: "k".repeat(900), maintainers: ["alice"] } };
    expect(eventUnits({ ...transactionOf([]), nodes: [keyed] }, "{}")).to.be.within(1_100, 1_400);
  });
});
