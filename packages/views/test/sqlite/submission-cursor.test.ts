import { expect } from "chai";
import fc from "fast-check";
import { submissionCursor } from "../../src/sqlite/submission-cursor.js";
import type { SubmissionRow } from "../../src/sqlite/submission-row.js";

const rowAt = (offset: number): SubmissionRow => ({
  offset,
  accepted: true,
  firstSeq: offset,
  data: `event ${offset}`,
});

/** A table with a row at each of these offsets. */
const table = (offsets: ReadonlyArray<number>) => {
  const present = new Set(offsets);
  let reads = 0;
  return {
    reads: () => reads,
    at: (offset: number) => {
      reads += 1;
      return present.has(offset) ? rowAt(offset) : undefined;
    },
    between: (first: number, last: number) => {
      reads += 1;
      return offsets.filter((offset) => offset >= first && offset <= last).map(rowAt);
    },
  };
};

describe("A cursor over submissions", () => {
  it("finds what single reads find, in either order, whatever lies between", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(300), { minLength: 1 }),
        fc.array(fc.boolean(), { minLength: 400, maxLength: 400 }),
        fc.boolean(),
        (some, wanted, descending) => {
          const present = [...some].sort((a, b) => a - b);
          const page = present.filter((_, index) => wanted[index]);
          if (descending) page.reverse();
          const cursor = submissionCursor(table(present), page);
          for (const offset of page) expect(cursor(offset)).to.deep.equal(rowAt(offset));
        },
      ),
    );
  });

  it("reads rows that lie close together several at a time", () => {
    const offsets = Array.from({ length: 256 }, (_, index) => index + 1);
    const rows = table(offsets);
    const cursor = submissionCursor(rows, offsets);
    for (const offset of offsets) cursor(offset);
    expect(rows.reads()).to.equal(16);
  });

  it("says of an offset without a row that there is none", () => {
    expect(submissionCursor(table([1, 3]), [1, 2, 3])(2)).to.equal(undefined);
  });
});
