import { expect } from "chai";
import fc from "fast-check";
import { gather, type PageRange } from "../../src/sqlite/gather.js";

const sourceOf =
  (values: ReadonlyArray<number>) =>
  ({ after, upTo, limit, descending }: PageRange): ReadonlyArray<number> =>
    values
      .filter((value) => value > after && value <= upTo)
      .sort((a, b) => (descending ? b - a : a - b))
      .slice(0, limit);

describe("gather", () => {
  it("gives the page that sorting everything together would give", () => {
    const values = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.array(values, { maxLength: 6 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        (lists, after, upTo, limit, descending) => {
          const expected = sourceOf([...new Set(lists.flat())])({ after, upTo, limit, descending });
          const found = gather(lists.map(sourceOf), (value) => value, {
            after,
            upTo,
            limit,
            descending,
          });
          expect(found).to.deep.equal(expected);
        },
      ),
    );
  });

  it("asks later sources only for what could still come on the page", () => {
    const asked: Array<PageRange> = [];
    const spy = (range: PageRange): ReadonlyArray<number> => {
      asked.push(range);
      return [];
    };
    const range = { after: 0, upTo: 1_000, limit: 3, descending: false };
    gather([sourceOf([2, 4, 6, 8]), spy], (value) => value, range);
    expect(asked).to.deep.equal([{ ...range, upTo: 6 }]);
  });
});
