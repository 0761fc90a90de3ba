import {
  AppRewardCoupon,
  FeaturedAppActivityMarker,
  TransferCommand,
  TransferCommandCounter,
  ValidatorRight,
} from "@tallystick/coin";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { countingReads, held, inFrontOf, int } from "../held-contracts.js";
import { feature, onboard, order, proposePreapproval, tap, unlocked } from "../wallet-actions.js";
import { alice, bob, carol, cc, day, dso, operator, WalletLedger } from "../wallet-ledger.js";

const send = automationOf("send-transfer-commands");

/** Wallets of all, and Alice's validator is the operator. */
const begun = (): WalletLedger => {
  const ledger = new WalletLedger().bootstrap().withWallets(operator, bob, carol);
  onboard(ledger, "alice", alice);
  return ledger;
};

describe("transfer commands", () => {
  it("are sent in the order of their nonces, each once", () => {
    const ledger = begun();
    tap(ledger, alice, "100");
    tap(ledger, operator, "10");
    proposePreapproval(ledger, bob);
    ledger.automate(automationOf("accept-transfer-preapprovals"), operator);
    order(ledger, 1, "20");
    expect(ledger.plan(send, operator)).to.deep.equal([]);
    order(ledger, 0, "10");
    ledger.automate(send, operator);
    expect(unlocked(ledger, bob)).to.equal("30.0000000000");
    expect(ledger.view.of(TransferCommand, operator)).to.deep.equal([]);
    expect(ledger.view.of(TransferCommandCounter, dso)[0]?.payload.nextNonce).to.equal(2n);
  });

  it("that cannot be carried out fail, and use up their nonce", () => {
    const ledger = begun();
    order(ledger, 0, "20");
    ledger.automate(send, operator);
    expect(ledger.view.of(TransferCommand, operator)).to.deep.equal([]);
    expect(ledger.view.of(TransferCommandCounter, dso)[0]?.payload.nextNonce).to.equal(1n);
    expect(unlocked(ledger, bob)).to.equal("0.0000000000");
  });

  it("pay the receiver's provider its reward as a featured one", () => {
    const ledger = begun();
    tap(ledger, alice, "100");
    tap(ledger, operator, "10");
    feature(ledger, operator);
    proposePreapproval(ledger, bob);
    ledger.automate(automationOf("accept-transfer-preapprovals"), operator);
    const markers = (): number =>
      ledger.view.of(FeaturedAppActivityMarker, dso).length +
      ledger.view.of(AppRewardCoupon, dso).filter(({ payload }) => payload.featured).length;
    expect(markers()).to.equal(0);
    order(ledger, 0, "10");
    ledger.automate(send, operator);
    expect(unlocked(ledger, bob)).to.equal("10.0000000000");
    expect(markers()).to.equal(1);
  });

  it("of another network, or of parties of another validator, are left alone", () => {
    const ledger = begun();
    const of = (change: { readonly dso?: string; readonly sender?: string }) =>
      held(TransferCommand, "one", { ...orderedPayload(ledger), ...change });
    const planned = (command: ReturnType<typeof of>): number =>
      ledger.plan(send, operator, {}, { view: inFrontOf(ledger.view, [command]) }).length;
    expect(planned(of({}))).to.equal(1);
    expect(planned(of({ dso: carol }))).to.equal(0);
    expect(planned(of({ sender: carol }))).to.equal(0);
  });

  it("that begin below 0 count from 0 on", () => {
    const ledger = begun();
    const early = held(TransferCommand, "early", { ...orderedPayload(ledger), nonce: int(-3) });
    const [made] = ledger.plan(send, operator, {}, { view: inFrontOf(ledger.view, [early]) });
    expect(JSON.stringify(made?.commands)).to.contain('"nextNonce":"0"');
  });

  const orderedPayload = (ledger: WalletLedger) => ({
    dso,
    sender: alice,
    receiver: bob,
    delegate: operator,
    amount: cc("1"),
    expiresAt: BigInt(ledger.now + day),
    nonce: int(0),
    description: undefined,
  });
  const rights = (...senders: ReadonlyArray<string>) =>
    senders.map((user) =>
      held(ValidatorRight, `right-${user}`, { dso, user, validator: operator }),
    );
  const ordered = (ledger: WalletLedger, nonce: number, index: number, sender = bob) =>
    held(TransferCommand, `early-${index}`, {
      ...orderedPayload(ledger),
      sender,
      receiver: alice,
      nonce: int(nonce),
    });

  it("are sent however many whose turn has not come were ordered before", () => {
    const ledger = begun();
    order(ledger, 0, "20");
    const early = Array.from({ length: 1_200 }, (_, index) => ordered(ledger, index + 1, index));
    const { view, count } = countingReads(inFrontOf(ledger.view, [...rights(bob), ...early]));
    const planned = ledger.plan(send, operator, {}, { view });
    expect(planned.map(({ commandId }) => commandId.split("/")[0])).to.deep.equal([
      "transfer-command-counter",
    ]);
    expect(planned[0]?.commandId).to.include(alice);
    // the commands themselves, looked at in growing steps; their sender once
    expect(count()).to.be.below(2_000);
  });

  it("are sent without a look at the counters of others", () => {
    const ledger = begun();
    order(ledger, 0, "20");
    const counters = Array.from({ length: 3_000 }, (_, index) =>
      held(TransferCommandCounter, `counter-${index}`, {
        dso,
        sender: `sender-${index}`,
        nextNonce: int(index),
      }),
    );
    const { view, count } = countingReads(inFrontOf(ledger.view, counters));
    expect(ledger.plan(send, operator, {}, { view })).to.have.lengthOf(1);
    expect(count()).to.be.below(20);
  });

  it("that have failed a moment ago let others go first", () => {
    const ledger = begun();
    const view = inFrontOf(ledger.view, [
      ...rights(bob),
      ordered(ledger, 0, 0, bob),
      ordered(ledger, 0, 1, alice),
    ]);
    const [first] = ledger.plan(send, operator, {}, { view });
    expect(first?.commandId).to.include(bob);
    const isWaiting = (commandId: string): boolean => commandId === first?.commandId;
    const [second] = ledger.plan(send, operator, {}, { view, isWaiting });
    expect(second?.commandId).to.include(alice);
  });
});
