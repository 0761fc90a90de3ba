import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { entriesOf } from "../../src/collections/persistent-map.js";
import { newEdit } from "../../src/collections/hash-trie.js";
import type { LedgerEvent } from "../../src/events/ledger-event.js";
import { decodeLedgerEvent, encodeLedgerEvent } from "../../src/events/ledger-event-codec.js";
import { contractIdParts } from "../../src/events/ledger-ids.js";
import { type PastEvent, prunedText } from "../../src/events/submission-pruned.js";
import { changeIdOf } from "../../src/ledger/deduplication.js";
import { executionIdOf } from "../../src/ledger/execution-id.js";
import { emptyLedger, evolve, evolveAll, type LedgerState } from "../../src/ledger/ledger-state.js";
import { prunedSubmission } from "../../src/ledger/pruned-submission.js";
import { goldenEvents } from "../golden-events.js";
import { alice, bank, bob, exercises, iou, TestLedger } from "../ledger-fixture.js";
import { Iou, Transfer } from "../sample-package.js";
import { creates } from "../ledger-fixture.js";
import { ledgerAfter, settings, steps } from "./random-history.js";

const pruning = (upTo: number, forgottenUpTo: number, recordTime: number): LedgerEvent => ({
  type: "JournalPruned",
  offset: upTo,
  hash: "ab".repeat(32),
  erased: 0,
  kept: 0,
  residue: "",
  lastErased: 0,
  forgottenUpTo,
  signature: "",
  recordTime,
});

const keptAt = (state: LedgerState): ReadonlySet<number> =>
  new Set(Array.from(entriesOf(state.contracts), ([id]) => contractIdParts(id)?.offset ?? 0));

/** The journal when a pruning up to `upTo` has come as far as `erasedTo`. */
const prunedJournal = (
  journal: ReadonlyArray<LedgerEvent>,
  upTo: number,
  erasedTo: number,
  forgottenUpTo: number,
): ReadonlyArray<PastEvent> => {
  const kept = keptAt(evolveAll(emptyLedger(settings), journal.slice(0, upTo)));
  const needs = { isKept: (offset: number) => kept.has(offset), forgottenUpTo };
  return journal.map((event, at): PastEvent => {
    const offset = at + 1;
    const isSubmission = event.type === "TransactionCommitted" || event.type === "CommandRejected";
    if (!isSubmission || offset > erasedTo || kept.has(offset)) return event;
    const { type, data } = encodeLedgerEvent(event, offset);
    const text = prunedText(prunedSubmission(event, offset, data.length, needs));
    const read = decodeLedgerEvent(type, text, offset);
    if (isLeft(read)) throw new Error(read.left.reason);
    return read.right;
  });
};

const sorted = (entries: Iterable<readonly [string, unknown]>) =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

const rememberedIn = (state: LedgerState, from: number) =>
  sorted(entriesOf(state.deduplication.accepted)).filter(
    ([, value]) => (value as { readonly recordTime: number }).recordTime >= from,
  );

describe("a pruned journal", () => {
  it("leads to the same state, wherever it was pruned and however far that got", () => {
    fc.assert(
      fc.property(steps, fc.nat(), fc.nat(), (list, to, erased) => {
        const ledger = ledgerAfter(list);
        const end = ledger.journal.length;
        const upTo = 1 + (to % end);
        const forgotten = ledger.state.deduplication.prunedOffset;
        const said = pruning(upTo, forgotten, ledger.state.recordTime);
        const whole = evolve(ledger.state, said);
        const journal = prunedJournal(ledger.journal, upTo, erased % (upTo + 1), forgotten);
        const edit = newEdit();
        let state = emptyLedger(settings);
        for (const event of [...journal, said]) state = evolve(state, event, edit);
        expect(sorted(entriesOf(state.contracts))).to.deep.equal(
          sorted(entriesOf(whole.contracts)),
        );
        expect(sorted(entriesOf(state.keys))).to.deep.equal(sorted(entriesOf(whole.keys)));
        expect(state.participant).to.deep.equal(whole.participant);
        expect(state.pruning).to.deep.equal(whole.pruning);
        expect([state.offset, state.recordTime]).to.deep.equal([whole.offset, whole.recordTime]);
        const window = whole.recordTime - 3_000;
        expect(rememberedIn(state, window)).to.deep.equal(rememberedIn(whole, window));
      }),
      { numRuns: 40 },
    );
  });
});

describe("what is left of a submission", () => {
  const nothing = { isKept: () => false, forgottenUpTo: 0 };

  it("of a rejection is its time", () => {
    const event = goldenEvents["command-rejected.json"];
    if (event?.type !== "CommandRejected") throw new Error("no rejection");
    expect(prunedSubmission(event, 9, 100, nothing)).to.deep.equal({
      type: "SubmissionPruned",
      recordTime: event.recordTime,
      length: 100,
    });
  });

  it("of a transaction is the change id, as long as it is remembered", () => {
    const event = goldenEvents["transaction-committed-external.json"];
    if (event?.type !== "TransactionCommitted") throw new Error("no transaction");
    const uuid = event.external?.transactionUuid ?? "";
    expect(prunedSubmission(event, 9, 100, { ...nothing, forgottenUpTo: 8 })).to.deep.equal({
      type: "SubmissionPruned",
      recordTime: event.recordTime,
      length: 100,
      submissionId: event.submissionId,
      changes: [changeIdOf(event), executionIdOf(uuid)],
    });
    expect(prunedSubmission(event, 9, 100, { ...nothing, forgottenUpTo: 9 })).to.not.have.any.keys(
      "changes",
      "submissionId",
    );
  });

  it("is what it archived of transactions that stay", () => {
    const ledger = new TestLedger();
    const created = ledger.commit([bank], [creates(Iou, iou())]);
    const [node] = created.nodes;
    if (node?.kind !== "create") throw new Error("no create");
    const at = contractIdParts(node.contractId)?.offset ?? 0;
    const moved = ledger.commit([alice], [exercises(Transfer, node.contractId, { newOwner: bob })]);
    const kept = { ...nothing, isKept: (offset: number) => offset === at };
    const { archived = [] } = prunedSubmission(moved, at + 1, 1, kept);
    expect(archived.map(({ contractId }) => contractId)).to.deep.equal([node.contractId]);
    expect(archived[0]).to.deep.include({ signatories: node.signatories, observers: [alice] });
    expect(prunedSubmission(moved, at + 1, 1, nothing)).to.not.have.property("archived");
  });
});
