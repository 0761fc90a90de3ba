import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import fc from "fast-check";
import type { ActiveContractsPageQuery, Views } from "../../src/interface/views.js";
import { openViews } from "../../src/open-views.js";
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
    views = rightOf(await openViews({ file: ":memory:", thread: "main", texts }));
    rightOf(await views.fold(entries));
  });
  after(() => views.close());

  const page = (query: Partial<ActiveContractsPageQuery>, of = context) =>
    views.activeContractsPage(of, { eventFormat, ...query });

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
