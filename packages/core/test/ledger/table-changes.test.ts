import { expect } from "chai";
import type { Contract } from "../../src/contracts/contract.js";
import { keyIdOf } from "../../src/contracts/transaction.js";
import type { TransactionCommitted } from "../../src/events/submission-event.js";
import type { PastEvent } from "../../src/events/submission-pruned.js";
import type { CreateNode } from "../../src/events/transaction-node.js";
import { changeIdOf } from "../../src/ledger/deduplication.js";
import { executionIdOf } from "../../src/ledger/execution-id.js";
import { keyIdAt, tellChanges } from "../../src/ledger/table-changes.js";

const told = (event: PastEvent) => {
  const changes: Array<ReadonlyArray<unknown>> = [];
  const isOrdered = tellChanges(event, 7, {
    created: (contract: Contract) => changes.push(["created", contract.contractId]),
    held: (...held) => changes.push(["held", ...held]),
    archived: (...archived) => changes.push(["archived", ...archived]),
    accepted: (changeId, acceptance) => changes.push(["accepted", changeId, acceptance]),
  });
  return { changes, isOrdered };
};

const key = { value: { number: "5" }, maintainers: ["alice"] };

const create: CreateNode = {
  kind: "create",
  nodeId: 0,
  contractId: "00a",
  templateId: "pid:Main:Account",
  packageName: "pack",
  payload: {},
  signatories: ["alice"],
  observers: [],
  key,
};

const exercise = {
  kind: "exercise" as const,
  nodeId: 1,
  contractId: "00b",
  templateId: "other:Main:Account",
  packageName: "pack",
  choice: "Archive",
  argument: {},
  actingParties: ["alice"],
  consuming: true,
  result: {},
  lastDescendantNodeId: 1,
  signatories: ["alice"],
  observers: [],
};

const transaction: TransactionCommitted = {
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
  nodes: [create, exercise, { ...exercise, nodeId: 2, consuming: false }],
};

const acceptance = { offset: 7, recordTime: 11, submissionId: "s" };

describe("tellChanges", () => {
  it("tells creates, keys, archives and the change id of a transaction, in order", () => {
    expect(told(transaction)).to.deep.equal({
      isOrdered: false,
      changes: [
        ["created", "00a"],
        ["held", keyIdOf("pack", "Main:Account", key), "pack:Main:Account", "00a"],
        ["archived", "00b", "pack:Main:Account"],
        ["accepted", changeIdOf(transaction), acceptance],
      ],
    });
  });

  it("tells that a prepared transaction was executed", () => {
    const external = {
      hash: "",
      hashingScheme: "",
      transactionUuid: "uuid",
      preparedTransaction: "",
      signatures: [],
    };
    const { changes } = told({ ...transaction, nodes: [], external });
    expect(changes).to.deep.equal([
      ["accepted", changeIdOf(transaction), acceptance],
      ["accepted", executionIdOf("uuid"), acceptance],
    ]);
  });

  it("tells what is left of a pruned submission", () => {
    const archived = [
      { contractId: "00b", templateId: "pid:Main:Account", packageName: "pack", stakeholders: [] },
    ];
    const event = { type: "SubmissionPruned" as const, recordTime: 11, length: 5 };
    expect(told(event)).to.deep.equal({ isOrdered: false, changes: [] });
    const { changes } = told({ ...event, submissionId: "s", changes: ["x"], archived });
    expect(changes).to.deep.equal([
      ["archived", "00b", "pack:Main:Account"],
      ["accepted", "x", acceptance],
    ]);
  });

  it("tells nothing of other events, and which of them have more to say", () => {
    const CASES: ReadonlyArray<readonly [PastEvent, boolean]> = [
      [{ type: "JournalForked", offset: 1, hash: "", reason: "", recordTime: 1 }, false],
      [{ type: "JournalRestored", offset: 1, hash: "", reason: "", recordTime: 1 }, false],
      [{ type: "DisclosureKeyDrawn", key: "", recordTime: 1 }, false],
      [{ type: "SigningKeyPublished", publicKey: "", recordTime: 1 }, true],
      [{ type: "UserDeleted", userId: "u", recordTime: 1 }, true],
    ];
    for (const [event, isOrdered] of CASES)
      expect(told(event), event.type).to.deep.equal({ isOrdered, changes: [] });
  });

  it("names a key as the transaction does that looks for it", () => {
    expect(keyIdAt("pack:Main:Account", key)).to.equal(keyIdOf("pack", "Main:Account", key));
  });
});
