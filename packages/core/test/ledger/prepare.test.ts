import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { CompositeCommand } from "../../src/commands/composite-command.js";
import { withoutPause } from "../../src/interpretation/pausing.js";
import { prepare } from "../../src/ledger/prepare.js";
import {
  alice,
  bank,
  commandOf,
  contextOf,
  createdIn,
  creates,
  exercises,
  iou,
  iouKey,
  TestLedger,
} from "../ledger-fixture.js";
import { FetchByKey, FetchIou, Iou, Lab, Split, Time, Touch } from "../sample-package.js";

const lab = [creates(Lab, { owner: alice })];

const prepared = (ledger: TestLedger, changes: Partial<CompositeCommand>) => {
  const done = withoutPause(prepare(ledger.state, commandOf(changes), contextOf()));
  if (isLeft(done)) throw new Error(done.left.cause);
  return done.right;
};

const firstOf = (ledger: TestLedger, actAs: string, command: ReturnType<typeof creates>): string =>
  createdIn(ledger.commit([actAs], [command]))[0]?.contractId ?? "";

describe("prepare", () => {
  it("interprets and leaves the state as it is", () => {
    const ledger = new TestLedger();
    const before = ledger.state;
    const { nodes, trace } = prepared(ledger, { commands: lab });
    expect(nodes.map(({ kind }) => kind)).to.deep.equal(["create"]);
    expect(trace?.inputs.size).to.equal(0);
    expect(ledger.state).to.equal(before);
  });

  it("gives the same transaction for the same seed", () => {
    const ledger = new TestLedger();
    const [a, b] = [1, 2].map(() => prepared(ledger, { commands: lab }).nodes);
    expect(a).to.deep.equal(b);
  });

  it("names the contracts used, with those that are only fetched", () => {
    const ledger = new TestLedger();
    const debt = firstOf(ledger, bank, creates(Iou, iou()));
    const own = firstOf(ledger, alice, creates(Lab, { owner: alice }));
    const { trace } = prepared(ledger, { commands: [exercises(FetchIou, own, { iou: debt })] });
    expect([...(trace?.inputs.keys() ?? [])].toSorted()).to.deep.equal([debt, own].toSorted());
    expect(
      trace?.reads.map(({ contract, depth, position }) => [contract?.contractId, depth, position]),
    ).to.deep.equal([[debt, 1, 1]]);
    const commands = [
      exercises(FetchIou, own, { iou: debt }),
      exercises(FetchByKey, own, iouKey()),
      exercises(Touch, debt),
    ];
    expect(prepared(ledger, { commands }).reads).to.deep.equal([1, 0, 2, 1, 3, 2]);
    expect(prepared(ledger, { commands: lab }).reads).to.equal(undefined);
  });

  it("says for each exercise which contract it is on and who observes the choice", () => {
    const ledger = new TestLedger();
    const debt = firstOf(ledger, bank, creates(Iou, iou()));
    const { trace, nodes } = prepared(ledger, {
      commands: [exercises(Split, debt, { amount: "1.0", reference: "r2" })],
    });
    expect(nodes.map(({ kind }) => kind)).to.deep.equal(["exercise", "create", "create"]);
    expect(trace?.exercises.get(0)?.contract.contractId).to.equal(debt);
    expect(trace?.exercises.get(0)?.choiceObservers).to.deep.equal([]);
    expect([...(trace?.inputs.keys() ?? [])]).to.deep.equal([debt]);
  });

  it("says with which ledger times the transaction is the same", () => {
    const ledger = new TestLedger();
    const own = firstOf(ledger, alice, creates(Lab, { owner: alice }));
    const debt = firstOf(ledger, bank, creates(Iou, iou()));
    const looking = prepared(ledger, { commands: [exercises(Time, own)] });
    const at = BigInt(looking.effectiveAt);
    expect(looking.trace?.ledgerTimes).to.deep.equal({ min: at, max: at });
    expect(
      prepared(ledger, { commands: [exercises(Touch, debt)] }).trace?.ledgerTimes,
    ).to.deep.equal({ min: undefined, max: undefined });
  });

  it("is refused as a submission is", () => {
    const ledger = new TestLedger();
    const command = commandOf({ actAs: ["nobody::1220"], commands: lab });
    const done = withoutPause(prepare(ledger.state, command, contextOf()));
    expect(isLeft(done) && done.left.code).to.equal(
      "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
    );
  });
});
