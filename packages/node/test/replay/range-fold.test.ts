import { type Contract, contractIdParts, type PastEvent } from "@tallystick/core";
import { SharedTexts } from "@tallystick/tables";
import { expect } from "chai";
import { createdAt, type EntryTable, RangeFold } from "../../src/replay/range-fold.js";

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, "0");

const contractId = (offset: number): string =>
  `00${hex(offset, 64)}ca01${hex(offset, 12)}${hex(0, 64)}`;

const contract = (offset: number, text = ""): Contract => ({
  contractId: contractId(offset),
  templateId: "pid:Main:T",
  packageName: "pack",
  payload: { text },
  signatories: ["alice"],
  observers: [],
  createdAt: 0,
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
      stakeholders: [],
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
      fold.created(contract(1));
      fold.created(contract(2));
      fold.archived(contractId(1), "pack:Main:T");
      fold.accepted("a", { offset: 3, recordTime: 7, submissionId: "s" });
      fold.accepted("b", { offset: 4, recordTime: 8, submissionId: "s" });
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
    const { summary } = folded((fold) => {
      fold.add(key, 2);
      fold.add({ type: "DisclosureKeyDrawn", key: "", recordTime: 4 }, 3);
      fold.held("id", "pack:Main:T", "c");
      fold.archived("c", "pack:Main:T");
    });
    expect(summary.ordered).to.deep.equal([{ offset: 2, event: key }]);
    expect(summary.keyedTemplates).to.deep.equal(["pack:Main:T"]);
    expect(summary.keyChanges).to.deep.equal([
      { contractId: "c", template: "pack:Main:T", keyId: "id" },
      { contractId: "c", template: "pack:Main:T" },
    ]);
  });

  it("gives its entries away when there are many, so that it stays small", () => {
    const payload = "x".repeat(1_000_000);
    const { tables } = folded((fold) => {
      for (let at = 1; at <= 30; at++) {
        fold.created(contract(at, payload));
        fold.add({ type: "DisclosureKeyDrawn", key: "", recordTime: 4 }, at);
      }
    });
    expect(tables).to.deep.equal(["contracts", "contracts"]);
  });
});

describe("The offset of a contract's create", () => {
  it("is that in its id, or 0", () => {
    expect(createdAt(contractId(77))).to.equal(77);
    expect(contractIdParts(contractId(77))?.offset).to.equal(77);
    expect(createdAt("00ab")).to.equal(0);
  });
});
