import { MemberTraffic, ValidatorTopUpState } from "@tallystick/coin";
import { expect } from "chai";
import type { AutomationContext, WalletConfig } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { mint, tap, unlocked } from "../wallet-actions.js";
import { cc, dso, minute, operator, settings, WalletLedger } from "../wallet-ledger.js";

const topUp = automationOf("top-up-traffic");
const config: Partial<WalletConfig> = {
  traffic: { targetThroughput: cc("20000"), minTopupIntervalMicros: minute },
};
const left = (trafficRemainderBytes: bigint): Partial<AutomationContext> => ({
  trafficRemainderBytes,
});

const runs = (ledger: WalletLedger, remainder: bigint): ReadonlyArray<string> =>
  ledger.plan(topUp, operator, config, left(remainder)).map((it) => {
    ledger.run(it);
    return it.commandId.split("/")[0] ?? "";
  });

const choicesIn = (ledger: WalletLedger) =>
  (ledger.transactions.at(-1)?.nodes ?? []).flatMap((it) =>
    it.kind === "exercise" ? [it.choice] : [],
  );

describe("the traffic top-up", () => {
  it("buys what lasts for the interval, once per interval, with the operator's coins", () => {
    const ledger = new WalletLedger({ ...settings, kind: "main" }).bootstrap().withWallets();
    mint(ledger, operator, "1000");
    expect(runs(ledger, 0n)).to.deep.equal(["top-up-state"]);
    expect(runs(ledger, 0n)).to.deep.equal(["top-up"]);
    const [bought] = ledger.view.of(MemberTraffic, dso);
    expect(bought?.payload.totalPurchased).to.equal(1_200_000n);
    // 1.2 MB x 16.67 USD at 0.1 USD per CC
    expect(unlocked(ledger, operator)).to.equal("799.9600000000");
    expect(choicesIn(ledger)).to.include("WalletAppInstall_ExecuteBatch");
    expect(runs(ledger, 0n)).to.deep.equal([]);
    ledger.now += minute;
    expect(runs(ledger, 1_200_000n)).to.deep.equal([]);
    expect(runs(ledger, 1_199_999n)).to.deep.equal(["top-up"]);
    expect(ledger.view.of(ValidatorTopUpState, operator)).to.have.lengthOf(1);
  });

  it("taps the cost on a development network, and leaves the coins alone", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "1000");
    const done = [1, 2, 3, 4].flatMap(() => runs(ledger, 0n));
    expect(done).to.deep.equal(["top-up-state", "top-up"]);
    expect(unlocked(ledger, operator)).to.equal("1000.0000000000");
    expect(ledger.view.of(MemberTraffic, dso)[0]?.payload.totalPurchased).to.equal(1_200_000n);
    expect(choicesIn(ledger)).to.include.members([
      "AmuletRules_DevNet_Tap",
      "AmuletRules_BuyMemberTraffic",
    ]);
    ledger.now += minute - 1;
    expect(runs(ledger, 0n)).to.deep.equal([]);
    ledger.now += 1;
    expect(runs(ledger, 0n)).to.deep.equal(["top-up"]);
  });

  it("gives the ledger the interval it keeps to, which may be longer than the configured one", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    // 200,000 bytes, the least that is sold, at 100 bytes a second, in whole polls
    const slow = { traffic: { targetThroughput: cc("100"), minTopupIntervalMicros: minute } };
    for (const made of ledger.plan(topUp, operator, slow, left(0n))) ledger.run(made);
    const [submission] = ledger.plan(topUp, operator, slow, left(0n));
    expect(JSON.stringify(submission?.commands)).to.contain(
      '"minTopupInterval":{"microseconds":"2010000000"}',
    );
  });

  it("waits without funds elsewhere", () => {
    const ledger = new WalletLedger({ ...settings, kind: "main" }).bootstrap().withWallets();
    mint(ledger, operator, "200.0399999999");
    expect(runs(ledger, 0n)).to.deep.equal(["top-up-state"]);
    expect(runs(ledger, 0n)).to.deep.equal([]);
  });

  it("is off without a throughput, and without a count of what is left", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    expect(ledger.plan(topUp, operator, {}, left(0n))).to.deep.equal([]);
    expect(ledger.plan(topUp, operator, config)).to.deep.equal([]);
  });
});
