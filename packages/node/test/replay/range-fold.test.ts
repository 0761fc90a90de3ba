import {
  contractIdParts,
  type CreateNode,
  type ExerciseNode,
  keyIdOfContract,
  type PastEvent,
  type TransactionNode,
} from "@tallystick/core";
import { SharedTexts } from "@tallystick/tables";
import { expect } from "chai";
import { createdAt, type EntryTable, RangeFold } from "../../src/replay/range-fold.js";

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, "0");

const contractId = (offset: number): string =>
  `00${hex(offset, 64)}ca01${hex(offset, 12)}${hex(0, 64)}`;

const createOf = (offset: number, content: Partial<CreateNode> = {}): CreateNode => ({
  kind: "create",
  nodeId: 0,
  contractId: contractId(offset),
  templateId: "pid:Main:T",
  packageName: "pack",
  payload: {},
  signatories: ["alice"],
  observers: [],
  ...content,
});

const archiveOf = (offset: number): ExerciseNode => ({
  kind: "exercise",
  nodeId: 0,
  contractId: contractId(offset),
  templateId: "pid:Main:T",
  packageName: "pack",
  choice: "Archive",
  argument: {},
  actingParties: ["alice"],
  consuming: true,
  result: {},
  lastDescendantNodeId: 0,
  signatories: ["alice"],
  observers: [],
});

const transaction = (
  commandId: string,
  recordTime: number,
  ...nodes: ReadonlyArray<TransactionNode>
): PastEvent => ({
  type: "TransactionCommitted",
  updateId: "",
  userId: "user",
  commandId,
  submissionId: "s",
  workflowId: "",
  actAs: ["alice"],
  recordTime,
  deduplicationPeriod: { kind: "empty" },
  effectiveAt: recordTime,
  seed: "",
  nodes,
});

const folded = (change: (fold: RangeFold) => void) => {
  const tables: Array<EntryTable> = [];
  const context = { seed: 1, texts: new SharedTexts() };
  const fold = new RangeFold(context, (table, entries) => {
    expect(entries.length).to.be.greaterThan(0);
    tables.push(table);
  });
  change(fold);
  return { summary: fold.end(), tables };
};

const pruned = (archived: number): PastEvent => ({
  type: "SubmissionPruned",
  recordTime: 9,
  length: 5,
  archived: [
    {
      contractId: contractId(archived),
      templateId: "pid:Main:T",
      packageName: "pack",
      signatories: [],
      observers: [],
    },
  ],
});

describe("A fold of a range", () => {
  it("is empty without events", () => {
    const { summary, tables } = folded(() => undefined);
    expect(tables).to.deep.equal([]);
    expect(summary).to.deep.equal({
      contracts: 0,
      pruned: [],
      keyedTemplates: [],
      keyChanges: [],
      acceptances: new Float64Array(),
      ordered: [],
      recordTime: 0,
    });
  });

  it("counts contracts, and gives what is accepted with offset and time", () => {
    const { summary, tables } = folded((fold) => {
      fold.add(transaction("a", 7, createOf(1), createOf(2)), 3);
      fold.add(transaction("b", 8, archiveOf(1)), 4);
    });
    expect(tables).to.deep.equal(["contracts", "changes"]);
    expect(summary.contracts).to.equal(1);
    expect([...summary.acceptances]).to.deep.equal([3, 7, 4, 8]);
  });

  it("does not count an archive of what was pruned in the range, and counts others", () => {
    const { summary } = folded((fold) => {
      fold.add(pruned(1), 5);
      fold.add(pruned(5), 6);
    });
    expect(summary.pruned).to.deep.equal([5, 6]);
    expect(summary.contracts).to.equal(-1);
    expect(summary.recordTime).to.equal(9);
  });

  it("keeps events that have an order, and what may change who holds a key", () => {
    const key: PastEvent = { type: "SigningKeyPublished", publicKey: "k", recordTime: 3 };
    const held = createOf(4, { key: { value: { n: "1" }, maintainers: ["alice"] } });
    const { summary } = folded((fold) => {
      fold.add(key, 2);
      fold.add({ type: "DisclosureKeyDrawn", key: "", recordTime: 4 }, 3);
      fold.add(transaction("c", 5, held), 4);
      fold.add(transaction("d", 6, archiveOf(4)), 5);
    });
    expect(summary.ordered).to.deep.equal([{ offset: 2, event: key }]);
    expect(summary.keyedTemplates).to.deep.equal(["pack:Main:T"]);
    expect(summary.keyChanges).to.deep.equal([
      { contractId: contractId(4), template: "pack:Main:T", keyId: keyIdOfContract(held) },
      { contractId: contractId(4), template: "pack:Main:T" },
    ]);
  });

  it("gives its entries away when there are many, so that it stays small", () => {
    const payload = { text: "x".repeat(1_000_000) };
    const { tables } = folded((fold) => {
      for (let at = 1; at <= 30; at++)
        fold.add(transaction(`c${at}`, at, createOf(at, { payload })), at);
    });
    expect(tables).to.deep.equal(["contracts", "contracts", "changes"]);
  });
});

describe("The offset of a contract's create", () => {
  it("is that in its id, or 0", () => {
    expect(createdAt(contractId(77))).to.equal(77);
    expect(contractIdParts(contractId(77))?.offset).to.equal(77);
    expect(createdAt("00ab")).to.equal(0);
  });
});
