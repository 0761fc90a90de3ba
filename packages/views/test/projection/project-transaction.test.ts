import { createHash } from "node:crypto";
import type { TransactionCommitted } from "@tallystick/core";
import { expect } from "chai";
import {
  createdEventBlobOf,
  type Event,
  type EventFormat,
  everythingFor,
  type Transaction,
} from "@tallystick/wire";
import { projectTransaction } from "../../src/projection/project-transaction.js";
import { traceOfUpdate } from "../../src/projection/trace-context.js";
import { resolveTransactionFormat } from "../../src/format/resolved-format.js";
import {
  catalog,
  createOf,
  exerciseOf,
  holdingId,
  iouV1,
  iouV2,
  metaId,
  rightOf,
  synchronizerId,
  transactionAt,
} from "../journal-fixture.js";

const offset = 5;
type Shape = "ACS_DELTA" | "LEDGER_EFFECTS";

const project = (
  transaction: TransactionCommitted,
  shape: Shape,
  eventFormat: EventFormat,
): Transaction | undefined => {
  const transactionShape = `TRANSACTION_SHAPE_${shape}` as const;
  const wanted = rightOf(resolveTransactionFormat({ eventFormat, transactionShape }, catalog));
  return projectTransaction(transaction, offset, wanted, synchronizerId, catalog);
};

const shortly = (event: Event): string => {
  if ("CreatedEvent" in event) {
    const { nodeId, contractId, witnessParties, acsDelta } = event.CreatedEvent;
    return `${nodeId} created ${contractId} for ${witnessParties.join()}${acsDelta ? " delta" : ""}`;
  }
  if ("ArchivedEvent" in event) {
    const { nodeId, contractId, witnessParties } = event.ArchivedEvent;
    return `${nodeId} archived ${contractId} for ${witnessParties.join()}`;
  }
  const { nodeId, contractId, witnessParties, acsDelta } = event.ExercisedEvent;
  return `${nodeId} exercised ${contractId} for ${witnessParties.join()}${acsDelta ? " delta" : ""}`;
};

// alice exercises bob's offer (consuming); within it a scratch contract comes and goes, and a coin
// is created for carol
const trade = transactionAt(
  offset,
  [
    exerciseOf(0, "offer", ["alice", "bob"], { choice: "Accept", lastDescendantNodeId: 4 }),
    createOf(1, "scratch", ["bob"]),
    exerciseOf(2, "scratch", ["bob"], { lastDescendantNodeId: 2 }),
    exerciseOf(3, "rules", ["dso"], { consuming: false, lastDescendantNodeId: 4 }),
    createOf(4, "coin", ["carol"], { observers: ["bob"], templateId: iouV1 }),
  ],
  { actAs: ["alice"] },
);

describe("A transaction", () => {
  const cases: ReadonlyArray<
    readonly [
      what: string,
      shape: Shape,
      parties: ReadonlyArray<string>,
      events: ReadonlyArray<string> | undefined,
    ]
  > = [
    [
      "shows a stakeholder what it won and lost",
      "ACS_DELTA",
      ["bob"],
      ["0 archived offer for bob", "4 created coin for bob delta"],
    ],
    [
      "shows a mere witness no create in ACS_DELTA",
      "ACS_DELTA",
      ["alice"],
      ["0 archived offer for alice"],
    ],
    [
      "names all requested stakeholders",
      "ACS_DELTA",
      ["carol", "bob", "alice"],
      ["0 archived offer for alice,bob", "4 created coin for bob,carol delta"],
    ],
    ["is left out for a stranger", "ACS_DELTA", ["eve"], undefined],
    [
      "is left out when only a non-consuming exercise concerns the party",
      "ACS_DELTA",
      ["dso"],
      undefined,
    ],
    [
      "shows an informee of an exercise what happened within it",
      "LEDGER_EFFECTS",
      ["alice"],
      [
        "0 exercised offer for alice delta",
        "1 created scratch for alice",
        "2 exercised scratch for alice",
        "3 exercised rules for alice",
        "4 created coin for alice",
      ],
    ],
    [
      "marks nothing that comes and goes within it as part of the delta",
      "LEDGER_EFFECTS",
      ["bob"],
      [
        "0 exercised offer for bob delta",
        "1 created scratch for bob",
        "2 exercised scratch for bob",
        "3 exercised rules for bob",
        "4 created coin for bob delta",
      ],
    ],
    [
      "shows a party only the subtree it witnesses",
      "LEDGER_EFFECTS",
      ["dso"],
      ["3 exercised rules for dso", "4 created coin for dso"],
    ],
    [
      "marks what belongs to the delta of the requested stakeholders",
      "LEDGER_EFFECTS",
      ["carol"],
      ["4 created coin for carol delta"],
    ],
    ["is left out of the effects for a stranger", "LEDGER_EFFECTS", ["eve"], undefined],
  ];
  for (const [what, shape, parties, events] of cases) {
    it(`${what} (${shape}, ${parties.join(", ")})`, () => {
      const seen = project(trade, shape, everythingFor(...parties));
      expect(seen?.events.map(shortly)).to.deep.equal(events);
    });
  }

  it("shows an any-party reader every stakeholder and every witness", () => {
    const format: EventFormat = { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } };
    expect(project(trade, "ACS_DELTA", format)?.events.map(shortly)).to.deep.equal([
      "0 archived offer for alice,bob",
      "4 created coin for bob,carol delta",
    ]);
    expect(project(trade, "LEDGER_EFFECTS", format)?.events.map(shortly)).to.include(
      "4 created coin for alice,bob,carol,dso delta",
    );
  });

  it("shows the command id and the cost to submitting parties and any-party readers only", () => {
    const any: EventFormat = { filtersByParty: {}, filtersForAnyParty: { cumulative: [] } };
    expect(project(trade, "ACS_DELTA", everythingFor("alice"))?.commandId).to.equal("command-5");
    expect(project(trade, "ACS_DELTA", everythingFor("bob"))?.commandId).to.equal("");
    expect(project(trade, "ACS_DELTA", any)?.commandId).to.equal("command-5");
    expect(project(trade, "ACS_DELTA", any)?.paidTrafficCost).to.equal(0);
    expect(project(trade, "ACS_DELTA", everythingFor("bob"))?.paidTrafficCost).to.equal(null);
  });

  it("carries its frame in the wire form", () => {
    const { events, ...frame } = project(trade, "ACS_DELTA", everythingFor("alice")) ?? {
      events: [],
    };
    expect(events).to.have.length(1);
    expect(frame).to.deep.equal({
      updateId: trade.updateId,
      commandId: "command-5",
      workflowId: "workflow-5",
      effectiveAt: "2026-01-01T00:00:05.000007Z",
      offset: 5,
      synchronizerId,
      traceContext: traceOfUpdate(trade.updateId),
      recordTime: "2026-01-01T00:00:05.000008Z",
      externalTransactionHash: null,
      paidTrafficCost: 0,
    });
  });
});

describe("A party with a template filter", () => {
  it("is a witness where another filter matches, without what it wants of its own templates", () => {
    const format: EventFormat = {
      filtersByParty: {
        bob: { cumulative: [] },
        carol: {
          cumulative: [
            { kind: "template", templateId: "#iou:Note:Note", includeCreatedEventBlob: true },
          ],
        },
      },
    };
    const created = project(trade, "ACS_DELTA", format)?.events[1];
    expect(created && shortly(created)).to.equal("4 created coin for bob,carol delta");
    expect(created && "CreatedEvent" in created && created.CreatedEvent.createdEventBlob).to.equal(
      "",
    );
  });
});

describe("The events of a transaction", () => {
  const key = { value: { owner: "alice", id: "7" }, maintainers: ["alice"] };
  const iou = createOf(0, "iou", ["alice"], {
    observers: ["bob"],
    templateId: iouV2,
    payload: { amount: "1.0000000000" },
    key,
  });

  it("show a create with key, blob and views, the requested interface first", () => {
    const seen = project(transactionAt(offset, [iou]), "ACS_DELTA", {
      filtersByParty: {
        bob: {
          cumulative: [
            {
              kind: "interface",
              interfaceId: "#holding-api:Holding:Holding",
              includeInterfaceView: true,
              includeCreatedEventBlob: true,
            },
            {
              kind: "interface",
              interfaceId: "#holding-api:Meta:Meta",
              includeInterfaceView: true,
              includeCreatedEventBlob: false,
            },
          ],
        },
      },
    });
    const event = seen?.events[0];
    if (event === undefined || !("CreatedEvent" in event))
      throw new Error("expected a created event");
    const { interfaceViews, ...rest } = event.CreatedEvent;
    expect(rest).to.deep.equal({
      offset,
      nodeId: 0,
      contractId: "iou",
      templateId: iouV2,
      contractKey: key.value,
      contractKeyHash: createHash("sha256")
        .update('["iou","Iou:Iou",{"id":"7","owner":"alice"}]')
        .digest("base64"),
      createArgument: { amount: "1.0000000000" },
      createdEventBlob: createdEventBlobOf(iou, transactionAt(offset, []).effectiveAt),
      witnessParties: ["bob"],
      signatories: ["alice"],
      observers: ["bob"],
      createdAt: "2026-01-01T00:00:05.000007Z",
      packageName: "iou",
      representativePackageId: "p2",
      acsDelta: true,
    });
    expect(interfaceViews[0]).to.deep.equal({
      interfaceId: holdingId,
      viewStatus: { code: 0, message: "", details: [] },
      viewValue: { through: holdingId, of: iouV2, payload: { amount: "1.0000000000" } },
      implementationPackageId: "p2",
    });
    expect(interfaceViews[1]).to.include({ interfaceId: metaId, viewValue: null });
    expect(interfaceViews[1]?.viewStatus.code).to.equal(9);
    expect(interfaceViews).to.have.length(2);
  });

  it("show a create without key, blob and views with empty fields, never missing ones", () => {
    const created = project(
      transactionAt(offset, [createOf(0, "note", ["alice"])]),
      "ACS_DELTA",
      everythingFor("alice"),
    )?.events[0];
    expect(created && "CreatedEvent" in created && created.CreatedEvent).to.include({
      contractKey: null,
      contractKeyHash: "",
      createdEventBlob: "",
    });
    expect(
      created && "CreatedEvent" in created && created.CreatedEvent.interfaceViews,
    ).to.deep.equal([]);
  });

  it("show an exercise and an archive with the interface of the request", () => {
    const transaction = transactionAt(offset, [
      exerciseOf(0, "iou", ["alice"], {
        templateId: iouV1,
        interfaceId: holdingId,
        choice: "Move",
        argument: { to: "bob" },
        result: { moved: true },
      }),
    ]);
    const format: EventFormat = {
      filtersByParty: {
        alice: {
          cumulative: [
            {
              kind: "interface",
              interfaceId: "#holding-api:Holding:Holding",
              includeInterfaceView: false,
              includeCreatedEventBlob: false,
            },
          ],
        },
      },
    };
    const common = {
      offset,
      nodeId: 0,
      contractId: "iou",
      templateId: iouV1,
      witnessParties: ["alice"],
      packageName: "iou",
      implementedInterfaces: [holdingId],
    };
    expect(project(transaction, "ACS_DELTA", format)?.events).to.deep.equal([
      { ArchivedEvent: common },
    ]);
    expect(project(transaction, "LEDGER_EFFECTS", format)?.events).to.deep.equal([
      {
        ExercisedEvent: {
          ...common,
          interfaceId: holdingId,
          choice: "Move",
          choiceArgument: { to: "bob" },
          actingParties: ["alice"],
          consuming: true,
          lastDescendantNodeId: 0,
          exerciseResult: { moved: true },
          acsDelta: true,
        },
      },
    ]);
  });
});
