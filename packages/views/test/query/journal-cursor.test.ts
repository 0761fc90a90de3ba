import { expect } from "chai";
import fc from "fast-check";
import { JournalReadError } from "../../src/interface/journal-texts.js";
import type { JournalEntry } from "../../src/interface/views.js";
import { charactersPerRead, journalCursor } from "../../src/query/journal-cursor.js";

const entryAt = (offset: number): JournalEntry => ({ offset, type: "T", data: `event ${offset}` });

/** A journal of so many events, of which a read gives so many at most. */
const journal = (end: number, perRead = end) => {
  let reads = 0;
  return {
    reads: () => reads,
    between: (first: number, last: number) => {
      reads += 1;
      const count = Math.max(0, Math.min(last, end) - first + 1);
      const given = Math.min(count, perRead);
      return Array.from({ length: given }, (_, at) => entryAt(first + at));
    },
  };
};

describe("A cursor over the journal", () => {
  it("finds the events asked for, in either order, however far apart they are", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 300 }),
        (some, descending, perRead) => {
          const page = [...some].sort((a, b) => (descending ? b - a : a - b));
          const cursor = journalCursor(journal(300, perRead), page);
          for (const offset of page) expect(cursor(offset)).to.deep.equal(entryAt(offset));
        },
      ),
    );
  });

  for (const [count, reads] of [
    [256, 2],
    [200, 2],
    [20, 1],
    [1, 1],
  ] as const) {
    it(`reads ${count} events that are close together ${reads} times`, () => {
      const offsets = Array.from({ length: count }, (_, index) => index + 1);
      const texts = journal(300);
      const cursor = journalCursor(texts, offsets);
      for (const offset of offsets) cursor(offset);
      expect(texts.reads()).to.equal(reads);
    });
  }

  it("reads events that are far apart singly", () => {
    const offsets = Array.from({ length: 40 }, (_, index) => index * 7 + 1);
    const spans: Array<number> = [];
    const cursor = journalCursor(
      {
        between: (first, last) => {
          spans.push(last - first);
          return [entryAt(first)];
        },
      },
      offsets,
    );
    for (const offset of offsets) cursor(offset);
    expect(Math.max(...spans)).to.equal(0);
  });

  it("reads events that are far apart together, where the journal can", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 300 }),
        fc.boolean(),
        fc.integer({ min: 0, max: 200 }),
        (some, descending, perRead) => {
          const page = [...some].sort((a, b) => (descending ? b - a : a - b));
          const repeated = page.flatMap((offset) => [offset, offset]);
          const single = journal(2_000);
          const at = (offsets: ReadonlyArray<number>) => offsets.slice(0, perRead).map(entryAt);
          const cursor = journalCursor({ ...single, at }, repeated);
          for (const offset of page) expect(cursor(offset)).to.deep.equal(entryAt(offset));
        },
      ),
    );
  });

  it("reads events that are far apart in few reads", () => {
    const offsets = Array.from({ length: 256 }, (_, index) => index * 7 + 1);
    const reads: Array<number> = [];
    const at = (some: ReadonlyArray<number>) => {
      reads.push(some.length);
      return some.map(entryAt);
    };
    const cursor = journalCursor({ ...journal(2_000), at }, offsets);
    for (const offset of offsets) cursor(offset);
    expect(reads).to.deep.equal([128, 128]);
  });

  it("reads no more of large events at once than it may, also from the end down", () => {
    const large = "x".repeat(charactersPerRead / 4);
    const offsets = Array.from({ length: 100 }, (_, index) => 100 - index);
    for (const page of [offsets, [...offsets].reverse()]) {
      let given = 0;
      const texts = {
        between: (first: number, last: number, maxCharacters = Number.POSITIVE_INFINITY) => {
          const count = Math.min(last - first + 1, Math.ceil(maxCharacters / large.length));
          given += count;
          return Array.from({ length: count }, (_, at) => ({
            ...entryAt(first + at),
            data: large,
          }));
        },
      };
      const cursor = journalCursor(texts, page);
      for (const offset of page) expect(cursor(offset).offset).to.equal(offset);
      // nothing is read that is not needed, but when it finds out how large they are
      expect(given).to.be.at.most(page.length + Math.ceil(page.length / 2) * 4);
    }
  });

  it("throws for an event that the journal does not have", () => {
    expect(() => journalCursor(journal(3), [])(4)).to.throw(JournalReadError, /no event 4/);
  });
});
