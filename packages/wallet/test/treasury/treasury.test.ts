import { Amulet } from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { coinsOf, fundingFor, fundingForMerge } from "../../src/treasury/treasury.js";
import { held, int, round } from "../held-contracts.js";
import { alice, bob, cc, dso, start, WalletLedger } from "../wallet-ledger.js";

const network = new WalletLedger().bootstrap().networkState;
const coin = (id: string, amount: string, owner = alice): Contract =>
  held(Amulet, id, {
    dso,
    owner,
    amount: {
      initialAmount: cc(amount),
      createdAt: round(0),
      ratePerRound: { rate: cc("0.1") },
    },
  });
const coins = [coin("small", "1"), coin("large", "9"), coin("middle", "5"), coin("bobs", "7", bob)];
const view = inMemoryContracts(coins);
const inputsOf = (funding: ReturnType<typeof fundingFor>) =>
  funding.inputs.map((input) => JSON.stringify(input));
const coinInput = (value: string): string => JSON.stringify({ tag: "InputAmulet", value });

describe("the treasury", () => {
  it("has the coins a party owns, with their initial amounts", () => {
    const ids = coinsOf(view, alice).map(({ contractId, amount }) => `${contractId} ${amount}`);
    expect(ids).to.deep.equal([`small ${cc("1")}`, `large ${cc("9")}`, `middle ${cc("5")}`]);
    // the DSO signs every coin and owns none
    expect(coinsOf(view, dso)).to.deep.equal([]);
  });

  it("merges all coins of a party, the largest first", () => {
    const funding = fundingForMerge(view, network, alice, start);
    expect(inputsOf(funding)).to.deep.equal([
      coinInput("large"),
      coinInput("middle"),
      coinInput("small"),
    ]);
    expect(funding.total).to.equal(cc("15"));
  });

  it("takes at most the inputs that a transfer may have", () => {
    const { transferConfig } = network.config;
    const config = {
      ...network.config,
      transferConfig: { ...transferConfig, maxNumInputs: int(2) },
    };
    const narrow = { ...network, config };
    const merge = fundingForMerge(view, narrow, alice, start);
    expect(inputsOf(merge)).to.deep.equal([coinInput("large"), coinInput("middle")]);
    expect(merge.total).to.equal(cc("14"));
    expect(fundingFor(cc("15"), view, narrow, alice, start).total).to.equal(cc("14"));
  });

  it("says by its total whether it is enough", () => {
    for (const amount of ["14.9999999999", "15", "15.0000000001"])
      expect(fundingFor(cc(amount), view, network, alice, start).total).to.equal(cc("15"));

    expect(fundingFor(cc("1"), inMemoryContracts([]), network, alice, start).total).to.equal(0n);
  });
});
