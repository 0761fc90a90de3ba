import { type LedgerEvent, ledgerError } from "@tallystick/core";
import { expect } from "chai";
import {
  type CompletionItem,
  type Update,
  type UpdateFormat,
  type UpdateItem,
  everythingFor,
} from "@tallystick/wire";
import { viewsOf } from "../ledger-views.js";
import type { CompletionsQuery, UpdatesQuery, Views } from "../../src/interface/views.js";
import {
  all,
  contextAt,
  createOf,
  entriesOf,
  exerciseOf,
  leftOf,
  onlyError,
  partyAt,
  rejectionAt,
  rightOf,
  synchronizerId,
  transactionAt,
} from "../journal-fixture.js";

const memoryViews = async (events: ReadonlyArray<LedgerEvent>): Promise<Views> => {
  const views = viewsOf({ file: ":memory:", thread: "main" });
  rightOf(await views.fold(entriesOf(events)));
  return views;
};

const inShape = (
  shape: "ACS_DELTA" | "LEDGER_EFFECTS",
  ...parties: ReadonlyArray<string>
): UpdateFormat => ({
  includeTransactions: {
    eventFormat: everythingFor(...parties),
    transactionShape: `TRANSACTION_SHAPE_${shape}`,
  },
});

const placeOf = (update: Update): string => {
  if ("TopologyTransaction" in update) return `topology ${update.TopologyTransaction.value.offset}`;
  return "Transaction" in update ? `${update.Transaction.value.offset}` : "reassignment";
};

const places = (items: ReadonlyArray<UpdateItem>): ReadonlyArray<string> =>
  items.map(({ update }) =>
    "OffsetCheckpoint" in update
      ? `checkpoint ${update.OffsetCheckpoint.value.offset}`
      : placeOf(update),
  );

const completionPlaces = (items: ReadonlyArray<CompletionItem>): ReadonlyArray<string> =>
  items.map(({ completionResponse: response }) =>
    "Completion" in response
      ? `${response.Completion.value.offset}`
      : `checkpoint ${response.OffsetCheckpoint.value.offset}`,
  );

// 1 party, 2 alice, 3 bob, 4 rejected, 5 alice+bob, 6 archive of 2, 7 rejected for bob by another
// user
const events: ReadonlyArray<LedgerEvent> = [
  partyAt(1, "alice"),
  transactionAt(2, [createOf(0, "c2", ["alice"])]),
  transactionAt(3, [createOf(0, "c3", ["bob"])], { actAs: ["bob"] }),
  rejectionAt(4, ledgerError("CONTRACT_NOT_FOUND", "no")),
  transactionAt(5, [createOf(0, "c5", ["alice"], { observers: ["bob"] })]),
  transactionAt(6, [exerciseOf(0, "c2", ["alice"], { choiceObservers: ["carol"] })]),
  rejectionAt(7, ledgerError("CONTRACT_NOT_FOUND", "no"), { actAs: ["bob"], userId: "other" }),
];
const end = events.length;

describe("The update stream", () => {
  let views: Views;
  before(async () => {
    views = await memoryViews(events);
  });
  after(() => views.close());

  const query = (more: Partial<UpdatesQuery>): UpdatesQuery => ({
    beginExclusive: 0,
    updateFormat: inShape("ACS_DELTA", "alice"),
    ...more,
  });
  const cases: ReadonlyArray<
    readonly [what: string, query: Partial<UpdatesQuery>, found: ReadonlyArray<string>]
  > = [
    ["delivers a party's transactions in order", { endInclusive: end }, ["2", "5", "6"]],
    ["begins after its begin", { beginExclusive: 2, endInclusive: end }, ["5", "6"]],
    ["ends with its end", { endInclusive: 5 }, ["2", "5"]],
    ["goes backwards when asked", { endInclusive: end, descendingOrder: true }, ["6", "5", "2"]],
    [
      "delivers a transaction of two parties once",
      { endInclusive: end, updateFormat: inShape("ACS_DELTA", "bob", "alice") },
      ["2", "3", "5", "6"],
    ],
    [
      "skips witnesses in ACS_DELTA",
      { endInclusive: end, updateFormat: inShape("ACS_DELTA", "carol") },
      [],
    ],
    [
      "shows witnesses in LEDGER_EFFECTS",
      { endInclusive: end, updateFormat: inShape("LEDGER_EFFECTS", "carol") },
      ["6"],
    ],
    [
      "is empty for an unknown party",
      { endInclusive: end, updateFormat: inShape("ACS_DELTA", "eve") },
      [],
    ],
    [
      "delivers nothing when transactions are not wanted",
      { endInclusive: end, updateFormat: {} },
      [],
    ],
    ["closes an open end with a checkpoint at the ledger end", {}, ["2", "5", "6", "checkpoint 7"]],
    ["delivers an empty range as nothing", { beginExclusive: 3, endInclusive: 3 }, []],
  ];
  for (const [what, more, found] of cases) {
    it(what, async () => {
      expect(places(await all(views.queries(contextAt(end)).updates(query(more))))).to.deep.equal(
        found,
      );
    });
  }

  it("delivers every party's transactions to an any-party reader", async () => {
    const updateFormat: UpdateFormat = {
      includeTransactions: {
        eventFormat: { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } },
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      },
    };
    const found = await all(
      views.queries(contextAt(end)).updates(query({ endInclusive: end, updateFormat })),
    );
    expect(places(found)).to.deep.equal(["2", "3", "5", "6"]);
  });

  const errors: ReadonlyArray<readonly [what: string, query: Partial<UpdatesQuery>, code: string]> =
    [
      ["a negative begin", { beginExclusive: -1 }, "NEGATIVE_OFFSET"],
      ["a begin between two offsets", { beginExclusive: 0.5 }, "INVALID_ARGUMENT"],
      ["an end that is no number", { endInclusive: Number.NaN }, "INVALID_ARGUMENT"],
      ["a begin after the ledger end", { beginExclusive: end + 1 }, "OFFSET_AFTER_LEDGER_END"],
      ["an end of zero", { endInclusive: 0 }, "NON_POSITIVE_OFFSET"],
      ["an end after the ledger end", { endInclusive: end + 1 }, "OFFSET_AFTER_LEDGER_END"],
      [
        "descending order without an end",
        { descendingOrder: true },
        "DESCENDING_ORDER_MISSING_END",
      ],
      ["a begin after the end", { beginExclusive: 4, endInclusive: 3 }, "OFFSET_OUT_OF_RANGE"],
      [
        "an unspecified shape",
        {
          updateFormat: {
            includeTransactions: {
              transactionShape: "TRANSACTION_SHAPE_UNSPECIFIED",
              eventFormat: everythingFor("alice"),
            },
          },
        },
        "MISSING_FIELD",
      ],
      [
        "a bad format for reassignments",
        { updateFormat: { includeReassignments: { filtersByParty: {} } } },
        "INVALID_ARGUMENT",
      ],
    ];
  for (const [what, more, code] of errors) {
    it(`refuses ${what} with ${code}`, async () => {
      const error = await onlyError(views.queries(contextAt(end)).updates(query(more)));
      expect(error.code).to.equal(code);
    });
  }
});

describe("A long update stream", () => {
  it("comes page by page, forwards and backwards, without loss or repeat", async () => {
    const length = 700;
    const views = await memoryViews(
      Array.from({ length }, (_, i) =>
        transactionAt(i + 1, [createOf(0, `c${i}`, [i % 3 === 0 ? "alice" : "bob"])]),
      ),
    );
    const query = {
      beginExclusive: 0,
      endInclusive: length,
      updateFormat: inShape("ACS_DELTA", "alice", "bob"),
    };
    const expected = Array.from({ length }, (_, i) => `${i + 1}`);
    const up = await all(views.queries(contextAt(length)).updates(query));
    expect(places(up)).to.deep.equal(expected);
    const down = await all(
      views.queries(contextAt(length)).updates({ ...query, descendingOrder: true }),
    );
    expect(places(down)).to.deep.equal(expected.reverse());
    await views.close();
  });
});

describe("One transaction", () => {
  let views: Views;
  before(async () => {
    views = await memoryViews(events);
  });
  after(() => views.close());
  const formatFor = (party: string) => ({
    eventFormat: everythingFor(party),
    transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
  });
  const ask = (at: { offset: number } | { updateId: string }, party = "alice") =>
    views.queries(contextAt(end)).transaction({ at, transactionFormat: formatFor(party) });

  it("is found by its offset and by its update id", async () => {
    const { updateId } = transactionAt(5, []);
    expect(rightOf(await ask({ offset: 5 })).updateId).to.equal(updateId);
    expect(rightOf(await ask({ updateId })).offset).to.equal(5);
    expect(rightOf(await ask({ updateId: updateId.toUpperCase() })).offset).to.equal(5);
  });

  const unknownUpdate = `1220${"ff".repeat(32)}`;

  it("that is unknown, hidden or no transaction is UPDATE_NOT_FOUND with the resource", async () => {
    for (const offset of [1, 3, 4, end + 1]) {
      const error = leftOf(await ask({ offset }));
      expect(error.code).to.equal("UPDATE_NOT_FOUND");
      expect(error.resources).to.deep.equal([["OFFSET", String(offset)]]);
    }
    expect(leftOf(await ask({ updateId: unknownUpdate })).resources).to.deep.equal([
      ["UPDATE_ID", unknownUpdate],
    ]);
  });

  it("is not looked for at offset zero or under an empty or malformed id", async () => {
    expect(leftOf(await ask({ offset: 0 })).code).to.equal("NON_POSITIVE_OFFSET");
    expect(leftOf(await ask({ updateId: "" })).code).to.equal("MISSING_FIELD");
    for (const updateId of ["%", "1220ff", "a".repeat(68), `${unknownUpdate}00`])
      expect(leftOf(await ask({ updateId })).code).to.equal("INVALID_ARGUMENT");
  });
});

describe("The completion stream", () => {
  let views: Views;
  before(async () => {
    views = await memoryViews(events);
  });
  after(() => views.close());
  const query = (more: Partial<CompletionsQuery>): CompletionsQuery => ({
    userId: "user",
    parties: ["alice"],
    beginExclusive: 0,
    ...more,
  });
  const cases: ReadonlyArray<
    readonly [what: string, query: Partial<CompletionsQuery>, found: ReadonlyArray<string>]
  > = [
    [
      "delivers accepted and rejected submissions, then a checkpoint",
      {},
      ["2", "4", "5", "6", "checkpoint 7"],
    ],
    ["begins after its begin", { beginExclusive: 5 }, ["6", "checkpoint 7"]],
    [
      "takes several parties",
      { parties: ["alice", "bob"] },
      ["2", "3", "4", "5", "6", "checkpoint 7"],
    ],
    ["keeps users apart", { userId: "other", parties: ["alice", "bob"] }, ["7", "checkpoint 7"]],
    ["shows observers nothing", { parties: ["carol"] }, ["checkpoint 7"]],
  ];
  for (const [what, more, found] of cases) {
    it(what, async () => {
      const items = await all(views.queries(contextAt(end)).completions(query(more)));
      expect(completionPlaces(items)).to.deep.equal(found);
    });
  }

  it("names the synchronizer and record time in its checkpoint", async () => {
    const items = await all(
      views.queries(contextAt(end)).completions(query({ beginExclusive: end })),
    );
    expect(items).to.deep.equal([
      {
        completionResponse: {
          OffsetCheckpoint: {
            value: {
              offset: 7,
              synchronizerTimes: [{ synchronizerId, recordTime: "2026-01-01T00:00:07.000008Z" }],
            },
          },
        },
      },
    ]);
  });

  const errors: ReadonlyArray<
    readonly [what: string, query: Partial<CompletionsQuery>, code: string]
  > = [
    ["no parties", { parties: [] }, "MISSING_FIELD"],
    ["no user", { userId: "" }, "MISSING_FIELD"],
    ["a malformed user", { userId: "a b" }, "INVALID_FIELD"],
    ["a negative begin", { beginExclusive: -1 }, "NEGATIVE_OFFSET"],
    ["a begin after the ledger end", { beginExclusive: end + 1 }, "OFFSET_AFTER_LEDGER_END"],
  ];
  for (const [what, more, code] of errors) {
    it(`refuses ${what} with ${code}`, async () => {
      const error = await onlyError(views.queries(contextAt(end)).completions(query(more)));
      expect(error.code).to.equal(code);
    });
  }
});

describe("A follower", () => {
  it("receives what is folded after it came, for a party that was unknown then", async () => {
    const views = await memoryViews(events.slice(0, 2));
    const context = contextAt(() => views.checkpoint());
    const seen: Array<string> = [];
    const reading = (async () => {
      const query = {
        beginExclusive: 0,
        updateFormat: inShape("ACS_DELTA", "alice", "bob"),
        follow: true,
      };
      for await (const item of views.queries(context).updates(query)) {
        seen.push(...places([rightOf(item)]));
        if (seen.length === 5) break;
      }
    })();
    for (const [i, event] of events.slice(2).entries()) {
      rightOf(await views.fold(entriesOf([event], i + 3)));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await reading;
    expect(seen.filter((place) => !place.startsWith("checkpoint"))).to.deep.equal([
      "2",
      "3",
      "5",
      "6",
    ]);
    await views.close();
  });

  it("ends when nothing comes within its idle time", async () => {
    const views = await memoryViews(events);
    const query = {
      userId: "user",
      parties: ["alice"],
      beginExclusive: 5,
      follow: true,
      idleTimeoutMs: 30,
    };
    const found = await all(views.queries(contextAt(end)).completions(query));
    expect(completionPlaces(found)).to.deep.equal(["6", "checkpoint 7"]);
    await views.close();
  });

  it("can leave while it waits", async () => {
    const views = await memoryViews(events);
    const query = { userId: "user", parties: ["alice"], beginExclusive: end, follow: true };
    const items = views.queries(contextAt(end)).completions(query)[Symbol.asyncIterator]();
    await items.next();
    const waiting = items.next();
    await items.return?.();
    expect((await waiting).done).to.equal(true);
    await views.close();
  });

  it("ends with an error when the views are closed", async () => {
    const views = await memoryViews(events);
    const query = { userId: "user", parties: ["alice"], beginExclusive: end, follow: true };
    const items = views.queries(contextAt(end)).completions(query)[Symbol.asyncIterator]();
    await items.next();
    const waiting = items.next();
    await views.close();
    const last = await waiting;
    if (last.done === true) throw new Error("the stream ended without a word");
    expect(leftOf(last.value).code).to.equal("SERVICE_NOT_RUNNING");
  });
});

describe("A query on closed views", () => {
  it("fails as unavailable", async () => {
    const views = await memoryViews(events);
    await views.close();
    const query = { activeAtOffset: 2, eventFormat: everythingFor("alice") };
    const error = await onlyError(views.queries(contextAt(end)).activeContracts(query));
    expect(error.code).to.equal("SERVICE_NOT_RUNNING");
  });
});

describe("A query on views that lag behind the ledger", () => {
  it("waits until they hold what the ledger has", async () => {
    const views = await memoryViews(events.slice(0, 4));
    const asked = all(
      views.queries(contextAt(5)).updates({
        beginExclusive: 0,
        endInclusive: 5,
        updateFormat: inShape("ACS_DELTA", "alice"),
      }),
    );
    rightOf(await views.fold(entriesOf(events.slice(4, 5), 5)));
    expect(places(await asked)).to.deep.equal(["2", "5"]);
    await views.close();
  });

  it("fails as unavailable when they do not come in time", async () => {
    const views = await memoryViews(events.slice(0, 4));
    const context = { ...contextAt(5), catchUpTimeoutMs: 10 };
    const query = { activeAtOffset: 5, eventFormat: everythingFor("alice") };
    const error = await onlyError(views.queries(context).activeContracts(query));
    expect(error.code).to.equal("SERVICE_NOT_RUNNING");
    await views.close();
  });
});
