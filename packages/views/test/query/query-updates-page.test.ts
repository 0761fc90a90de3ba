import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import fc from "fast-check";
import type { UpdatesPageQuery, Views } from "../../src/interface/views.js";
import { viewsOf } from "../ledger-views.js";
import { maxPageBytes } from "../../src/query/page-size.js";
import {
  contextAt,
  createOf,
  entriesOf,
  leftOf,
  rightOf,
  transactionAt,
} from "../journal-fixture.js";

const count = 30;
const entries = entriesOf(
  Array.from({ length: count }, (_, index) =>
    transactionAt(index + 1, [createOf(0, `c${index}`, [index % 3 === 0 ? "bob" : "alice"])]),
  ),
);
const texts = { between: (first: number, last: number) => entries.slice(first - 1, last) };
const context = contextAt(count);
const updateFormat = {
  includeTransactions: {
    eventFormat: everythingFor("alice"),
    transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
  },
};
const alices = Array.from({ length: count }, (_, index) => index + 1).filter(
  (offset) => (offset - 1) % 3 !== 0,
);

describe("Pages of updates", () => {
  let views: Views;
  before(async () => {
    views = viewsOf({ file: ":memory:", thread: "main", texts });
    rightOf(await views.fold(entries));
  });
  after(() => views.close());

  const page = (query: Partial<UpdatesPageQuery>) =>
    views.queries(context).updatesPage({ updateFormat, ...query });

  const offsetsOf = (updates: ReadonlyArray<unknown>): ReadonlyArray<number> =>
    updates.map((update) => Number(/"offset":(\d+)/.exec(JSON.stringify(update))?.[1]));

  it("have everything in the range once, in either order, whatever their size", async () => {
    const offset = fc.integer({ min: 0, max: count });
    await fc.assert(
      fc.asyncProperty(
        offset,
        fc.integer({ min: 1, max: count }),
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        async (begin, end, maxPageSize, descendingOrder) => {
          if (begin > end) return;
          const query = {
            beginOffsetExclusive: begin,
            endOffsetInclusive: end,
            maxPageSize,
            descendingOrder,
          };
          const found: Array<number> = [];
          let pageToken = "";
          for (let pages = 0; pages < 40; pages++) {
            const next = rightOf(await page({ ...query, pageToken }));
            expect(next.updates.length).to.be.at.most(maxPageSize);
            found.push(...offsetsOf(next.updates));
            pageToken = next.nextPageToken;
            if (pageToken === "") break;
          }
          const wanted = alices.filter((each) => each > begin && each <= end);
          expect(found).to.deep.equal(descendingOrder ? wanted.reverse() : wanted);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("without an end continue with what comes", async () => {
    const { nextPageToken } = rightOf(await page({}));
    expect(nextPageToken).to.not.equal("");
    const after = rightOf(await page({ pageToken: nextPageToken }));
    expect(after.updates).to.deep.equal([]);
    expect(after.nextPageToken).to.not.equal("");
  });

  it("say which range they cover", async () => {
    const first = rightOf(await page({ maxPageSize: 4, endOffsetInclusive: 20 }));
    expect(first.lowestPageOffsetExclusive).to.equal(0);
    const last = offsetsOf(first.updates).at(-1) ?? 0;
    expect(first.highestPageOffsetInclusive).to.be.at.least(last);
    const second = rightOf(
      await page({ maxPageSize: 4, endOffsetInclusive: 20, pageToken: first.nextPageToken }),
    );
    expect(second.lowestPageOffsetExclusive).to.equal(first.highestPageOffsetInclusive);
  });

  it("take no token of another request", async () => {
    const { nextPageToken: pageToken } = rightOf(
      await page({ maxPageSize: 4, endOffsetInclusive: 20 }),
    );
    for (const other of [
      { maxPageSize: 4, endOffsetInclusive: 21, pageToken },
      { maxPageSize: 4, endOffsetInclusive: 20, descendingOrder: true, pageToken },
      { maxPageSize: 4, endOffsetInclusive: 20, beginOffsetExclusive: 1, pageToken },
    ])
      expect(leftOf(await page(other)).code).to.equal("INVALID_UPDATES_PAGE_TOKEN");
    expect(leftOf(await page({ pageToken: "x" })).code).to.equal("INVALID_FIELD");
  });

  for (const [what, query, code] of [
    ["a size of 0", { maxPageSize: 0 }, "INVALID_ARGUMENT"],
    ["a size beyond the most", { maxPageSize: 2_001 }, "INVALID_ARGUMENT"],
    ["a negative begin", { beginOffsetExclusive: -1 }, "NEGATIVE_OFFSET"],
    ["an end of 0", { endOffsetInclusive: 0 }, "NON_POSITIVE_OFFSET"],
    ["an end to come", { endOffsetInclusive: count + 1 }, "OFFSET_AFTER_LEDGER_END"],
    [
      "an end before the begin",
      { beginOffsetExclusive: 5, endOffsetInclusive: 4 },
      "INVALID_ARGUMENT",
    ],
  ] as const) {
    it(`are not given for ${what}: ${code}`, async () => {
      expect(leftOf(await page(query)).code).to.equal(code);
    });
  }

  it("begin after what was pruned, and none from before it", async () => {
    const pruned = { ...context, prunedUpTo: () => 10 };
    const found = rightOf(
      await views.queries(pruned).updatesPage({ updateFormat, endOffsetInclusive: 20 }),
    );
    expect(offsetsOf(found.updates)).to.deep.equal(
      alices.filter((each) => each > 10 && each <= 20),
    );
    const query = { updateFormat, beginOffsetExclusive: 3, endOffsetInclusive: 20 };
    expect(leftOf(await views.queries(pruned).updatesPage(query)).code).to.equal(
      "PARTICIPANT_PRUNED_DATA_ACCESSED",
    );
  });
});

describe("Pages of large updates", () => {
  const mebibyte = 1024 * 1024;
  const large = 20;
  const larges = entriesOf(
    Array.from({ length: large }, (_, index) => {
      const payload = { text: "x".repeat(mebibyte) };
      return transactionAt(index + 1, [createOf(0, `l${index}`, ["alice"], { payload })]);
    }),
  );
  let views: Views;
  before(async () => {
    const texts = { between: (first: number) => larges.slice(first - 1, first) };
    views = viewsOf({ file: ":memory:", thread: "main", texts });
    rightOf(await views.fold(larges));
  });
  after(() => views.close());

  for (const descendingOrder of [false, true]) {
    it(`end early, with a token that leads to the others (descending: ${descendingOrder})`, async () => {
      const query = { updateFormat, descendingOrder, endOffsetInclusive: large };
      const first = rightOf(await views.queries(contextAt(large)).updatesPage(query));
      const perPage = maxPageBytes / mebibyte;
      expect(first.updates).to.have.length(perPage);
      expect(first).to.include(
        descendingOrder
          ? { lowestPageOffsetExclusive: large - perPage, highestPageOffsetInclusive: large }
          : { lowestPageOffsetExclusive: 0, highestPageOffsetInclusive: perPage },
      );
      const rest = { ...query, pageToken: first.nextPageToken };
      const second = rightOf(await views.queries(contextAt(large)).updatesPage(rest));
      expect(second.updates).to.have.length(large - perPage);
      expect(second.nextPageToken).to.equal("");
    });
  }

  it("read nothing more after they were aborted", async () => {
    const leaving = new AbortController();
    let taken = 0;
    const take = (part: ReadonlyArray<unknown>): void => {
      taken += part.length;
      leaving.abort();
    };
    const given = await views
      .queries(contextAt(large))
      .updatesPageInParts({ updateFormat }, { signal: leaving.signal, take });
    expect(leftOf(given).code).to.equal("SERVICE_NOT_RUNNING");
    expect(taken).to.equal(1);
  });
});
