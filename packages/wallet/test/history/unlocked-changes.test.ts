import { Amulet, LockedAmulet } from "@tallystick/coin";
import type { Json, TransactionNode } from "@tallystick/core";
import { expect } from "chai";
import { unlockedChanges } from "../../src/history/unlocked-changes.js";

const templateId = `p:${Amulet.name}`;
const coin = (owner: string, initialAmount: string): Json => ({ owner, amount: { initialAmount } });
const shared = { packageName: "splice-amulet", signatories: [], observers: [] };
const create = (contractId: string, payload: Json, of = templateId): TransactionNode => ({
  kind: "create",
  nodeId: 0,
  contractId,
  templateId: of,
  payload,
  ...shared,
});
const archive = (contractId: string, consuming = true): TransactionNode => ({
  kind: "exercise",
  nodeId: 0,
  contractId,
  templateId,
  choice: "Archive",
  argument: {},
  actingParties: [],
  consuming,
  result: null,
  lastDescendantNodeId: 0,
  ...shared,
});
const changes = (...nodes: ReadonlyArray<TransactionNode>) => {
  const known = new Map([["old", coin("alice", "10")]]);
  for (const node of nodes) if (node.kind === "create") known.set(node.contractId, node.payload);
  return [...unlockedChanges(nodes, (id) => known.get(id))];
};

describe("the changes of unlocked coins", () => {
  const unit = 10n ** 10n;

  it("are what was made less what was used, by owner", () => {
    expect(
      changes(archive("old"), create("a", coin("alice", "3")), create("b", coin("bob", "7.5"))),
    ).to.deep.equal([
      ["alice", -7n * unit],
      ["bob", (15n * unit) / 2n],
    ]);
  });

  it("are nothing for a coin that was made and used in between", () => {
    expect(changes(create("a", coin("bob", "7")), archive("a"))).to.deep.equal([["bob", 0n]]);
  });

  it("leave out locked coins, choices that use no coin, and coins that are not known", () => {
    const locked = create("l", coin("bob", "7"), `p:${LockedAmulet.name}`);
    expect(changes(locked, archive("old", false), archive("unknown"))).to.deep.equal([]);
  });
});
