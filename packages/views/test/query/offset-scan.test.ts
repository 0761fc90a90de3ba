import { ledgerError, type LedgerError } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type Found,
  type ItemsAt,
  maxBatchBytes,
  offsetsPerPage,
  readBatch,
} from "../../src/query/offset-scan.js";
import type { OffsetsRead } from "../../src/sqlite/gather.js";
import { leftOf, rightOf } from "../journal-fixture.js";

/** A read over offsets in a list. */
const readOf =
  (offsets: ReadonlyArray<number>): OffsetsRead =>
  ({ after, upTo, limit, descending }) => {
    const found = offsets.filter((offset) => offset > after && offset <= upTo);
    return (descending ? [...found].reverse() : found).slice(0, limit);
  };

const itself: ItemsAt<number> = () => (offset) => right({ item: offset, bytes: 1 });

/** Every batch of a range, one after the other. */
const readAll = (
  reads: ReadonlyArray<OffsetsRead>,
  after: number,
  upTo: number,
  descending: boolean,
  limit: number,
): ReadonlyArray<number> => {
  const found: Array<number> = [];
  let [low, high] = [after, upTo];
  for (let batches = 0; batches < 1_000 && low < high; batches++) {
    const range = { after: low, upTo: high, descending };
    const batch = rightOf(readBatch(reads, itself, range, limit));
    found.push(...batch.items);
    if (descending) high = batch.upTo;
    else low = batch.upTo;
  }
  return found;
};

describe("A batch of offsets", () => {
  it("after batch is everything in the range, once, in its order", () => {
    const offsets = fc
      .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 60 })
      .map((all) => [...all].sort((a, b) => a - b));
    fc.assert(
      fc.property(
        fc.array(offsets, { minLength: 1, maxLength: 3 }),
        fc.nat(100),
        fc.integer({ min: 100, max: 210 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (lists, after, upTo, descending, limit) => {
          const wanted = [...new Set(lists.flat())]
            .filter((offset) => offset > after && offset <= upTo)
            .sort((a, b) => (descending ? b - a : a - b));
          const found = readAll(lists.map(readOf), after, upTo, descending, limit);
          expect(found).to.deep.equal(wanted);
        },
      ),
    );
  });

  it("is empty, and at the end, without anything to read", () => {
    for (const [descending, upTo] of [
      [false, 9],
      [true, 2],
    ] as const) {
      const batch = rightOf(readBatch([], itself, { after: 2, upTo: 9, descending }));
      expect(batch).to.deep.equal({ items: [], offsets: [], upTo, bytes: 0 });
    }
  });

  it("passes over offsets that are nothing to the consumer", () => {
    const odd: ItemsAt<number> = () => (offset) =>
      right({ item: offset % 2 === 1 ? offset : undefined, bytes: 1 });
    const range = { after: 0, upTo: 6, descending: false };
    const batch = rightOf(readBatch([readOf([1, 2, 3, 4, 5, 6])], odd, range));
    expect(batch).to.deep.equal({ items: [1, 3, 5], offsets: [1, 3, 5], upTo: 6, bytes: 6 });
  });

  for (const [descending, items, upTo] of [
    [false, [1, 2], 2],
    [true, [9, 8], 7],
  ] as const) {
    it(`ends early when much was read, ${descending ? "descending" : "ascending"}`, () => {
      const large: ItemsAt<number> = () => (offset) =>
        right({ item: offset, bytes: maxBatchBytes / 2 });
      const range = { after: 0, upTo: 9, descending };
      const all = [1, 2, 3, 4, 5, 6, 7, 8, 9];
      const batch = rightOf(readBatch([readOf(all)], large, range));
      expect(batch).to.deep.equal({ items, offsets: items, upTo, bytes: maxBatchBytes });
    });
  }

  it("ends at the first that cannot be read", () => {
    const error = ledgerError("SERVICE_INTERNAL_ERROR", "broken");
    const broken: ItemsAt<number> =
      () =>
      (offset): Either<LedgerError, Found<number>> =>
        offset === 3 ? left(error) : right({ item: offset, bytes: 1 });
    const range = { after: 0, upTo: 9, descending: false };
    expect(leftOf(readBatch([readOf([1, 2, 3])], broken, range))).to.equal(error);
    expect(isLeft(readBatch([readOf([1, 2])], broken, range))).to.equal(false);
  });

  it("looks at a page of offsets, and a bounded part of the range", () => {
    const all = Array.from({ length: 1_000 }, (_, n) => n + 1);
    const asked: Array<number> = [];
    const read: OffsetsRead = (range) => {
      asked.push(range.upTo - range.after);
      return readOf(all)(range);
    };
    const range = { after: 0, upTo: 10_000_000, descending: false };
    const batch = rightOf(readBatch([read], itself, range));
    expect(batch.items).to.have.length(offsetsPerPage);
    expect(batch.upTo).to.equal(offsetsPerPage);
    for (const width of asked) expect(width).to.be.at.most(65_536);
    const beyond = rightOf(readBatch([read], itself, { ...range, after: 1_000 }));
    expect(beyond).to.deep.equal({ items: [], offsets: [], upTo: 66_536, bytes: 0 });
  });
});
