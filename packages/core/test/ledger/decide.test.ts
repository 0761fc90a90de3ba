import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../../src/commands/composite-command.js";
import { int64Max, int64Min } from "../../src/values/int64.js";
import {
  alice,
  bob,
  commandOf,
  contextOf,
  createdIn,
  creates,
  exercises,
  foundation,
  partyOf,
  sha256,
  start,
  synchronizerId,
  TestLedger,
} from "../ledger-fixture.js";
import { Lab, Touch } from "../sample-package.js";
import { specification } from "../../src/ledger/given-when-then.js";

const lab = [creates(Lab, { owner: alice })];
const second = 1_000_000;

describe("a submission that is accepted", () => {
  it("leaves one event with everything its completion needs", () => {
    const ledger = new TestLedger();
    const event = ledger.commit([alice], lab, {
      commandId: "c1",
      submissionId: "s1",
      workflowId: "w1",
      userId: "u1",
    });
    const { nodes, updateId, seed, ...rest } = event;
    expect(rest).to.deep.equal({
      type: "TransactionCommitted",
      userId: "u1",
      commandId: "c1",
      submissionId: "s1",
      workflowId: "w1",
      actAs: [alice],
      recordTime: start,
      effectiveAt: start,
      deduplicationPeriod: { kind: "offset", offset: 0 },
    });
    expect(seed).to.match(/^[0-9a-f]{56}$/);
    expect(updateId).to.equal(`1220${seed.slice(0, 52)}000000000006`);
    expect(nodes).to.have.lengthOf(1);
  });

  it("takes the submission id of the context when the submitter named none", () => {
    const ledger = new TestLedger();
    expect(ledger.commit([alice], lab).submissionId).to.equal("generated-submission");
    const error = ledger.refuse([alice], [creates(Lab, {})]);
    expect(error.correlationId).to.equal("generated-submission");
    const named = ledger.refuse([alice], [creates(Lab, {})], { submissionId: "mine" });
    expect(named.correlationId).to.equal("mine");
  });

  it("has ids that follow from the seed alone", () => {
    const { given } = specification(contextOf());
    const command = { kind: "Submit", command: commandOf({ commands: lab }) } as const;
    const idsWith = (seed: string): ReadonlyArray<string> => {
      const { decision } = given(foundation).when(command, { seed });
      const event = isLeft(decision) ? undefined : decision.right[0];
      if (event?.type !== "TransactionCommitted") throw new Error("not committed");
      return [event.updateId, ...createdIn(event).map(({ contractId }) => contractId)];
    };
    expect(idsWith(sha256("a"))).to.deep.equal(idsWith(sha256("a")));
    const [a, b] = [idsWith(sha256("a")), idsWith(sha256("b"))];
    expect(a[0]).to.not.equal(b[0]);
    expect(a[1]).to.not.equal(b[1]);
  });
});

describe("a submission that cannot be decided here", () => {
  const table: ReadonlyArray<readonly [string, Partial<CompositeCommand>, string, string]> = [
    [
      "a party is not hosted here",
      { actAs: [alice, partyOf("zoe")] },
      "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
      partyOf("zoe"),
    ],
    [
      "another synchronizer is named",
      { synchronizerId: "else::1220" },
      "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
      synchronizerId,
    ],
    [
      "an unknown package is preferred",
      { packageIdSelectionPreference: ["f".repeat(64)] },
      "JSON_API_PACKAGE_SELECTION_FAILED",
      `${"f".repeat(64)} is not known to this node`,
    ],
  ];
  for (const [name, changes, code, cause] of table) {
    it(`is refused and leaves nothing when ${name}`, () => {
      const error = new TestLedger().refuse([alice], lab, changes);
      expect(error.code).to.equal(code);
      expect(error.cause).to.contain(cause);
    });
  }

  it("may read as parties that are not hosted here and name this synchronizer", () => {
    const changes = { readAs: [partyOf("zoe")], synchronizerId };
    expect(new TestLedger().commit([alice], lab, changes).nodes).to.have.lengthOf(1);
  });
});

describe("the ledger time", () => {
  const later = start + 5 * second;
  type Row = readonly [
    name: string,
    changes: Partial<CompositeCommand>,
    effectiveAt: number | "rejected",
  ];
  const table: ReadonlyArray<Row> = [
    ["no bound", {}, later],
    ["an absolute bound in the past", { minLedgerTimeAbs: BigInt(start) }, later],
    [
      "an absolute bound in the distant past",
      { minLedgerTimeAbs: -62_135_596_800_000_000n },
      later,
    ],
    ["an absolute bound that is reached", { minLedgerTimeAbs: BigInt(later) }, later],
    ["an absolute bound a microsecond ahead", { minLedgerTimeAbs: BigInt(later + 1) }, "rejected"],
    [
      "the last absolute bound there is",
      { minLedgerTimeAbs: 253_402_300_799_000_000n },
      "rejected",
    ],
    [
      "a relative bound, which counts from receipt, that is reached",
      { minLedgerTimeRel: BigInt(5 * second) },
      later,
    ],
    ["a relative bound that is already over", { minLedgerTimeRel: BigInt(second) }, later],
    ["a relative bound of zero", { minLedgerTimeRel: 0n }, later],
    ["a negative relative bound", { minLedgerTimeRel: int64Min }, later],
    [
      "a relative bound a microsecond ahead",
      { minLedgerTimeRel: BigInt(5 * second + 1) },
      "rejected",
    ],
    ["the greatest relative bound", { minLedgerTimeRel: int64Max }, "rejected"],
  ];
  for (const [name, changes, effectiveAt] of table) {
    it(`with ${name} is ${effectiveAt === "rejected" ? "out of bounds" : `${(effectiveAt - later) / second} seconds from now`}`, () => {
      // received at the start, decided five seconds later
      const ledger = new TestLedger({ now: later, receivedAt: start });
      if (effectiveAt === "rejected") {
        const { error, recordTime, deduplicationPeriod } = ledger.reject([alice], lab, changes);
        expect(error).to.include({
          code: "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
          definiteAnswer: true,
        });
        expect(recordTime).to.equal(later);
        expect(deduplicationPeriod).to.deep.equal({ kind: "offset", offset: 0 });
        expect(ledger.state.contracts.size).to.equal(0);
      } else {
        const event = ledger.commit([alice], lab, changes);
        expect(event.effectiveAt).to.equal(effectiveAt);
        expect(event.recordTime).to.equal(later);
      }
    });
  }
});

describe("the record time", () => {
  it("never goes back, whatever the clock does", () => {
    const ledger = new TestLedger();
    const times = [start + 10, start + 5, start - 1_000 * second, start + 11].map((now) => {
      ledger.context = { ...ledger.context, now };
      return ledger.commit([alice], lab).recordTime;
    });
    expect(times).to.deep.equal([start + 10, start + 10, start + 10, start + 11]);
    ledger.context = { ...ledger.context, now: start };
    const allocated = ledger.decide({
      kind: "AllocateParty",
      partyIdHint: "dora",
      annotations: {},
      identityProviderId: "",
      synchronizerId: "",
      userId: "",
    });
    expect(isLeft(allocated) ? undefined : allocated.right[0]?.recordTime).to.equal(start + 11);
  });
});

describe("deduplication of submissions", () => {
  const submit = (changes: Partial<CompositeCommand> = {}) =>
    ({
      kind: "Submit",
      command: commandOf({ commands: lab, submissionId: "second", ...changes }),
    }) as const;
  const committed = () => {
    const ledger = new TestLedger();
    ledger.decide(submit({ submissionId: "first" }));
    return ledger;
  };

  it("answers a repeated command as a duplicate, in an event that names the first", () => {
    const ledger = committed();
    const [event] = resultOf(ledger, submit({ commands: [exercises(Touch, "00")] }));
    if (event?.type !== "CommandRejected") throw new Error("not rejected");
    const { error, ...record } = event;
    expect(error).to.include({ code: "DUPLICATE_COMMAND", definiteAnswer: true });
    expect(error.context).to.include({ completion_offset: "6", existing_submission_id: "first" });
    expect(record).to.deep.include({
      submissionId: "second",
      deduplicationPeriod: { kind: "offset", offset: 5 },
    });
    expect(ledger.state.contracts.size).to.equal(1);
  });

  it("lets the same command id of other parties or another user through", () => {
    const ledger = committed();
    const pact = { commands: [creates(Lab, { owner: bob })] };
    for (const changes of [{ actAs: [alice, bob] }, { actAs: [bob], ...pact }, { userId: "u2" }])
      expect(resultOf(ledger, submit(changes))[0]?.type).to.equal("TransactionCommitted");
  });

  it("reports the earlier completion when the period does not cover it", () => {
    const ledger = committed();
    const [event] = resultOf(
      ledger,
      submit({ deduplicationPeriod: { kind: "offset", offset: 6n } }),
    );
    expect(event).to.deep.include({
      type: "TransactionCommitted",
      deduplicationPeriod: { kind: "offset", offset: 6 },
    });
  });

  const resultOf = (ledger: TestLedger, command: Parameters<TestLedger["decide"]>[0]) => {
    const decision = ledger.decide(command);
    if (isLeft(decision)) throw new Error(`${decision.left.code}: ${decision.left.cause}`);
    return decision.right;
  };
});
