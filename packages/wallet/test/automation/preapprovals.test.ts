import { TransferPreapproval, TransferPreapprovalProposal } from "@tallystick/coin";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { proposePreapproval, tap, unlocked } from "../wallet-actions.js";
import { alice, bob, day, operator, WalletLedger } from "../wallet-ledger.js";

const accept = automationOf("accept-transfer-preapprovals");
const renew = automationOf("renew-transfer-preapprovals");

describe("preapprovals", () => {
  it("wait while the operator has no funds, and are paid for when it has", () => {
    const ledger = new WalletLedger().bootstrap();
    proposePreapproval(ledger, alice);
    expect(ledger.plan(accept, operator)).to.deep.equal([]);
    tap(ledger, operator, "10");
    expect(ledger.automate(accept, operator)).to.equal(1);
    const [made] = ledger.view.of(TransferPreapproval, alice);
    expect(made?.payload.expiresAt).to.equal(ledger.now + 90 * day);
    // 90 days x 0.00274 USD at 0.1 USD per CC
    expect(unlocked(ledger, operator)).to.equal("7.5340000000");
  });

  it("are accepted one by one, those that failed a moment ago last", () => {
    const ledger = new WalletLedger().bootstrap();
    tap(ledger, operator, "100");
    proposePreapproval(ledger, alice);
    proposePreapproval(ledger, bob);
    const [first] = ledger.plan(accept, operator);
    const [other] = ledger.plan(
      accept,
      operator,
      {},
      { isWaiting: (id) => id === first?.commandId },
    );
    expect(other?.commandId).to.not.equal(first?.commandId);
    expect(ledger.automate(accept, operator)).to.equal(2);
    expect(ledger.view.of(TransferPreapprovalProposal, operator)).to.deep.equal([]);
  });

  it("are renewed from 30 days before the end on, from the old end", () => {
    const ledger = new WalletLedger().bootstrap();
    tap(ledger, operator, "100");
    proposePreapproval(ledger, alice);
    ledger.automate(accept, operator);
    const end = ledger.now + 90 * day;
    ledger.now += 60 * day - 1;
    expect(ledger.plan(renew, operator)).to.deep.equal([]);
    ledger.now += 1;
    ledger.dsoWorks();
    tap(ledger, operator, "100");
    expect(ledger.automate(renew, operator)).to.equal(1);
    const [renewed] = ledger.view.of(TransferPreapproval, alice);
    expect(renewed?.payload.expiresAt).to.equal(end + 90 * day);
  });
});
