import { expect } from "chai";
import {
  askedUpdate,
  type PictureFilters,
  type PictureSource,
} from "../../src/picture/asked-update.js";

const made = (contractId: string) => ({
  nodeId: 0,
  contractId,
  templateId: "p:Gold:Gold",
  signatories: ["bank"],
  witnessParties: ["ana"],
});
const viewValue = {
  owner: "ana",
  instrumentId: { admin: "bank", id: "GOLD" },
  amount: "2.5000000000",
  lock: null,
};
const consumed = (contractId: string) => ({
  ExercisedEvent: {
    ...made(contractId),
    lastDescendantNodeId: 0,
    choice: "Archive",
    consuming: true,
    actingParties: ["bank"],
  },
});

class Refusal extends Error {}

const versionsIn = (filters: PictureFilters): ReadonlyArray<string> =>
  JSON.stringify(filters).match(/Holding(V\d)(?=:)/g) ?? [];

/** A ledger that knows some interfaces, with an update that makes a contract and uses others. */
const ledgerWith = (versions: ReadonlyArray<string>, used: ReadonlyArray<string> = []) => {
  const asked: Array<string> = [];
  const lookedUp: Array<string> = [];
  const viewsBy = (filters: PictureFilters): ReadonlyArray<{ viewValue: unknown }> => {
    const wanted = versionsIn(filters);
    asked.push(wanted.join(" "));
    if (wanted.some((each) => !versions.includes(each))) throw new Refusal("unknown");
    return wanted.length === 0 ? [] : [{ viewValue }];
  };
  const source: PictureSource = {
    events: async (filters) => [
      { CreatedEvent: { ...made("01"), interfaceViews: viewsBy(filters) } },
      ...used.map(consumed),
    ],
    contracts: async (contractIds, filters) => {
      lookedUp.push(...contractIds);
      return contractIds.map((id) => ({ ...made(id), interfaceViews: viewsBy(filters) }));
    },
    isRefusal: (thrown) => thrown instanceof Refusal,
  };
  return { source, asked, lookedUp };
};

describe("asking a ledger for an update", () => {
  for (const [name, versions, asked, holdings] of [
    ["both versions", ["HoldingV1", "HoldingV2"], ["HoldingV2 HoldingV1"], 2],
    ["the older version alone", ["HoldingV1"], ["HoldingV2 HoldingV1", "HoldingV1"], 2],
    ["no version", [], ["HoldingV2 HoldingV1", "HoldingV1", ""], 0],
  ] as const) {
    it(`gives the holdings of a ledger that knows ${name} of the token standard`, async () => {
      const ledger = ledgerWith(versions, ["00"]);
      const { nodes, contracts } = await askedUpdate(ledger.source);
      const made = nodes.flatMap((node) => (node.kind === "create" ? [node.contract] : []));
      const found = [...made, ...contracts.values()];
      expect(found.filter(({ holding }) => holding?.id === "GOLD")).to.have.length(holdings);
      // once more for the contracts that were used
      expect([...new Set(ledger.asked)]).to.deep.equal(asked);
    });
  }

  it("looks up no more contracts than a node takes, and none where none was used", async () => {
    const used = Array.from({ length: 1_001 }, (_, n) => `u${n}`);
    const ledger = ledgerWith(["HoldingV1", "HoldingV2"], used);
    expect((await askedUpdate(ledger.source)).contracts.size).to.equal(1_000);
    const none = ledgerWith(["HoldingV1", "HoldingV2"]);
    await askedUpdate(none.source);
    expect(none.lookedUp).to.deep.equal([]);
  });

  it("rejects as the ledger does when it refuses all, and at once for another error", async () => {
    const { source } = ledgerWith([]);
    const failing = (thrown: Error) => {
      let times = 0;
      const events = async () => {
        times += 1;
        throw thrown;
      };
      const asking = askedUpdate({ ...source, events }).catch((found: unknown) => found);
      return asking.then((found) => [found, times]);
    };
    const [refusal, away] = [new Refusal("no such update"), new Error("away")];
    expect(await failing(refusal)).to.deep.equal([refusal, 3]);
    expect(await failing(away)).to.deep.equal([away, 1]);
  });
});
