import { expect } from "chai";
import { automations, automationsFor } from "../../src/automation/automations.js";
import { lacksTopUpFunds } from "../../src/index.js";
import { mint } from "../wallet-actions.js";
import { cc, minute, operator, settings, WalletLedger } from "../wallet-ledger.js";

describe("the automations", () => {
  it("pay what was agreed before they collect and sweep", () => {
    const names = automations.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    const paid = ["complete-accepted-offers", "pay-subscriptions"];
    const after = ["collect-rewards-and-merge", "sweep"];
    for (const first of paid) {
      expect(names).to.include(first);
      for (const second of after)
        expect(names.indexOf(first), `${first}, ${second}`).to.be.below(names.indexOf(second));
    }
  });

  const namesOf = (...of: Parameters<typeof automationsFor>): ReadonlyArray<string> =>
    automationsFor(...of).map(({ name }) => name);

  it("of a user are those of every party, of the operator all", () => {
    const users = automations.filter(({ runsFor }) => runsFor === "party");
    expect(automationsFor("party", false)).to.deep.equal(users);
    expect(automationsFor("operator", false)).to.deep.equal(automations);
  });

  it("of the operator begin with what earns while it lacks the funds for its traffic", () => {
    const short = namesOf("operator", true);
    expect(short.slice(0, 4)).to.deep.equal([
      "record-validator-liveness",
      "auto-accept-transfers",
      "collect-rewards-and-merge",
      "top-up-traffic",
    ]);
    expect([...short].sort()).to.deep.equal([...namesOf("operator", false)].sort());
  });

  it("are in that order below the cost of one purchase, where it is not tapped", () => {
    const traffic = { targetThroughput: cc("20000"), minTopupIntervalMicros: minute };
    const isShort = (kind: "dev" | "main", coins: string, config = { traffic }): boolean => {
      const ledger = new WalletLedger({ ...settings, kind }).bootstrap().withWallets();
      mint(ledger, operator, coins);
      return lacksTopUpFunds(ledger.context(config));
    };
    // 1.2 MB x 16.67 USD at 0.1 USD per CC
    expect(isShort("main", "200.0399999999")).to.equal(true);
    expect(isShort("main", "200.04")).to.equal(false);
    expect(isShort("dev", "1")).to.equal(false);
    const off = { traffic: { ...traffic, targetThroughput: cc("0") } };
    expect(isShort("main", "1", off)).to.equal(false);
  });
});
