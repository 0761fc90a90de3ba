import { decodeLedgerEvent, entriesOf, getIn } from "@tallystick/core";
import type { EventStore } from "@tallystick/event-store";
import { expect } from "chai";
import fc from "fast-check";
import { DenseFold } from "../../src/snapshot/dense-fold.js";
import { pruneJournal, randomJournal, randomStep, sampledSteps } from "../replay/random-journal.js";
import { journalOf, rightOf } from "../test-ledger.js";
import { contentOf, replayed } from "./snapshot-state.js";

const expectSameFold = async (store: EventStore): Promise<void> => {
  const journal = await journalOf(store);
  const expected = replayed(journal);
  const scratch = { maxBytes: 2_000 };
  for (const options of [{}, { scratch }, { scratch, hasChangeIds: true }]) {
    const fold = new DenseFold(options);
    for (const { type, data, revision } of journal)
      fold.take(rightOf(decodeLedgerEvent(type, data, revision + 1)));
    expect(contentOf(fold.state)).to.deep.equal(contentOf(expected));
    expect([fold.state.contracts.size, fold.state.keys.size]).to.deep.equal([
      expected.contracts.size,
      expected.keys.size,
    ]);
  }
};

describe("A dense fold", () => {
  it("gives what a fold of event after event gives, also of pruned journals", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(randomStep, { minLength: 2, maxLength: 30 }),
        fc.nat(),
        fc.boolean(),
        async (steps, at, isPruned) => {
          const store = await randomJournal(steps);
          const state = replayed(await journalOf(store));
          if (isPruned) await pruneJournal(store, state, 1 + (at % steps.length));
          await expectSameFold(store);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("does so for journals of thousands of events, whose commands are forgotten", async () => {
    await expectSameFold(await randomJournal(sampledSteps(3_000, 4)));
  });

  it("lists the commands that it remembers by their change ids, where it keeps these", async () => {
    const journal = await journalOf(await randomJournal(sampledSteps(200, 3)));
    const fold = new DenseFold({ hasChangeIds: true });
    for (const { type, data, revision } of journal)
      fold.take(rightOf(decodeLedgerEvent(type, data, revision + 1)));
    const { accepted, prunedOffset } = replayed(journal).deduplication;
    const remembered = [...entriesOf(fold.state.deduplication.accepted)].filter(
      ([, { offset }]) => offset > prunedOffset,
    );
    expect(remembered.length).to.be.greaterThan(1);
    for (const [changeId, acceptance] of remembered)
      expect(acceptance).to.deep.equal(getIn(accepted, changeId));
  });

  it("passes over an event, and continues at the offset behind it", async () => {
    const journal = await journalOf(await randomJournal(sampledSteps(6)));
    const fold = new DenseFold();
    fold.passTo(4);
    expect(fold.state.offset).to.equal(4);
    const [last] = journal.slice(-1);
    if (last === undefined) throw new Error("the journal is empty");
    fold.take(rightOf(decodeLedgerEvent(last.type, last.data, 5)));
    expect(fold.state.offset).to.equal(5);
  });
});
