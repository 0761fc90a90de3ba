import { ValidatorRewardCoupon } from "@tallystick/coin";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { choicesOf } from "../held-contracts.js";
import {
  coinCount,
  feature,
  onboard,
  proposePreapproval,
  tap,
  unlocked,
} from "../wallet-actions.js";
import { alice, minute, operator, WalletLedger } from "../wallet-ledger.js";

const collect = automationOf("collect-rewards-and-merge");

describe("reward collection and merging", () => {
  it("merges two coins once a round has begun since, and not before", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    for (let n = 0; n < 3; n++) tap(ledger, alice, "1");
    expect(ledger.plan(collect, alice)).to.deep.equal([]);
    ledger.pass(9 * minute);
    expect(ledger.plan(collect, alice)).to.deep.equal([]);
    ledger.pass(21 * minute);
    expect(ledger.automate(collect, alice)).to.equal(1);
    expect([coinCount(ledger, alice), unlocked(ledger, alice)]).to.deep.equal([1, "3.0000000000"]);
  });

  it("merges nothing with a coin that came in this round", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, alice, "1");
    ledger.pass(30 * minute);
    tap(ledger, alice, "1");
    expect(ledger.plan(collect, alice)).to.deep.equal([]);
    expect(coinCount(ledger, alice)).to.equal(2);
  });

  it("waits for the party's moment in the round where moments are spread", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    for (let n = 0; n < 2; n++) tap(ledger, alice, "1");
    ledger.pass(30 * minute);
    const { opensAt } = ledger.networkState.round.payload;
    const plannedAt = (now: number): number => {
      const network = { ...ledger.networkState, openRounds: [ledger.networkState.round] };
      return ledger.plan(collect, alice, {}, { network, now, isSpread: true }).length;
    };
    const moments = Array.from({ length: 11 }, (_, at) => plannedAt(Number(opensAt) + at * minute));
    expect(moments[0]).to.equal(0);
    expect(moments[10]).to.equal(1);
    expect(moments).to.deep.equal([...moments].sort((a, b) => a - b));
  });

  it("merges from the eleventh coin on, and changes no sum", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    for (let n = 0; n < 10; n++) tap(ledger, alice, "1");
    expect(ledger.automate(collect, alice)).to.equal(0);
    tap(ledger, alice, "1");
    expect(ledger.automate(collect, alice)).to.equal(1);
    expect(coinCount(ledger, alice)).to.equal(1);
    expect(unlocked(ledger, alice)).to.equal("11.0000000000");
  });

  it("mints the operator's share of its users' burns", () => {
    const ledger = new WalletLedger().bootstrap().withWallets(operator);
    onboard(ledger, "alice", alice);
    feature(ledger, operator);
    tap(ledger, operator, "100");
    proposePreapproval(ledger, alice);
    ledger.automate(automationOf("accept-transfer-preapprovals"), operator);
    expect(ledger.view.of(ValidatorRewardCoupon, operator)).to.have.lengthOf(1);
    const before = unlocked(ledger, operator);
    ledger.pass(35 * minute, minute);
    expect(ledger.automate(collect, operator)).to.be.above(0);
    expect(Number(unlocked(ledger, operator))).to.be.above(Number(before));
    expect(ledger.view.of(ValidatorRewardCoupon, operator)).to.deep.equal([]);
    expect(ledger.automate(collect, operator)).to.equal(0);
  });

  it("can be switched off", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    for (let n = 0; n < 12; n++) tap(ledger, alice, "1");
    expect(ledger.plan(collect, alice, { collectRewards: false })).to.deep.equal([]);
  });

  it("is done by the operator in the party's wallet; without one, not at all", () => {
    const crowded = (ledger: WalletLedger): WalletLedger => {
      for (let n = 0; n < 12; n++) tap(ledger, alice, "1");
      return ledger;
    };
    const [merge] = crowded(new WalletLedger().bootstrap().withWallets()).plan(collect, alice);
    expect(merge?.actAs).to.deep.equal([operator]);
    expect(choicesOf(merge === undefined ? [] : [merge])).to.deep.equal([
      "WalletAppInstall_ExecuteBatch",
    ]);
    expect(crowded(new WalletLedger().bootstrap()).plan(collect, alice)).to.deep.equal([]);
  });
});
