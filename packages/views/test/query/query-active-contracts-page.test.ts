import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import fc from "fast-check";
import type { ActiveContractsPageQuery, Views } from "../../src/interface/views.js";
import { viewsOf } from "../ledger-views.js";
import { contractsPerStep } from "../../src/query/active-contract-scan.js";
import { maxPageBytes } from "../../src/query/page-size.js";
import {
  contextAt,
  createOf,
  entriesOf,
  exerciseOf,
  idNamed,
  leftOf,
  rightOf,
  transactionAt,
} from "../journal-fixture.js";

const count = 24;
// every fourth archives the contract of two before
const entries = entriesOf(
  Array.from({ length: count }, (_, index) => {
    const offset = index + 1;
    return offset % 4 === 0
      ? transactionAt(offset, [exerciseOf(0, `acs${offset - 2}`, ["alice"])])
      : transactionAt(offset, [
          createOf(0, `acs${offset}`, ["alice"]),
          createOf(1, `bcs${offset}`, ["bob"]),
        ]);
  }),
);
const texts = { between: (first: number, last: number) => entries.slice(first - 1, last) };
const context = contextAt(count);
const eventFormat = everythingFor("alice");

/** Names of alice's contracts that are active at an offset. */
const activeAt = (at: number): ReadonlyArray<string> =>
  Array.from({ length: at }, (_, index) => index + 1)
    .filter((offset) => offset % 4 !== 0)
    .filter((offset) => !(offset % 4 === 2 && offset + 2 <= at))
    .map((offset) => idNamed(`acs${offset}`));

describe("Pages of active contracts", () => {
  let views: Views;
  before(async () => {
    views = viewsOf({ file: ":memory:", thread: "main", texts });
    rightOf(await views.fold(entries));
  });
  after(() => views.close());

  const page = (query: Partial<ActiveContractsPageQuery>, of = context) =>
    views.queries(of).activeContractsPage({ eventFormat, ...query });

  const idsOf = (contracts: ReadonlyArray<unknown>): ReadonlyArray<string> =>
    contracts.map((contract) => /"contractId":"([^"]*)"/.exec(JSON.stringify(contract))?.[1] ?? "");

  it("have each contract that is active once, at any offset, whatever their size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: count }),
        fc.integer({ min: 1, max: 7 }),
        async (activeAtOffset, maxPageSize) => {
          const found: Array<string> = [];
          let pageToken = "";
          for (let pages = 0; pages < 40; pages++) {
            const next = rightOf(await page({ activeAtOffset, maxPageSize, pageToken }));
            expect(next.activeContracts.length).to.be.at.most(maxPageSize);
            expect(next.activeAtOffset).to.equal(activeAtOffset);
            found.push(...idsOf(next.activeContracts));
            pageToken = next.nextPageToken;
            if (pageToken === "") break;
          }
          expect(found).to.deep.equal(activeAt(activeAtOffset));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("read nothing more after they were aborted, and report that", async () => {
    const leaving = new AbortController();
    const taken: Array<number> = [];
    const read = {
      signal: leaving.signal,
      take: (part: ReadonlyArray<unknown>) => taken.push(part.length),
    };
    leaving.abort();
    const given = await views.queries(context).activeContractsPageInParts({ eventFormat }, read);
    expect(leftOf(given).code).to.equal("SERVICE_NOT_RUNNING");
    expect(taken).to.deep.equal([]);
  });

  it("are of the ledger end unless said otherwise, and stay there while it moves", async () => {
    const first = rightOf(await page({ maxPageSize: 9 }, contextAt(20)));
    expect(first.activeAtOffset).to.equal(20);
    const second = rightOf(
      await page({ maxPageSize: 9, pageToken: first.nextPageToken }, contextAt(count)),
    );
    expect(second.activeAtOffset).to.equal(20);
    const all = [...idsOf(first.activeContracts), ...idsOf(second.activeContracts)];
    expect(all).to.deep.equal(activeAt(20));
  });

  it("take no token of another request", async () => {
    const { nextPageToken: pageToken } = rightOf(
      await page({ maxPageSize: 2, activeAtOffset: 20 }),
    );
    for (const other of [
      { activeAtOffset: 21, pageToken },
      { activeAtOffset: 20, pageToken, eventFormat: everythingFor("bob") },
    ]) {
      expect(leftOf(await page({ maxPageSize: 2, ...other })).code).to.equal(
        "INVALID_ACS_PAGE_TOKEN",
      );
    }
    expect(leftOf(await page({ pageToken: "nonsense" })).code).to.equal("INVALID_FIELD");
  });

  for (const [what, query, code] of [
    ["a size of 0", { maxPageSize: 0 }, "INVALID_ARGUMENT"],
    ["a size beyond the most", { maxPageSize: 10_001 }, "INVALID_ARGUMENT"],
    ["an offset below 0", { activeAtOffset: -1 }, "NEGATIVE_OFFSET"],
    ["an offset to come", { activeAtOffset: count + 1 }, "OFFSET_AFTER_LEDGER_END"],
    ["half an offset", { activeAtOffset: 1.5 }, "INVALID_ARGUMENT"],
  ] as const) {
    it(`are not given for ${what}: ${code}`, async () => {
      expect(leftOf(await page(query)).code).to.equal(code);
    });
  }

  it("are not given from before what was pruned", async () => {
    const pruned = { ...context, prunedUpTo: () => 8 };
    expect(leftOf(await page({ activeAtOffset: 7 }, pruned)).code).to.equal(
      "PARTICIPANT_PRUNED_DATA_ACCESSED",
    );
    const at = rightOf(await page({ activeAtOffset: 8 }, pruned));
    expect(idsOf(at.activeContracts)).to.deep.equal(activeAt(8));
  });
});

describe("Pages of large contracts", () => {
  const mebibyte = 1024 * 1024;
  const large = 40;
  let reads = 0;
  let views: Views;
  before(async () => {
    const text = "x".repeat(mebibyte);
    const larges = entriesOf(
      Array.from({ length: large }, (_, index) =>
        transactionAt(index + 1, [createOf(0, `l${index + 1}`, ["alice"], { payload: { text } })]),
      ),
    );
    const countingTexts = {
      between: (first: number) => {
        reads += 1;
        return larges.slice(first - 1, first);
      },
    };
    views = viewsOf({ file: ":memory:", thread: "main", texts: countingTexts });
    rightOf(await views.fold(larges));
  });
  after(() => views.close());
  beforeEach(() => {
    reads = 0;
  });

  it("end early as well where the journal has their text once", async () => {
    const payload = { text: "x".repeat(mebibyte) };
    const alike = entriesOf(
      [1, 2].map((offset) =>
        transactionAt(
          offset,
          Array.from({ length: large }, (_, node) =>
            createOf(node, `${offset}-${node}`, ["alice"], { payload }),
          ),
        ),
      ),
    );
    expect(alike[0]?.data.length).to.be.below(2 * mebibyte);
    const texts = { between: (first: number) => alike.slice(first - 1, first) };
    const few = viewsOf({ file: ":memory:", thread: "main", texts });
    rightOf(await few.fold(alike));
    const page = rightOf(await few.queries(contextAt(2)).activeContractsPage({ eventFormat }));
    const perPage = maxPageBytes / mebibyte;
    expect(page.activeContracts.length).to.be.within(perPage - 1, perPage);
    const updateFormat = {
      includeTransactions: {
        eventFormat,
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
      },
    };
    const { updates } = rightOf(await few.queries(contextAt(2)).updatesPage({ updateFormat }));
    expect(updates).to.have.length(1);
    await few.close();
  });

  it("end early, with a token that leads to the others", async () => {
    const sizes: Array<number> = [];
    let pageToken = "";
    do {
      const query = { eventFormat, activeAtOffset: large, pageToken };
      const next = rightOf(await views.queries(contextAt(large)).activeContractsPage(query));
      sizes.push(next.activeContracts.length);
      pageToken = next.nextPageToken;
    } while (pageToken !== "");
    const perPage = maxPageBytes / mebibyte;
    expect(sizes).to.deep.equal([perPage, perPage, large - 2 * perPage]);
  });

  it("read one contract in each step, and none after they were aborted", async () => {
    const leaving = new AbortController();
    let taken = 0;
    const given = await views.queries(contextAt(large)).activeContractsPageInParts(
      { eventFormat },
      {
        signal: leaving.signal,
        take: (part) => {
          taken += part.length;
          if (taken === 3) leaving.abort();
        },
      },
    );
    expect(leftOf(given).code).to.equal("SERVICE_NOT_RUNNING");
    expect({ taken, reads }).to.deep.equal({ taken: 3, reads: 3 });
  });

  it("read no more contracts than are wanted, and one to know whether there are more", async () => {
    const query = { eventFormat, maxPageSize: 1 };
    const given = rightOf(await views.queries(contextAt(large)).activeContractsPage(query));
    expect([given.activeContracts.length, reads]).to.deep.equal([1, 2]);
  });

  it("are read for one user after the other where both ask for many", async () => {
    const order: Array<string> = [];
    const pageFor = (by: string, name: string) =>
      views
        .queries(contextAt(large))
        .activeContractsPageInParts({ eventFormat }, { by, take: () => order.push(name) });
    const pages = [pageFor("a", "a1"), pageFor("a", "a2"), pageFor("a", "a3"), pageFor("b", "b1")];
    await Promise.all(pages);
    const perPage = maxPageBytes / mebibyte;
    // b waits for no more than what a reads meanwhile in its own turns
    expect(order.lastIndexOf("b1")).to.be.at.most(2 * perPage);
    expect(order.indexOf("a2")).to.be.greaterThan(order.lastIndexOf("a1"));
  });
});

describe("A step of the active contracts", () => {
  it("gives few contracts, and all steps together give each of them once", async () => {
    const many = 1_000;
    const inOne = entriesOf([
      transactionAt(
        1,
        Array.from({ length: many }, (_, node) => createOf(node, `m${node}`, ["alice"])),
      ),
    ]);
    const texts = { between: () => inOne };
    const views = viewsOf({ file: ":memory:", thread: "main", texts });
    rightOf(await views.fold(inOne));
    const parts: Array<number> = [];
    const end = await views
      .queries(contextAt(1))
      .activeContractsPageInParts(
        { eventFormat, maxPageSize: 600 },
        { take: (part) => parts.push(part.length) },
      );
    expect(Math.max(...parts)).to.equal(contractsPerStep);
    expect(parts.reduce((sum, each) => sum + each, 0)).to.equal(600);
    expect(rightOf(end).nextPageToken).to.not.equal("");
    await views.close();
  });
});
