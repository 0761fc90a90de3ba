import { emptyLedger, entriesOf, type LedgerState } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { headOf, type SnapshotHead, stateOfHead } from "../../src/snapshot/snapshot-head.js";
import { randomJournal, randomStep, sampledSteps } from "../replay/random-journal.js";
import { journalOf } from "../test-ledger.js";
import { contentOf, replayed } from "./snapshot-state.js";

const journal = { stream: "participant-test", journalId: "ab" };

const state = async (count = 40): Promise<LedgerState> =>
  replayed(await journalOf(await randomJournal(sampledSteps(count))));

describe("The head of a snapshot", () => {
  it("has all of a state but its tables, also once it was text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomStep, { maxLength: 30 }), async (steps) => {
        const before = replayed(await journalOf(await randomJournal(steps)));
        const head = headOf(journal, before, "cd");
        // border: as a file would have it
        const read = JSON.parse(JSON.stringify(head)) as SnapshotHead;
        const after = stateOfHead(read, { hashSeed: 9 });
        const { contracts, keys } = before;
        const { accepted } = before.deduplication;
        const deduplication = { ...after.deduplication, accepted };
        const whole = { ...after, contracts, keys, deduplication };
        expect(contentOf(whole)).to.deep.equal(contentOf(before));
        expect(after.settings).to.deep.equal({ hashSeed: 9 });
        expect(after.deduplication.recent.size).to.equal(0);
        expect([...entriesOf(after.contracts)]).to.deep.equal([]);
      }),
      { numRuns: 30 },
    );
  });

  it("says which journal it is of, and how far it goes", async () => {
    const before = await state();
    const head = headOf(journal, before, "cd");
    expect([head.stream, head.journalId, head.hash]).to.deep.equal([
      "participant-test",
      "ab",
      "cd",
    ]);
    expect([head.offset, head.contracts, head.keys]).to.deep.equal([
      before.offset,
      before.contracts.size,
      before.keys.size,
    ]);
  });

  it("says the same of the same participant by the same object, which is saved once", async () => {
    const before = await state();
    const head = headOf(journal, before, "cd");
    const later = headOf(journal, { ...before, offset: before.offset + 1 }, "ef");
    expect(later.participant).to.equal(head.participant);
    const read = stateOfHead(head, { hashSeed: 9 });
    expect(headOf(journal, read, "ef").participant).to.equal(head.participant);
    const other = { ...before, participant: { ...before.participant } };
    expect(headOf(journal, other, "ef").participant).to.not.equal(head.participant);
  });

  it("of an empty journal leads to an empty state", () => {
    const empty = emptyLedger({ hashSeed: 1 });
    const read = stateOfHead(headOf(journal, empty, ""), { hashSeed: 1 });
    expect(contentOf(read)).to.deep.equal(contentOf(empty));
    expect(read.deduplication.current).to.equal(undefined);
  });
});
