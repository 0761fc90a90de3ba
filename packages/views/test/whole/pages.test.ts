import { expect } from "chai";
import { everythingFor } from "@tallystick/wire";
import { viewsOf } from "../ledger-views.js";
import type {
  ActiveContractsPageQuery,
  UpdatesPageQuery,
  Views,
} from "../../src/interface/views.js";
import { history } from "../history-fixture.js";
import { contextAt, entriesOf, leftOf, onlyError, rightOf } from "../journal-fixture.js";

const eventFormat = everythingFor("alice", "bob");
const includeTransactions = {
  eventFormat,
  transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
} as const;

describe("A page token", () => {
  const context = contextAt(20);
  const elsewhere = { ...context, participantId: "other::1220cc" };
  let views: Views;
  before(async () => {
    views = viewsOf({ file: ":memory:", thread: "main" });
    rightOf(await views.fold(entriesOf(history(20))));
  });
  after(() => views.close());

  const updates: UpdatesPageQuery = {
    beginOffsetExclusive: 1,
    endOffsetInclusive: 19,
    maxPageSize: 2,
    updateFormat: { includeTransactions },
    descendingOrder: false,
  };
  const contracts: ActiveContractsPageQuery = { activeAtOffset: 19, eventFormat, maxPageSize: 2 };

  const otherUpdates: ReadonlyArray<readonly [string, Partial<UpdatesPageQuery>]> = [
    ["begin", { beginOffsetExclusive: 0 }],
    ["end", { endOffsetInclusive: 20 }],
    ["open end", { endOffsetInclusive: undefined }],
    ["page size", { maxPageSize: 3 }],
    ["order", { descendingOrder: true }],
    [
      "shape",
      {
        updateFormat: {
          includeTransactions: {
            eventFormat,
            transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
          },
        },
      },
    ],
    [
      "party",
      {
        updateFormat: {
          includeTransactions: { ...includeTransactions, eventFormat: everythingFor("alice") },
        },
      },
    ],
    ["topology", { updateFormat: { includeTransactions, includeTopologyEvents: {} } }],
  ];
  for (const [what, change] of otherUpdates) {
    it(`of updates does not fit a request with another ${what}`, async () => {
      const { nextPageToken: pageToken } = rightOf(
        await views.queries(context).updatesPage(updates),
      );
      expect(
        rightOf(await views.queries(context).updatesPage({ ...updates, pageToken })).updates,
      ).to.have.length(2);
      const changed = await views
        .queries(context)
        .updatesPage({ ...updates, ...change, pageToken });
      expect(leftOf(changed).code).to.equal("INVALID_UPDATES_PAGE_TOKEN");
    });
  }

  const otherContracts: ReadonlyArray<readonly [string, Partial<ActiveContractsPageQuery>]> = [
    ["offset", { activeAtOffset: 18 }],
    ["page size", { maxPageSize: 3 }],
    ["format", { eventFormat: everythingFor("alice") }],
  ];
  for (const [what, change] of otherContracts) {
    it(`of active contracts does not fit a request with another ${what}`, async () => {
      const first = rightOf(await views.queries(context).activeContractsPage(contracts));
      const pageToken = first.nextPageToken;
      const next = rightOf(
        await views.queries(context).activeContractsPage({ ...contracts, pageToken }),
      );
      expect(next.activeContracts).to.have.length(2);
      const changed = await views.queries(context).activeContractsPage({
        ...contracts,
        ...change,
        pageToken,
      });
      expect(leftOf(changed).code).to.equal("INVALID_ACS_PAGE_TOKEN");
    });
  }

  it("fits the same request with the fields of its format in another order", async () => {
    const { nextPageToken: pageToken } = rightOf(
      await views.queries(context).activeContractsPage(contracts),
    );
    const reordered = everythingFor("bob", "alice");
    const page = await views.queries(context).activeContractsPage({
      ...contracts,
      eventFormat: reordered,
      pageToken,
    });
    expect(rightOf(page).activeContracts).to.have.length(2);
  });

  it("keeps to the offset of the first page when none is named, whatever comes meanwhile", async () => {
    const { activeAtOffset: _at, ...open } = contracts;
    const first = rightOf(await views.queries(contextAt(18)).activeContractsPage(open));
    expect(first.activeAtOffset).to.equal(18);
    const pageToken = first.nextPageToken;
    const second = rightOf(
      await views.queries(contextAt(20)).activeContractsPage({ ...open, pageToken }),
    );
    expect(second.activeAtOffset).to.equal(18);
    const named = { ...open, activeAtOffset: 18, pageToken };
    expect(rightOf(await views.queries(contextAt(20)).activeContractsPage(named))).to.deep.equal(
      second,
    );
  });

  it("follows the ledger when an ascending list has no end", async () => {
    const query = { updateFormat: { includeTransactions }, maxPageSize: 100 };
    const first = rightOf(await views.queries(contextAt(10)).updatesPage(query));
    expect(first.highestPageOffsetInclusive).to.equal(10);
    const pageToken = first.nextPageToken;
    const waiting = rightOf(
      await views.queries(contextAt(10)).updatesPage({ ...query, pageToken }),
    );
    expect(waiting).to.include({ lowestPageOffsetExclusive: 10, highestPageOffsetInclusive: 10 });
    expect(waiting.updates).to.deep.equal([]);
    const more = rightOf(await views.queries(contextAt(12)).updatesPage({ ...query, pageToken }));
    expect(more.updates).to.have.length(1);
    expect(more.highestPageOffsetInclusive).to.equal(12);
  });

  const altered: ReadonlyArray<readonly [string, (token: string) => string]> = [
    ["nonsense", () => "bm9uc2Vuc2U="],
    ["no Base64", () => "?"],
    [
      "one of a page, altered",
      (token) => `${token.slice(0, -4)}${Buffer.from("9").toString("base64")}`,
    ],
    ["a very long one", (token) => token.repeat(1000)],
  ];
  for (const [what, alter] of altered) {
    it(`is refused when it is ${what}`, async () => {
      const token = rightOf(await views.queries(context).updatesPage(updates)).nextPageToken;
      const other = rightOf(
        await views.queries(context).activeContractsPage(contracts),
      ).nextPageToken;
      expect(
        leftOf(await views.queries(context).updatesPage({ ...updates, pageToken: alter(token) }))
          .code,
      ).to.equal("INVALID_FIELD");
      expect(
        leftOf(
          await views
            .queries(context)
            .activeContractsPage({ ...contracts, pageToken: alter(other) }),
        ).code,
      ).to.equal("INVALID_FIELD");
      const stream = { activeAtOffset: 19, eventFormat, continuationToken: alter(other) };
      expect((await onlyError(views.queries(context).activeContracts(stream))).code).to.equal(
        "INVALID_FIELD",
      );
    });
  }

  it("of another participant or another kind of request is refused", async () => {
    const token = rightOf(await views.queries(context).updatesPage(updates)).nextPageToken;
    const other = rightOf(
      await views.queries(context).activeContractsPage(contracts),
    ).nextPageToken;
    const refused = [
      await views.queries(elsewhere).updatesPage({ ...updates, pageToken: token }),
      await views.queries(context).updatesPage({ ...updates, pageToken: other }),
      await views.queries(elsewhere).activeContractsPage({ ...contracts, pageToken: other }),
      await views.queries(context).activeContractsPage({ ...contracts, pageToken: token }),
    ];
    expect(
      refused.map((each) => leftOf<{ readonly code: string }, unknown>(each).code),
    ).to.deep.equal([
      "INVALID_UPDATES_PAGE_TOKEN",
      "INVALID_UPDATES_PAGE_TOKEN",
      "INVALID_ACS_PAGE_TOKEN",
      "INVALID_ACS_PAGE_TOKEN",
    ]);
    const stream = { activeAtOffset: 19, eventFormat, continuationToken: other };
    expect((await onlyError(views.queries(context).activeContracts(stream))).code).to.equal(
      "INVALID_CONTINUATION_TOKEN",
    );
  });
});
