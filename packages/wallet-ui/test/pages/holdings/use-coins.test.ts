import { expect } from "chai";
import type { WalletSchemas } from "../../../src/data/openapi.js";
import { ownCoins } from "../../../src/pages/holdings/use-coins.js";

type Position = WalletSchemas["AmuletPosition"];
type LockedPosition = WalletSchemas["LockedAmuletPosition"];

const amulet = (created: string, initial: string) => ({
  dso: "dso::1220ab",
  owner: "alice::1220ab",
  amount: {
    initialAmount: initial,
    createdAt: { number: created },
    ratePerRound: { rate: "0.5" },
  },
});

const contractOf = (cid: string) => ({
  contract_id: cid,
  created_at: "2026-01-01T00:00:00Z",
  created_event_blob: "",
  template_id: "",
});

const position = (cid: string, amount: string): Position => ({
  contract: {
    contract: { ...contractOf(cid), payload: amulet("3", "10.0") },
    domain_id: "",
  },
  round: 5,
  accrued_holding_fee: "0",
  effective_amount: amount,
});

const locked = (cid: string, amount: string): LockedPosition => ({
  ...position(cid, amount),
  contract: {
    contract: {
      ...contractOf(cid),
      payload: {
        amulet: amulet("3", "10.0"),
        lock: {
          holders: ["bob::1220ab"],
          expiresAt: "2026-01-02T00:00:00Z",
          optContext: "transfer to 'bob::1220ab'",
        },
      },
    },
    domain_id: "",
  },
});

describe("the coins of an answer", () => {
  it("are the largest first, with the round of now", () => {
    const { coins, round } = ownCoins({
      amulets: [position("small", "1.0"), position("large", "7.5")],
      locked_amulets: [locked("locked", "2.0")],
    });
    expect(coins.map(({ contractId }) => contractId)).to.deep.equal(["large", "locked", "small"]);
    expect(round).to.equal(5n);
    expect(ownCoins({ amulets: [], locked_amulets: [] })).to.deep.equal({ coins: [], round: 0n });
  });

  it("say what locks them, and when fees have used them up", () => {
    const { coins } = ownCoins({
      amulets: [position("free", "1.0")],
      locked_amulets: [locked("locked", "2.0")],
    });
    const [first, second] = coins;
    expect(first).to.include({
      lockedUntil: "2026-01-02T00:00:00Z",
      lockContext: "transfer to 'bob::1220ab'",
    });
    expect(first?.lockHolders).to.deep.equal(["bob::1220ab"]);
    expect(second).not.to.have.property("lock");
    // 10 coins at a half a round
    expect(second?.expiryRound).to.equal(23n);
  });
});
