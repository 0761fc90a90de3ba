import { expect } from "chai";
import fc from "fast-check";
import { JournalReadError } from "../../src/interface/journal-texts.js";
import type { JournalEntry } from "../../src/interface/views.js";
import { journalCursor } from "../../src/query/journal-cursor.js";

const entryAt = (offset: number): JournalEntry => ({ offset, type: "T", data: `event ${offset}` });

/** A journal of so many events. */
const journal = (end: number) => {
  let reads = 0;
  return {
    reads: () => reads,
    between: (first: number, last: number) => {
      reads += 1;
      const count = Math.max(0, Math.min(last, end) - first + 1);
      return Array.from({ length: count }, (_, at) => entryAt(first + at));
    },
  };
};

describe("A cursor over the journal", () => {
  it("finds the events asked for, in either order, however far apart they are", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1 }),
        fc.boolean(),
        (some, descending) => {
          const page = [...some].sort((a, b) => (descending ? b - a : a - b));
          const cursor = journalCursor(journal(300), page);
          for (const offset of page) expect(cursor(offset)).to.deep.equal(entryAt(offset));
        },
      ),
    );
  });

  it("reads events that lie close together several at a time", () => {
    const offsets = Array.from({ length: 256 }, (_, index) => index + 1);
    const texts = journal(256);
    const cursor = journalCursor(texts, offsets);
    for (const offset of offsets) cursor(offset);
    expect(texts.reads()).to.equal(16);
  });

  it("throws for an event that the journal does not have", () => {
    expect(() => journalCursor(journal(3), [])(4)).to.throw(JournalReadError, /no event 4/);
  });
});
