import type { Ledger } from "@tallystick/node";
import type { UpdatesQuery } from "@tallystick/views";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  GetUpdatesRequest,
  updateItems,
  validUpdatesRequest,
} from "../../../src/v2/updates/updates-request.js";
import { updatesStream } from "../../../src/v2/updates/updates.js";
import { updatesTreesStream } from "../../../src/v2/updates/updates-trees.js";
import { callerWith } from "../../fixtures/callers.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";
import { type RowCalls, rowCalls } from "../../fixtures/row-calls.js";

const filter = { filtersByParty: { alice: {} } };
const eventFormat = { filtersByParty: { alice: { cumulative: [] } } };
const requestOf = (body: object) => ({
  body: rightOf(GetUpdatesRequest.read(body)),
  caller: callerWith(),
});
const valid = (body: object) => validUpdatesRequest(requestOf(body));

describe("a request for updates", () => {
  it("in the older form means changes of contracts, and reassignments by the same filter", () => {
    expect(rightOf(valid({ filter })).updateFormat).to.deep.equal({
      includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" },
      includeReassignments: eventFormat,
    });
    const verbose = rightOf(valid({ filter, verbose: true })).updateFormat;
    expect(verbose.includeReassignments).to.deep.equal(eventFormat);
  });

  it("in the present form means what it says", () => {
    const updateFormat = {
      includeTransactions: {
        eventFormat: filter,
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      },
    };
    expect(rightOf(valid({ updateFormat })).updateFormat).to.deep.equal({
      includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" },
    });
    expect(rightOf(valid({ updateFormat: {} })).updateFormat).to.deep.equal({});
  });

  const bad: ReadonlyArray<readonly [what: string, body: object, code: string]> = [
    ["neither form", {}, "INVALID_ARGUMENT"],
    ["verbose alone", { verbose: true }, "INVALID_ARGUMENT"],
    ["both forms", { filter, updateFormat: {} }, "INVALID_ARGUMENT"],
    ["verbose beside the present form", { updateFormat: {}, verbose: true }, "INVALID_ARGUMENT"],
    [
      "transactions without an event format",
      { updateFormat: { includeTransactions: { transactionShape: null } } },
      "MISSING_FIELD",
    ],
  ];
  for (const [what, body, code] of bad) {
    it(`is ${code} with ${what}, also for trees`, () => {
      expect(leftOf(valid(body)).code).to.equal(code);
      expect(leftOf(updatesTreesStream.validate(requestOf(body))).code).to.equal(code);
    });
  }

  it("begins at 0 and rises, unless it says otherwise", () => {
    expect(rightOf(GetUpdatesRequest.read({ verbose: null }))).to.deep.equal({
      beginExclusive: 0,
      verbose: false,
      descendingOrder: false,
    });
    // an older message: its number has no fallback for null
    for (const [field, isRefused] of [
      ["beginExclusive", true],
      ["verbose", false],
      ["descendingOrder", false],
    ] as const)
      expect(isLeft(GetUpdatesRequest.read({ [field]: null })), field).to.equal(isRefused);
    expect(isLeft(GetUpdatesRequest.read({ endInclusive: null }))).to.equal(false);
  });

  it("needs to read as each party of its format", () => {
    expect(updatesStream.rights(rightOf(valid({ filter })))).to.deep.equal([
      { kind: "read-as", party: "alice" },
      { kind: "read-as", party: "alice" },
    ]);
    const any = { filter: { filtersForAnyParty: {} } };
    expect(updatesStream.rights(rightOf(valid(any)))).to.deep.include({ kind: "read-as-any" });
  });
});

describe("the items of a request for updates", () => {
  let ledger: Ledger;
  let calls: RowCalls;
  before(async () => {
    ledger = await memoryLedger();
    calls = rowCalls(ledger);
  });
  after(() => ledger.close());

  /** The query that the ledger is called with. */
  const queryOf = (body: object, following = {}): UpdatesQuery => {
    const asked: UpdatesQuery[] = [];
    const watched: Ledger = {
      ...ledger,
      queries: {
        ...ledger.queries,
        updates: (query) => {
          asked.push(query);
          return ledger.queries.updates(query);
        },
      },
    };
    updateItems(
      rightOf(valid({ filter, ...body })),
      { ...calls.services, ledger: watched },
      following,
      {},
    );
    const [only] = asked;
    if (only === undefined) throw new Error("the ledger was not called");
    return only;
  };

  const rows: ReadonlyArray<readonly [body: object, isLive: boolean]> = [
    [{}, true],
    [{ endInclusive: 5 }, false],
    [{ descendingOrder: true }, false],
    [{ endInclusive: 5, descendingOrder: true }, false],
  ];
  for (const [body, isLive] of rows) {
    it(`continue live ${isLive ? "" : "not "}with ${JSON.stringify(body)}`, () => {
      expect(queryOf(body, { follow: true }).follow).to.equal(isLive);
      expect(queryOf(body, { follow: false }).follow).to.equal(false);
      expect(queryOf(body, {}).follow).to.equal(false);
    });
  }

  it("keep the range, the order and the idle time", () => {
    const body = { beginExclusive: 2, endInclusive: 9, descendingOrder: true };
    expect(queryOf(body, { follow: true, idleTimeoutMs: 7 })).to.include({
      beginExclusive: 2,
      endInclusive: 9,
      descendingOrder: true,
      idleTimeoutMs: 7,
    });
  });
});

describe("the updates as trees", () => {
  it("show effects of everything that the parties witness, whatever their filters", () => {
    const template = { TemplateFilter: { value: { templateId: "#m:M:T" } } };
    const narrow = {
      filtersByParty: { alice: { cumulative: [{ identifierFilter: template }] } },
      filtersForAnyParty: {},
    };
    const { updateFormat } = rightOf(updatesTreesStream.validate(requestOf({ filter: narrow })));
    const wildcard = { kind: "wildcard", includeCreatedEventBlob: false };
    expect(updateFormat.includeTransactions).to.deep.equal({
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      eventFormat: {
        filtersByParty: {
          alice: {
            cumulative: [
              { kind: "template", templateId: "#m:M:T", includeCreatedEventBlob: false },
              wildcard,
            ],
          },
        },
        filtersForAnyParty: { cumulative: [wildcard] },
      },
    });
  });

  it("show transactions and checkpoints, and no other update", () => {
    const checkpoint = { OffsetCheckpoint: { value: { offset: 3, synchronizerTimes: [] } } };
    expect(updatesTreesStream.show({ update: checkpoint })).to.deep.equal({ update: checkpoint });
    const traceContext = { traceparent: "00", tracestate: null };
    const rest = { updateId: "u", offset: 1, synchronizerId: "s", recordTime: "t", traceContext };
    const topology = { TopologyTransaction: { value: { ...rest, events: [] } } };
    expect(updatesTreesStream.show({ update: topology })).to.equal(undefined);
  });
});
