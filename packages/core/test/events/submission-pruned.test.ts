import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { decodeLedgerEvent } from "../../src/events/ledger-event-codec.js";
import { prunedOf, prunedText, type SubmissionPruned } from "../../src/events/submission-pruned.js";
import { StoredValueError } from "../../src/events/string-table.js";

const least: SubmissionPruned = { type: "SubmissionPruned", recordTime: 7, length: 900 };
const full: SubmissionPruned = {
  ...least,
  submissionId: "submission",
  changes: ["user\ncommand\nalice", "\nuuid"],
  archived: [
    {
      contractId: "00ab",
      templateId: "aa:Main:Iou",
      packageName: "iou",
      signatories: ["bank"],
      observers: ["alice"],
    },
  ],
};

describe("a pruned submission", () => {
  it("is this text", () => {
    expect(prunedText(least)).to.equal('{"v":0,"recordTime":7,"length":900}');
    expect(prunedText(full)).to.equal(
      '{"v":0,"recordTime":7,"length":900,"submissionId":"submission","changes":["user\\ncommand\\nalice","\\nuuid"],"archived":[{"contractId":"00ab","templateId":"aa:Main:Iou","packageName":"iou","signatories":["bank"],"observers":["alice"]}]}',
    );
  });

  for (const [name, event] of Object.entries({ least, full })) {
    for (const type of ["TransactionCommitted", "CommandRejected"]) {
      it(`is read back from the place of a ${type}: ${name}`, () => {
        const read = decodeLedgerEvent(type, prunedText(event), 3);
        expect(isRight(read) && read.right).to.deep.equal(event);
      });
    }
  }

  it("takes the place of nothing but a submission", () => {
    for (const type of ["PartyAllocated", "ConfigurationApplied", "JournalPruned"])
      expect(isLeft(decodeLedgerEvent(type, prunedText(least), 3)), type).to.equal(true);
  });

  for (const [name, fields] of Object.entries({
    "no record time": { length: 1 },
    "no length": { recordTime: 1 },
    "changes that are no list": { recordTime: 1, length: 1, changes: "a" },
    "a change that is no text": { recordTime: 1, length: 1, changes: [1] },
    "an archive without observers": {
      recordTime: 1,
      length: 1,
      archived: [{ contractId: "00", templateId: "a", packageName: "b", signatories: ["c"] }],
    },
    "nothing at all": undefined,
  })) {
    it(`is not one with ${name}`, () => {
      expect(() => prunedOf({ ...fields })).to.throw(StoredValueError);
      const read = decodeLedgerEvent(
        "TransactionCommitted",
        JSON.stringify({ v: 0, ...fields }),
        3,
      );
      expect(isLeft(read)).to.equal(true);
    });
  }
});
