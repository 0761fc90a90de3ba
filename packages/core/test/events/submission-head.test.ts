import { expect } from "chai";
import fc from "fast-check";
import { recordTimeOfSubmission } from "../../src/events/submission-head.js";

const types = ["TransactionCommitted", "CommandRejected"];

describe("The record time of a submission", () => {
  it("is the one that its text has, whatever follows", () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.maxSafeNat(), fc.string(), (type, time, rest) => {
        expect(recordTimeOfSubmission(type, `{"v":1,"recordTime":${time},${rest}`)).to.equal(time);
      }),
    );
  });

  const OTHER: ReadonlyArray<readonly [string, string, string]> = [
    ["another event", "PartyAllocated", '{"v":1,"recordTime":5,"party":"a"}'],
    ["a pruned one", "TransactionCommitted", '{"v":0,"recordTime":5,"length":7}'],
    ["another version", "TransactionCommitted", '{"v":2,"recordTime":5,"a":1}'],
    ["no digits", "TransactionCommitted", '{"v":1,"recordTime":,"a":1}'],
    ["a negative time", "CommandRejected", '{"v":1,"recordTime":-5,"a":1}'],
    ["a broken number", "CommandRejected", '{"v":1,"recordTime":5.5,"a":1}'],
    ["a time as text", "CommandRejected", '{"v":1,"recordTime":"5","a":1}'],
    ["more than an exact number", "CommandRejected", '{"v":1,"recordTime":9007199254740993,"a":1}'],
    ["too many digits", "CommandRejected", `{"v":1,"recordTime":${"1".repeat(18)},"a":1}`],
    ["no end", "CommandRejected", '{"v":1,"recordTime":55'],
    ["another first field", "CommandRejected", '{"recordTime":5,"v":1}'],
    ["nothing", "CommandRejected", ""],
  ];
  for (const [name, type, data] of OTHER) {
    it(`is not told by ${name}`, () => {
      expect(recordTimeOfSubmission(type, data)).to.equal(undefined);
    });
  }
});
