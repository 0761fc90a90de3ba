import { expect } from "chai";
import type { CompositeCommand } from "../../src/commands/composite-command.js";
import type { TransactionCommitted } from "../../src/events/submission-event.js";
import { updateIdOf } from "../../src/events/ledger-ids.js";
import {
  alice,
  bank,
  bob,
  creates,
  createsAndExercises,
  exercises,
  exercisesByKey,
  iou,
  iouKey,
  start,
  TestLedger,
} from "../ledger-fixture.js";
import { Iou, Lab, Touch } from "../sample-package.js";

const committed = (changes: Partial<CompositeCommand> = {}): TransactionCommitted =>
  new TestLedger({ receivedAt: start - 5 }).commit(
    [alice],
    [creates(Lab, { owner: alice })],
    changes,
  );

const optionalFields = [
  "readAs",
  "requestedDeduplicationPeriod",
  "minLedgerTime",
  "packagePreference",
  "traceParent",
  "traceState",
  "disclosedContracts",
  "commandForms",
  "external",
];

describe("The event of a submission", () => {
  it("says what every one says, and nothing that was not named", () => {
    const event = committed();
    expect(event).to.deep.include({
      type: "TransactionCommitted",
      userId: "user",
      submissionId: "generated-submission",
      workflowId: "",
      actAs: [alice],
      recordTime: start,
      effectiveAt: start,
    });
    expect(event).to.not.have.any.keys(...optionalFields);
    expect(event.updateId).to.equal(updateIdOf(event.seed, 6));
  });

  const table: ReadonlyArray<
    readonly [what: string, changes: Partial<CompositeCommand>, fields: object]
  > = [
    ["the submission id that was named", { submissionId: "mine" }, { submissionId: "mine" }],
    ["the workflow", { workflowId: "flow" }, { workflowId: "flow" }],
    ["who reads", { readAs: [bob] }, { readAs: [bob] }],
    [
      "an offset to deduplicate from",
      { deduplicationPeriod: { kind: "offset", offset: 2n } },
      { requestedDeduplicationPeriod: { kind: "offset", offset: "2" } },
    ],
    [
      "a time to deduplicate for",
      { deduplicationPeriod: { kind: "duration", durationMicros: 7n } },
      { requestedDeduplicationPeriod: { kind: "duration", durationMicros: "7" } },
    ],
    [
      "an earliest time",
      { minLedgerTimeAbs: BigInt(start - 1) },
      { minLedgerTime: { kind: "absolute", micros: String(start - 1) } },
    ],
    [
      "an earliest time after receipt, with the receipt",
      { minLedgerTimeRel: 3n },
      { minLedgerTime: { kind: "relative", micros: "3", receivedAt: start - 5 } },
    ],
    [
      "a trace",
      { traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
      { traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
    ],
    [
      "a trace with its state",
      { traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", traceState: "k=v" },
      { traceParent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", traceState: "k=v" },
    ],
  ];
  for (const [what, changes, fields] of table) {
    it(`says what was named: ${what}`, () => {
      const event = committed(changes);
      expect(event).to.deep.include(fields);
      const said = new Set(Object.keys(fields));
      const others = optionalFields.filter((name) => !said.has(name));
      expect(event).to.not.have.any.keys(...others);
    });
  }

  it("takes effect when it is recorded, after the earliest time that was named", () => {
    for (const minLedgerTimeAbs of [BigInt(start), BigInt(start - 9)])
      expect(committed({ minLedgerTimeAbs })).to.include({ recordTime: start, effectiveAt: start });
    expect(committed({ minLedgerTimeRel: -12n }).effectiveAt).to.equal(start);
  });

  it("says the forms of commands only when its roots do not tell them", () => {
    const ledger = new TestLedger();
    const contractId = ledger.create([bank], Iou, iou());
    const touch = exercises(Touch, contractId);
    const create = creates(Lab, { owner: alice });
    expect(ledger.commit([alice], [create, touch])).to.not.have.property("commandForms");
    expect(
      ledger.commit([alice], [touch, exercisesByKey(Touch, iouKey())], { readAs: [bank] })
        .commandForms,
    ).to.deep.equal(["exercise", "exerciseByKey"]);
    const other = createsAndExercises(Touch, iou({ reference: "r2" }));
    expect(ledger.commit([alice, bank], [create, other]).commandForms).to.deep.equal([
      "create",
      "createAndExercise",
    ]);
  });

  it("never goes back in time, whatever the clock does", () => {
    const ledger = new TestLedger({ now: start + 100 });
    const first = ledger.commit([alice], [creates(Lab, { owner: alice })]);
    ledger.context = { ...ledger.context, now: start };
    const second = ledger.commit([alice], [creates(Lab, { owner: alice })]);
    expect([first.recordTime, second.recordTime]).to.deep.equal([start + 100, start + 100]);
  });
});
