import { ledgerError } from "@tallystick/core";
import { expect } from "chai";
import { projectCompletion } from "../../src/projection/project-completion.js";
import { rejectionAt, synchronizerId, transactionAt } from "../journal-fixture.js";

const filter = { userId: "user", parties: new Set(["alice", "carol"]) };
const submittedBy = { actAs: ["alice", "bob", "carol"] };

describe("A completion", () => {
  it("of success carries the update id and only the requested parties", () => {
    const completion = projectCompletion(
      transactionAt(3, [], submittedBy),
      3,
      filter,
      synchronizerId,
    );
    expect(completion).to.deep.equal({
      commandId: "command-3",
      status: { code: 0, message: "", details: [] },
      updateId: transactionAt(3, []).updateId,
      userId: "user",
      actAs: ["alice", "carol"],
      submissionId: "submission-3",
      deduplicationPeriod: { DeduplicationOffset: { value: 0 } },
      traceContext: { traceparent: `00-${"0".repeat(32)}-${"0".repeat(16)}-00`, tracestate: null },
      offset: 3,
      synchronizerTime: { synchronizerId, recordTime: "2026-01-01T00:00:03.000008Z" },
      paidTrafficCost: 0,
    });
  });

  it("of a rejection carries its status, an empty update id and a duration in seconds and nanos", () => {
    const error = ledgerError("CONTRACT_NOT_FOUND", "no contract 00ab", {
      resources: [["CONTRACT_ID", "00ab"]],
    });
    const completion = projectCompletion(rejectionAt(4, error), 4, filter, synchronizerId);
    expect(completion?.updateId).to.equal("");
    expect(completion?.traceContext.traceparent).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(completion?.status.code).to.equal(5);
    expect(completion?.status.message).to.match(
      /^CONTRACT_NOT_FOUND\(11,submissi.*\): no contract 00ab$/,
    );
    expect(completion?.deduplicationPeriod).to.deep.equal({
      DeduplicationDuration: {
        value: { seconds: 90, nanos: 1_000, unknownFields: { fields: {} } },
      },
    });
  });

  it("says Empty when no deduplication period was applied", () => {
    const event = transactionAt(3, [], { deduplicationPeriod: { kind: "empty" } });
    expect(projectCompletion(event, 3, filter, synchronizerId)?.deduplicationPeriod).to.deep.equal({
      Empty: {},
    });
  });

  it("is not shown for another user or other parties", () => {
    const event = transactionAt(3, [], { actAs: ["bob"] });
    expect(projectCompletion(event, 3, filter, synchronizerId)).to.equal(undefined);
    const other = transactionAt(3, [], { userId: "other" });
    expect(projectCompletion(other, 3, filter, synchronizerId)).to.equal(undefined);
  });
});
