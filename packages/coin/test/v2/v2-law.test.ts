import { testSize } from "@tallystick/dev";
import { expect } from "chai";
import fc from "fast-check";
import { isRight } from "fp-ts/lib/Either.js";
import { Amulet, AmuletRules_DevNet_Tap, LockedAmulet } from "../../src/index.js";
import { alice, bob, carol, cc, CoinLedger, dso, provider } from "../coin-fixture.js";
import { rightOf } from "../coin-values.js";
import { changesIn, expectExplained } from "./explained.js";
import { v2Histories } from "./v2-operations.js";
import { V2World } from "./v2-world.js";

/** Notes what each holding is over, and checks every transaction. */
const watchExplained = (): { transactions: number } => {
  const amounts = new Map<string, bigint>();
  const seen = { transactions: 0 };
  CoinLedger.watch = ({ decision }) => {
    const [event] = isRight(decision) ? decision.right : [];
    if (event?.type !== "TransactionCommitted") return;
    for (const node of event.nodes) {
      if (node.kind !== "create") continue;
      if (node.templateId.endsWith(":Splice.Amulet:Amulet")) {
        const { amount } = rightOf(Amulet.payload.decode(node.payload));
        amounts.set(node.contractId, amount.initialAmount);
      } else if (node.templateId.endsWith(":Splice.Amulet:LockedAmulet")) {
        const { amulet } = rightOf(LockedAmulet.payload.decode(node.payload));
        amounts.set(node.contractId, amulet.amount.initialAmount);
      }
    }
    expectExplained(event, (cid) => amounts.get(cid) ?? 0n);
    seen.transactions += 1;
  };
  return seen;
};

describe("the event log of the coin", () => {
  afterEach(() => {
    CoinLedger.watch = undefined;
  });

  it("explains every holding that comes or goes, once, in random histories", () => {
    const seen = watchExplained();
    let accepted = 0;
    fc.assert(
      fc.property(v2Histories(80), (history) => {
        const world = new V2World();
        for (const step of history) step(world);
        accepted += world.accepted;
      }),
      { numRuns: testSize("GENUINE_RUNS"), endOnFailure: true },
    );
    expect(accepted).to.be.greaterThan(20);
    expect(seen.transactions).to.be.greaterThan(accepted);
  });

  it("names what a mint is for, and the legs of a transfer", () => {
    const { ledger } = new V2World();
    const { event } = ledger.run([alice], AmuletRules_DevNet_Tap, ledger.rules, {
      receiver: alice,
      amount: cc("5"),
      openRound: ledger.round,
    });
    const [mint] = changesIn(event);
    expect(mint?.observers).to.deep.equal([alice]);
    expect(mint?.transferLegSides).to.have.length(1);
    expect(mint?.transferLegSides[0]).to.deep.include({
      transferLegId: "mint",
      side: "ReceiverSide",
      amount: cc("5"),
      otherside: { owner: undefined, provider: undefined, id: "cip-112/mint" },
    });
    expect(dso).to.equal(mint?.admin);
    expect([bob, carol, provider]).to.not.include(mint?.account.owner);
  });
});
