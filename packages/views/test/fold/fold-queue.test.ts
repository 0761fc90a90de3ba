import { expect } from "chai";
import * as fc from "fast-check";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "../../src/fold/fold.js";
import { foldQueue } from "../../src/fold/fold-queue.js";
import type { JournalEntry, ViewsError } from "../../src/interface/views.js";

type Batch = ReadonlyArray<JournalEntry>;

const batchOf = (first: number, count: number): Batch =>
  Array.from({ length: count }, (_, at) => ({ offset: first + at, type: "", data: "" }));

/** Folds what continues, all or none, but for the events that are broken. */
const folding = (broken: ReadonlySet<number> = new Set()) => {
  const calls: Array<number> = [];
  let offset = 0;
  const fold = (batch: Batch): Either<ViewsError, Checkpoint> => {
    calls.push(batch.length);
    const bad = batch.find((entry) => broken.has(entry.offset));
    if (bad !== undefined)
      return left({ kind: "journal", offset: bad.offset, message: `event ${bad.offset}` });
    const first = batch[0]?.offset ?? offset + 1;
    if (first > offset + 1) {
      const message = "a gap";
      return left({ kind: "gap", expectedOffset: offset + 1, actualOffset: first, message });
    }
    offset = Math.max(offset, batch.at(-1)?.offset ?? offset);
    return right({ offset, recordTime: 0, hash: "" });
  };
  return { fold, calls, offset: () => offset };
};

describe("Batches that wait to be folded", () => {
  it("are folded together when they follow one another, and each has an outcome", () => {
    const { fold, calls } = folding();
    const outcomes = foldQueue(fold, [batchOf(1, 3), batchOf(4, 2), batchOf(6, 1)]);
    expect(calls).to.deep.equal([6]);
    expect(outcomes).to.have.length(3);
    for (const outcome of outcomes)
      expect(outcome).to.deep.equal(right({ offset: 6, recordTime: 0, hash: "" }));
  });

  it("are folded apart when they do not", () => {
    const { fold, calls } = folding();
    foldQueue(fold, [batchOf(1, 3), batchOf(7, 2)]);
    expect(calls).to.deep.equal([3, 2]);
  });

  it("have the outcome each would have had alone when one of them fails", () => {
    const { fold, offset } = folding(new Set([5]));
    const outcomes = foldQueue(fold, [batchOf(1, 3), batchOf(4, 2), batchOf(6, 1)]);
    expect(outcomes[0]).to.deep.equal(right({ offset: 3, recordTime: 0, hash: "" }));
    expect(outcomes[1]).to.deep.include({
      left: { kind: "journal", offset: 5, message: "event 5" },
    });
    expect(outcomes[2]).to.have.nested.property("left.kind", "gap");
    expect(offset()).to.equal(3);
  });

  it("are none where none wait", () => {
    const { fold, calls } = folding();
    expect(foldQueue(fold, [])).to.deep.equal([]);
    expect(calls).to.deep.equal([]);
  });

  it("have the outcomes of folding them one by one, whatever waits", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 });
    const broken = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 2 });
    fc.assert(
      fc.property(sizes, broken, fc.nat(12), (counts, bad, missing) => {
        let next = 1;
        const batches = counts.flatMap((count, at) => {
          const batch = batchOf(next, count);
          next += count;
          return at === missing ? [] : [batch];
        });
        const together = folding(new Set(bad));
        const alone = folding(new Set(bad));
        const outcomes = foldQueue(together.fold, batches);
        expect(outcomes).to.have.length(batches.length);
        const expected = batches.map((batch) => alone.fold(batch));
        for (const [at, outcome] of outcomes.entries())
          expect(isLeft(outcome)).to.equal(isLeft(expected[at] ?? left(undefined)));
        expect(together.offset()).to.equal(alone.offset());
      }),
    );
  });

  it("are not gathered without bound", () => {
    const { fold, calls } = folding();
    const batches = Array.from({ length: 200 }, (_, n) => batchOf(1 + n * 500, 500));
    foldQueue(fold, batches);
    expect(calls.length).to.be.above(1);
    expect(calls.reduce((sum, count) => sum + count, 0)).to.equal(100_000);
  });
});
