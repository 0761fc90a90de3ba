import { expect } from "chai";
import { ringOf, sweepErrors, SweptMoney } from "../../src/configuration/sweep-rings.js";
import type { SweepConfig } from "../../src/configuration/wallet-config.js";
import { cc } from "../wallet-ledger.js";

type Plan = Readonly<Record<string, readonly [to: string, max: string, min: string]>>;

const sweepsOf = (plan: Plan): ReadonlyMap<string, SweepConfig> =>
  new Map(
    Object.entries(plan).map(([sender, [receiver, max, min]]) => [
      sender,
      {
        receiver,
        maxBalanceUsd: cc(max),
        minBalanceUsd: cc(min),
        useTransferPreapproval: true,
      },
    ]),
  );

describe("Sweeps that lead back to their sender", () => {
  it("are found from each party of the ring, and from no party that only leads into it", () => {
    const sweeps = sweepsOf({
      a: ["b", "10", "5"],
      b: ["c", "10", "5"],
      c: ["a", "10", "5"],
      d: ["a", "10", "5"],
      e: ["e", "10", "5"],
      f: ["nobody", "10", "5"],
    });
    expect(ringOf(sweeps, "a")).to.deep.equal(["a", "b", "c"]);
    expect(ringOf(sweeps, "c")).to.deep.equal(["c", "a", "b"]);
    expect(ringOf(sweeps, "e")).to.deep.equal(["e"]);
    for (const none of ["d", "f", "nobody"]) expect(ringOf(sweeps, none)).to.equal(undefined);
  });

  it("are errors to the sender itself, and where every sweep moves more than the next can keep", () => {
    expect(sweepErrors(sweepsOf({ a: ["a", "10", "5"] }))).to.deep.equal([
      "walletSweep.a.receiver: found the sender, expected another party",
    ]);
    const ring = sweepErrors(sweepsOf({ b: ["a", "20", "15"], a: ["b", "10", "5"] }));
    expect(ring).to.have.lengthOf(1);
    expect(ring[0]).to.contain("walletSweep.a.receiver: found b in the ring a -> b -> a, ");
    expect(
      sweepErrors(sweepsOf({ a: ["b", "100", "50"], b: ["a", "1000", "500"], c: ["d", "1", "0"] })),
    ).to.deep.equal([]);
  });
});

describe("What sweeps brought", () => {
  const sweeps = sweepsOf({ a: ["b", "10", "5"], b: ["a", "10", "4"], c: ["a", "1", "0"] });
  const swept = (party: string, amount: bigint, money: SweptMoney): void => {
    money.planned(party, "id", amount);
    money.took(party, "id");
  };

  it("is not swept on in its ring, and what came otherwise is", () => {
    const money = new SweptMoney(sweeps);
    swept("a", 90n, money);
    expect(money.allowed("b", 90n, 90n, 0n)).to.equal(0n);
    expect(money.resting()).to.deep.equal([{ party: "b", receiver: "a", ring: ["b", "a"] }]);
    expect(money.allowed("b", 100n, 100n, 0n)).to.equal(10n);
    expect(money.resting()).to.deep.equal([]);
  });

  it("is forgotten once it was spent", () => {
    const money = new SweptMoney(sweeps);
    swept("a", 90n, money);
    expect(money.allowed("b", 0n, 20n, 0n)).to.equal(0n);
    expect(money.allowed("b", 70n, 70n, 0n)).to.equal(50n);
  });

  it("counts offers that are not paid yet as still to come", () => {
    const money = new SweptMoney(sweeps);
    swept("a", 90n, money);
    expect(money.allowed("b", 30n, 30n, 90n)).to.equal(30n);
    expect(money.allowed("b", 90n, 90n, 0n)).to.equal(0n);
  });

  it("is counted for commands that took effect alone, and in rings alone", () => {
    const money = new SweptMoney(sweeps);
    money.planned("a", "id", 90n);
    money.took("a", "another");
    expect(money.allowed("b", 90n, 90n, 0n)).to.equal(90n);
    swept("c", 50n, money);
    expect(money.allowed("a", 50n, 50n, 0n)).to.equal(50n);
    expect(money.allowed("c", 7n, 7n, 0n)).to.equal(7n);
  });
});
