import { AcceptedTransferOffer } from "@tallystick/coin";
import { expect } from "chai";
import { historyOf, outOfFunds, trackedChanges } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { accept, coinCount, offer, tap, unlocked } from "../wallet-actions.js";
import { alice, bob, carol, cc, minute, WalletLedger } from "../wallet-ledger.js";

const completeOffers = automationOf("complete-accepted-offers");

const agreed = (amount: string, unit?: "AmuletUnit" | "USDUnit" | "ExtUnit"): WalletLedger => {
  const ledger = new WalletLedger().bootstrap().withWallets();
  tap(ledger, alice, "100");
  accept(ledger, bob, offer(ledger, alice, bob, amount, "t-1", unit));
  return ledger;
};

describe("completion of accepted offers", () => {
  const rows = [
    { amount: "30", unit: "AmuletUnit", sender: "70.0000000000", receiver: "30.0000000000" },
    { amount: "100", unit: "AmuletUnit", sender: "0.0000000000", receiver: "100.0000000000" },
    { amount: "3", unit: "USDUnit", sender: "70.0000000000", receiver: "30.0000000000" },
    {
      amount: "100.0000000001",
      unit: "AmuletUnit",
      sender: "100.0000000000",
      receiver: "0.0000000000",
    },
    { amount: "0", unit: "AmuletUnit", sender: "100.0000000000", receiver: "0.0000000000" },
    { amount: "-5", unit: "AmuletUnit", sender: "100.0000000000", receiver: "0.0000000000" },
    { amount: "1", unit: "ExtUnit", sender: "100.0000000000", receiver: "0.0000000000" },
  ] as const;
  for (const { amount, unit, sender, receiver } of rows) {
    it(`leaves ${sender} and ${receiver} after an offer of ${amount} ${unit}`, () => {
      const ledger = agreed(amount, unit);
      expect(ledger.automate(completeOffers, alice)).to.equal(1);
      expect(ledger.view.of(AcceptedTransferOffer, alice)).to.deep.equal([]);
      expect([unlocked(ledger, alice), unlocked(ledger, bob)]).to.deep.equal([sender, receiver]);
    });
  }

  it("names the same submission until it has taken effect, so that a crash in between pays once", () => {
    const ledger = agreed("30");
    const [first] = ledger.plan(completeOffers, alice);
    const [again] = ledger.plan(completeOffers, alice);
    expect(again).to.deep.equal(first);
    if (first === undefined) throw new Error("nothing was planned");
    ledger.run(first);
    expect(ledger.submit(first)).to.have.nested.property("left.code");
    expect(unlocked(ledger, bob)).to.equal("30.0000000000");
  });

  it("is the sender's alone, and stops at the expiry", () => {
    const ledger = agreed("30");
    expect(ledger.plan(completeOffers, bob)).to.deep.equal([]);
    ledger.pass(60 * minute, 10 * minute);
    expect(ledger.plan(completeOffers, alice)).to.deep.equal([]);
  });

  it("passes over an offer that failed a moment ago", () => {
    const ledger = agreed("30");
    accept(ledger, carol, offer(ledger, alice, carol, "40"));
    const [first] = ledger.plan(completeOffers, alice);
    const [second] = ledger.plan(
      completeOffers,
      alice,
      {},
      {
        isWaiting: (commandId) => commandId === first?.commandId,
      },
    );
    expect(second?.commandId).to.be.a("string").not.equal(first?.commandId);
  });

  it("pays several in one transaction, the change of one paying the next", () => {
    const ledger = agreed("30");
    accept(ledger, carol, offer(ledger, alice, carol, "40", "t-2"));
    accept(ledger, bob, offer(ledger, alice, bob, "30", "t-3"));
    tap(ledger, alice, "1");
    expect(ledger.automate(completeOffers, alice)).to.equal(1);
    expect([alice, bob, carol].map((party) => unlocked(ledger, party))).to.deep.equal([
      "1.0000000000",
      "60.0000000000",
      "40.0000000000",
    ]);
    const last = ledger.transactions.at(-1);
    if (last === undefined) throw new Error("no transaction");
    const payloadOf = (id: string) => ledger.payloads.get(id);
    const completed = trackedChanges(last, payloadOf).map((it) => [
      it.trackingId,
      it.status.status,
    ]);
    expect(completed).to.deep.equal(
      ["t-1", "t-2", "t-3"].map((trackingId) => [trackingId, "completed"]),
    );
    const shown = historyOf(last, payloadOf).map(({ item, parties }) => [
      item.transaction_subtype.choice,
      parties,
    ]);
    const choice = "AcceptedTransferOffer_Complete";
    expect(shown).to.deep.equal([
      [choice, [alice, bob].sort()],
      [choice, [alice, carol].sort()],
      [choice, [alice, bob].sort()],
    ]);
  });

  it("pays at most as many at once as is configured, the oldest first", () => {
    const ledger = agreed("1");
    for (let n = 0; n < 4; n++) accept(ledger, bob, offer(ledger, alice, bob, "1"));
    expect(ledger.automate(completeOffers, alice, { treasuryBatchSize: 2 })).to.equal(3);
    expect(unlocked(ledger, bob)).to.equal("5.0000000000");
  });

  it("pays what comes before an offer that cannot be paid, gives that up, and continues", () => {
    const ledger = agreed("30");
    accept(ledger, carol, offer(ledger, alice, carol, "1", "t-2", "ExtUnit"));
    accept(ledger, carol, offer(ledger, alice, carol, "500", "t-3"));
    accept(ledger, bob, offer(ledger, alice, bob, "30", "t-4"));
    accept(ledger, bob, offer(ledger, alice, bob, "5", "t-5"));
    expect(ledger.automate(completeOffers, alice)).to.equal(4);
    expect([unlocked(ledger, alice), unlocked(ledger, bob)]).to.deep.equal([
      "35.0000000000",
      "65.0000000000",
    ]);
  });

  it("merges the sender's coins on the way, and aborts the second of two that compete", () => {
    const ledger = agreed("80");
    tap(ledger, alice, "1");
    accept(ledger, carol, offer(ledger, alice, carol, "40", "t-2"));
    ledger.automate(completeOffers, alice);
    expect(coinCount(ledger, alice)).to.equal(1);
    const last = ledger.transactions.at(-1);
    if (last === undefined) throw new Error("no transaction");
    const payloadOf = (id: string) => ledger.payloads.get(id);
    expect(trackedChanges(last, payloadOf)).to.deep.equal([
      {
        kind: "transfer-offer",
        trackingId: "t-2",
        parties: [alice, carol],
        status: {
          status: "failed",
          failure_kind: "withdrawn",
          withdrawn_reason: "out of funds (missing 19.0 CC)",
        },
      },
    ]);
    const [notice] = historyOf(last, payloadOf);
    expect(notice?.item).to.include({
      transaction_type: "notification",
      details: "ITR_InsufficientFunds: missing 19.0 CC",
    });
  });

  it("says how much is missing", () => {
    expect(outOfFunds(cc("3"), cc("1.5"))).to.equal("out of funds (missing 1.5 CC)");
  });
});
