import { Amulet, type AmuletPayload, LockedAmulet, TransferOffer } from "@tallystick/coin";
import { type Json, numericFromUnits } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { heldIn } from "../../src/tracking/held-coin.js";
import { round } from "../held-contracts.js";
import { alice, dso, rightOf } from "../wallet-ledger.js";

const units = fc.bigInt(0n, 10n ** 30n).map((it) => rightOf(numericFromUnits(it)));
const coins: fc.Arbitrary<AmuletPayload> = fc
  .tuple(units, units, fc.nat())
  .map(([initialAmount, rate, createdIn]) => ({
    dso,
    owner: alice,
    amount: { initialAmount, createdAt: round(createdIn), ratePerRound: { rate } },
  }));

const locked = (amulet: AmuletPayload): Json =>
  LockedAmulet.payload.encode({
    amulet,
    lock: { holders: [dso], expiresAt: 0n, optContext: undefined },
  });

describe("what a contract adds to a balance", () => {
  it("is the amount of a coin as its template reads it, locked or not", () => {
    fc.assert(
      fc.property(coins, (coin) => {
        const held = { owner: alice, amount: coin.amount };
        const free = heldIn(Amulet.name, Amulet.payload.encode(coin));
        expect(free).to.deep.equal({ ...held, isLocked: false });
        expect(heldIn(LockedAmulet.name, locked(coin))).to.deep.equal({ ...held, isLocked: true });
      }),
    );
  });

  it("is nothing for other contracts, and for a payload that is no coin", () => {
    const coin = { owner: alice, amount: { initialAmount: "1.0" } };
    expect(heldIn(TransferOffer.name, coin)).to.equal(undefined);
    expect(heldIn(Amulet.name, coin)).to.equal(undefined);
    expect(heldIn(LockedAmulet.name, null)).to.equal(undefined);
  });
});
