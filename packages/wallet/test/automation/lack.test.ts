import { expect } from "chai";
import type { AutomationContext, WalletConfig } from "../../src/index.js";
import { automations } from "../../src/automation/automations.js";
import { lackOf } from "../../src/automation/lack.js";
import { automationOf } from "../automation-of.js";
import { mint, onboard, order, proposePreapproval, tap } from "../wallet-actions.js";
import { alice, cc, day, minute, operator, settings, WalletLedger } from "../wallet-ledger.js";

const config: Partial<WalletConfig> = {
  traffic: { targetThroughput: cc("20000"), minTopupIntervalMicros: minute },
};
const noTraffic: Partial<AutomationContext> = { trafficRemainderBytes: 0n };

/** Ledgers in which an automation has something to pay, and the coins that are missing for it. */
const short: Readonly<
  Record<string, readonly [prepare: (ledger: WalletLedger) => void, payer: string, cost: string]>
> = {
  "top-up-traffic": [
    (ledger) => {
      for (const made of ledger.plan(automationOf("top-up-traffic"), operator, config, noTraffic))
        ledger.run(made);
    },
    operator,
    "200.0400000000",
  ],
  "accept-transfer-preapprovals": [
    (ledger) => proposePreapproval(ledger, alice),
    operator,
    "2.4660000000",
  ],
  "renew-transfer-preapprovals": [
    (ledger) => {
      mint(ledger, operator, "2.466");
      proposePreapproval(ledger, alice);
      ledger.automate(automationOf("accept-transfer-preapprovals"), operator);
      ledger.now += 60 * day;
    },
    operator,
    "2.4660000000",
  ],
  "send-transfer-commands": [
    (ledger) => {
      onboard(ledger, "alice", alice);
      order(ledger, 0, "10");
    },
    alice,
    "10.0000000000",
  ],
};

describe("the coins that an automation lacks", () => {
  const begun = () => new WalletLedger({ ...settings, kind: "main" }).bootstrap().withWallets();
  const lackIn = (ledger: WalletLedger, name: string) =>
    ledger.lack(automationOf(name), operator, config, noTraffic);

  it("are none while they are enough, and what is there when they are not", () => {
    expect(lackOf(alice, cc("1"), cc("1"))).to.equal(undefined);
    expect(lackOf(alice, cc("1"), undefined)).to.equal(undefined);
    const lack = { payer: alice, needed: cc("1"), available: cc("0.5") };
    expect(lackOf(alice, lack.needed, lack.available)).to.deep.equal(lack);
  });

  for (const [name, [prepare, payer, cost]] of Object.entries(short)) {
    it(`are said of ${name}: whose, how many, and how many there are`, () => {
      const ledger = begun();
      expect(lackIn(ledger, name)).to.equal(undefined);
      prepare(ledger);
      expect(lackIn(ledger, name)).to.deep.equal([payer, cost, "0.0000000000"]);
      mint(ledger, payer, "0.25");
      expect(lackIn(ledger, name)).to.deep.equal([payer, cost, "0.2500000000"]);
      mint(ledger, payer, cost);
      expect(lackIn(ledger, name)).to.equal(undefined);
    });
  }

  it("are not those of a development network, which taps the cost of its traffic", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "1");
    short["top-up-traffic"]?.[0](ledger);
    expect(lackIn(ledger, "top-up-traffic")).to.equal(undefined);
  });

  it("are said by every automation that pays and does not end what it cannot pay", () => {
    const say = automations.filter(({ lack }) => typeof lack === "function");
    expect(say.map(({ name }) => name)).to.have.members([
      ...Object.keys(short),
      "pay-subscriptions",
    ]);
  });
});
