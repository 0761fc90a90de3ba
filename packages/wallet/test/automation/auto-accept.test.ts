import { AcceptedTransferOffer, TransferOffer } from "@tallystick/coin";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { offer } from "../wallet-actions.js";
import { alice, bob, carol, minute, WalletLedger } from "../wallet-ledger.js";

const autoAccept = automationOf("auto-accept-transfers");
const autoAcceptTransfers = new Map([[bob, new Set([alice])]]);

describe("auto-accept", () => {
  it("accepts offers of the configured senders to the configured receiver, and no others", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    offer(ledger, alice, bob, "1", "wanted");
    offer(ledger, carol, bob, "1", "other sender");
    offer(ledger, alice, carol, "1", "other receiver");
    offer(ledger, bob, alice, "1", "other direction");
    for (const party of [alice, bob, carol])
      ledger.automate(autoAccept, party, { autoAcceptTransfers });
    const accepted = ledger.view.of(AcceptedTransferOffer, bob);
    expect(accepted.map(({ payload }) => payload.trackingId)).to.deep.equal(["wanted"]);
    expect(ledger.view.of(TransferOffer, carol)).to.have.lengthOf(2);
  });

  it("leaves expired offers to the expiry", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    offer(ledger, alice, bob, "1");
    ledger.now += 60 * minute;
    expect(ledger.plan(autoAccept, bob, { autoAcceptTransfers })).to.deep.equal([]);
  });
});
