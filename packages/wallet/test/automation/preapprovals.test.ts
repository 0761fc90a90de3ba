import { TransferPreapproval, TransferPreapprovalProposal } from "@tallystick/coin";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { proposePreapproval, tap, unlocked } from "../wallet-actions.js";
import { alice, bob, carol, day, operator, WalletLedger } from "../wallet-ledger.js";

const accept = automationOf("accept-transfer-preapprovals");
const renew = automationOf("renew-transfer-preapprovals");

describe("preapprovals", () => {
  it("wait while the operator has no funds, and are paid for when it has", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    proposePreapproval(ledger, alice);
    expect(ledger.plan(accept, operator)).to.deep.equal([]);
    tap(ledger, operator, "10");
    expect(ledger.automate(accept, operator)).to.equal(1);
    const [made] = ledger.view.of(TransferPreapproval, alice);
    expect(made?.payload.expiresAt).to.equal(ledger.now + 90 * day);
    // 90 days x 0.00274 USD at 0.1 USD per CC
    expect(unlocked(ledger, operator)).to.equal("7.5340000000");
  });

  it("are accepted in one transaction, as far as the funds go", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "5");
    for (const receiver of [alice, bob, carol]) proposePreapproval(ledger, receiver);
    expect(ledger.automate(accept, operator)).to.equal(1);
    expect(ledger.view.of(TransferPreapprovalProposal, operator)).to.have.lengthOf(1);
    expect(unlocked(ledger, operator)).to.equal("0.0680000000");
    tap(ledger, operator, "5");
    expect(ledger.automate(accept, operator)).to.equal(1);
    expect(ledger.view.of(TransferPreapproval, operator)).to.have.lengthOf(3);
  });

  it("are accepted alone after they failed together, and those that failed alone not yet", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "100");
    for (const receiver of [alice, bob, carol]) proposePreapproval(ledger, receiver);
    const waiting: Array<string> = [];
    const next = (): number => {
      const planned = ledger.plan(
        accept,
        operator,
        {},
        { isWaiting: (id) => waiting.includes(id) },
      );
      waiting.push(...planned.map(({ commandId }) => commandId));
      return JSON.stringify(planned).split("CO_AcceptTransferPreapprovalProposal").length - 1;
    };
    // all three, the first alone, the other two, the second alone, the third alone
    expect([1, 2, 3, 4, 5, 6].map(next)).to.deep.equal([3, 1, 2, 1, 1, 0]);
  });

  it("are renewed from 30 days before the end on, from the old end", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
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
