import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../../src/commands/composite-command.js";
import { withoutPause } from "../../src/interpretation/pausing.js";
import { decide, type DecisionContext } from "../../src/ledger/decide.js";
import { type DryRun, dryRun } from "../../src/ledger/dry-run.js";
import type { LedgerState } from "../../src/ledger/ledger-state.js";
import {
  alice,
  bank,
  bob,
  commandOf,
  creates,
  exercises,
  iou,
  start,
  TestLedger,
} from "../ledger-fixture.js";
import { Iou, Split, Transfer } from "../sample-package.js";
import { ledgerAfter, steps } from "./random-history.js";

const tried = (ledger: TestLedger, changes: Partial<CompositeCommand>): DryRun =>
  withoutPause(dryRun(ledger.state, commandOf(changes), ledger.context));

/** What deciding says, with the ids and the time of a dry run. */
const decided = (
  state: LedgerState,
  command: CompositeCommand,
  context: DecisionContext,
  { recordTime }: DryRun,
) => {
  const decision = decide(
    state,
    { kind: "Submit", command },
    { ...context, now: recordTime, seed: "0".repeat(56), submissionId: "dry-run" },
  );
  if (isLeft(decision)) return { error: decision.left };
  const [event] = decision.right;
  const id = event?.type === "CommandRejected" ? event.submissionId : undefined;
  return event?.type === "CommandRejected"
    ? { event, error: { ...event.error, correlationId: id } }
    : { event };
};

describe("a dry run", () => {
  it("says for every command what deciding it says, and changes nothing", () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(steps, (all) => {
        ledgerAfter(all, ({ state, context }, command) => {
          if (command.kind !== "Submit") return;
          const run = withoutPause(dryRun(state, command.command, context));
          const { event, error } = decided(state, command.command, context, run);
          expect(run.event).to.deep.equal(event);
          expect(run.error).to.deep.equal(error);
          const again = withoutPause(dryRun(state, command.command, context));
          expect(again).to.deep.equal(run);
          outcomes.add(error?.code ?? "accepted");
        });
      }),
      { numRuns: 60 },
    );
    expect([...outcomes]).to.include.members([
      "accepted",
      "CONTRACT_NOT_FOUND",
      "DAML_AUTHORIZATION_ERROR",
      "DUPLICATE_COMMAND",
    ]);
  });

  it("has the steps up to where a command fails", () => {
    const ledger = new TestLedger();
    const debt = ledger.create([bank], Iou, iou());
    const run = tried(ledger, {
      actAs: [alice],
      commands: [exercises(Split, debt, { amount: "99999", reference: "r2" })],
    });
    expect(run.event).to.equal(undefined);
    expect(run.steps.map(({ kind }) => kind)).to.include("exercise");
    expect([...run.trace.inputs.keys()]).to.deep.equal([debt]);
  });

  it("names who had to authorize and who did", () => {
    const ledger = new TestLedger();
    const debt = ledger.create([bank], Iou, iou());
    const { error } = tried(ledger, {
      actAs: [bob],
      readAs: [alice],
      commands: [exercises(Transfer, debt, { newOwner: bob })],
    });
    expect(error?.authorizers).to.deep.equal({ required: [alice], given: [bob] });
  });

  it("waits for a ledger time that a submission would wait for", () => {
    const ledger = new TestLedger();
    const minLedgerTimeAbs = BigInt(start + 1_000_000);
    const run = tried(ledger, { commands: [creates(Iou, iou())], actAs: [bank], minLedgerTimeAbs });
    expect(run.recordTime).to.equal(start + 1_000_000);
    expect(run.event?.type).to.equal("TransactionCommitted");
    const late = { minLedgerTimeAbs: BigInt(start) + 10n ** 12n };
    const far = tried(ledger, { commands: [creates(Iou, iou())], actAs: [bank], ...late });
    expect(far.error?.code).to.equal("LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND");
  });
});
