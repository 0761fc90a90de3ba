import { expect } from "chai";
import { contractNotFound, ledgerError } from "../../src/errors/ledger-error-build.js";
import { withDescribedCommand } from "../../src/ledger/command-context.js";
import { alice, bob, commandOf } from "../ledger-fixture.js";

const place = { submissionId: "s-1", receivedAt: 1_767_225_600_000_001 };
const week = 604_800_000_000;

const described = (
  changes: Parameters<typeof commandOf>[0],
  at: typeof place = place,
): string | undefined =>
  withDescribedCommand(contractNotFound("00"), commandOf(changes), at, week).context["commands"];

describe("The description of a composite command in an error", () => {
  it("says who submitted what, and when", () => {
    const command = { actAs: [alice, bob], commandId: "c", userId: "u", workflowId: "" };
    expect(described({ ...command, deduplicationPeriod: { kind: "empty" } })).to.equal(
      `{readAs: [], deduplicationPeriod: {duration: 'PT168H'}, submittedAt: '2026-01-01T00:00:00.000001Z', ` +
        `submissionId: 's-1', actAs: ['${alice}', '${bob}'], commandId: 'c', userId: 'u', workflowId: }`,
    );
  });

  it("has the period, the workflow and the readers of the command", () => {
    const period = { kind: "duration", durationMicros: 30_000_000n } as const;
    const text = described({ deduplicationPeriod: period, workflowId: "w", readAs: [bob] });
    expect(text).to.contain(`{readAs: ['${bob}'], deduplicationPeriod: {duration: 'PT30S'},`);
    expect(text).to.contain("workflowId: 'w'}");
    expect(described({ deduplicationPeriod: { kind: "offset", offset: 7n } })).to.contain(
      "deduplicationPeriod: {offset: '7'}",
    );
  });

  it("has neither id nor period where the command is only prepared", () => {
    const text = described(
      { deduplicationPeriod: { kind: "empty" } },
      { ...place, submissionId: "" },
    );
    expect(text).to.contain("{duration: 'PT0S'}");
    expect(text).to.contain("submissionId: ,");
  });

  it("is not added to what is found before interpretation", () => {
    for (const error of [
      ledgerError("DUPLICATE_COMMAND", "again"),
      ledgerError("COMMAND_PREPROCESSING_FAILED", "missing", { madeByInterface: true }),
    ])
      expect(withDescribedCommand(error, commandOf({}), place, week)).to.equal(error);
  });
});
