import { expect } from "chai";
import { drawnInDryRun, drawnInJson, usedBefore } from "../../src/picture/events-in-json.js";

const created = {
  nodeId: 1,
  contractId: "made",
  templateId: "p:M:Coin",
  signatories: ["ana"],
  observers: ["ben"],
  witnessParties: ["ana"],
};
const view = {
  account: { owner: "ana", provider: null, id: "" },
  instrumentId: { admin: "dso", id: "Amulet" },
  amount: "1.5000000000",
  lock: null,
};
const exercised = {
  nodeId: 0,
  lastDescendantNodeId: 1,
  contractId: "gone",
  templateId: "p:M:Coin",
  interfaceId: null,
  choice: "Pay",
  consuming: true,
  actingParties: ["ana"],
  witnessParties: ["ana"],
};
const events = (interfaceViews: ReadonlyArray<{ readonly viewValue?: unknown }>) => [
  { ExercisedEvent: exercised },
  { CreatedEvent: { ...created, interfaceViews } },
];
const holding = {
  owner: "ana",
  admin: "dso",
  id: "Amulet",
  units: 15_000_000_000n,
  isLocked: false,
};

describe("A transaction of the JSON Ledger API", () => {
  it("has amounts by the views of its holdings, of both versions", () => {
    const first = { ...view, account: undefined, owner: "ana", lock: { holders: [] } };
    for (const [shown, isLocked] of [
      [view, false],
      [first, true],
    ] as const) {
      const [, made] = drawnInJson(events([{}, { viewValue: shown }]), []).nodes;
      expect(made?.kind === "create" ? made.contract.holding : "").to.deep.equal({
        ...holding,
        isLocked,
      });
    }
  });

  it("has no amount where a view is none of a holding", () => {
    for (const viewValue of [
      undefined,
      null,
      1,
      "",
      {},
      { ...view, amount: "much" },
      { ...view, instrumentId: 5 },
    ]) {
      const [, made] = drawnInJson(events([{ viewValue }]), []).nodes;
      expect(made?.kind === "create" ? made.contract.holding : "").to.equal(undefined);
    }
  });

  it("says which contracts were there before", () => {
    expect(usedBefore(events([]))).to.deep.equal(["gone"]);
    const again = { ...exercised, contractId: "made" };
    expect(usedBefore([...events([]), { ExercisedEvent: again }])).to.deep.equal(["gone"]);
  });

  it("has the witnesses, the amounts and the disclosed contracts of a dry run", () => {
    const drawn = drawnInDryRun({
      transaction: { events: events([]) },
      nodes: [{ witnesses: ["ana", "dso"] }, { witnesses: ["ana", "ben", "dso"] }],
      contracts: [
        {
          contractId: "gone",
          templateId: "p:M:Coin",
          foundBy: "disclosure",
          signatories: ["dso"],
          observers: [],
        },
      ],
      amounts: ["made", "gone"].map((contractId) => ({
        contractId,
        owner: "ana",
        instrumentId: { admin: "dso", id: "Amulet" },
        amount: "1.5000000000",
        isLocked: false,
      })),
    });
    expect(drawn?.nodes.map(({ witnesses }) => witnesses.length)).to.deep.equal([2, 3]);
    expect(drawn?.contracts.get("gone")).to.deep.include({ isDisclosed: true, holding });
    const made = drawn?.nodes[1];
    expect(made?.kind === "create" ? made.contract.holding : "").to.deep.equal(holding);
    expect(drawnInDryRun({ nodes: [], contracts: [], amounts: [] })).to.equal(undefined);
  });
});
