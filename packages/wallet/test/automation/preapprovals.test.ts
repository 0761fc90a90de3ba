import {
  TransferPreapproval,
  TransferPreapproval_Cancel,
  TransferPreapprovalProposal,
} from "@tallystick/coin";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { countingReads, heldAs, inFrontOf, manyAs, withNames } from "../held-contracts.js";
import { amulet, by, proposePreapproval, tap, unlocked, wallet } from "../wallet-actions.js";
import { alice, bob, carol, day, dso, operator, WalletLedger } from "../wallet-ledger.js";

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
    expect(made?.payload.expiresAt).to.equal(BigInt(ledger.now + 90 * day));
    // 90 days x 0.00274 USD at 0.1 USD per CC
    expect(unlocked(ledger, operator)).to.equal("7.5340000000");
  });

  it("are accepted one after the other, as far as the funds go", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "5");
    for (const receiver of [alice, bob, carol]) proposePreapproval(ledger, receiver);
    expect(ledger.automate(accept, operator)).to.equal(2);
    expect(ledger.view.of(TransferPreapprovalProposal, operator)).to.have.lengthOf(1);
    expect(unlocked(ledger, operator)).to.equal("0.0680000000");
    tap(ledger, operator, "5");
    expect(ledger.automate(accept, operator)).to.equal(1);
    expect(ledger.view.of(TransferPreapproval, operator)).to.have.lengthOf(3);
  });

  it("are accepted once for a receiver, however often it proposes", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "100");
    for (let n = 0; n < 10; n++) proposePreapproval(ledger, alice);
    expect(ledger.automate(accept, operator)).to.equal(1);
    expect(unlocked(ledger, operator)).to.equal("97.5340000000");
    expect(ledger.view.of(TransferPreapprovalProposal, operator)).to.have.lengthOf(9);
  });

  const cancel = (ledger: WalletLedger, receiver: string): void => {
    const [made] = ledger.view.of(TransferPreapproval, receiver);
    ledger.run(
      by(
        [receiver],
        amulet.exercise(TransferPreapproval_Cancel, made?.contractId ?? "", { p: receiver }),
      ),
    );
  };

  it("are accepted five times a day for a receiver that ends them again and again", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "1000");
    const acceptances = (): number => {
      for (let n = 0; ; n++) {
        proposePreapproval(ledger, alice);
        if (ledger.automate(accept, operator) === 0) return n;
        cancel(ledger, alice);
      }
    };
    expect(acceptances()).to.equal(5);
    proposePreapproval(ledger, bob);
    expect(ledger.automate(accept, operator)).to.equal(1);
    ledger.now += day - 1;
    expect(acceptances()).to.equal(0);
    ledger.now += 1;
    expect(acceptances()).to.equal(5);
  });

  it("of one receiver wait after a failure; those of others do not", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "100");
    for (const receiver of [alice, alice, bob]) proposePreapproval(ledger, receiver);
    const waiting: Array<string> = [];
    const next = (): ReadonlyArray<string> => {
      const isWaiting = (id: string) => waiting.includes(id);
      const planned = ledger.plan(accept, operator, {}, { isWaiting });
      waiting.push(...planned.map(({ commandId }) => commandId));
      return planned.map(({ commandId }) => commandId.split("::")[0] ?? "");
    };
    expect([next(), next(), next()]).to.deep.equal([
      ["accept-preapproval/alice"],
      ["accept-preapproval/bob"],
      [],
    ]);
  });

  it("for another network are left alone", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "100");
    ledger.run(
      by(
        [alice],
        wallet.create(TransferPreapprovalProposal, {
          receiver: alice,
          provider: operator,
          expectedDso: bob,
        }),
      ),
    );
    expect(ledger.plan(accept, operator)).to.deep.equal([]);
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
    expect(renewed?.payload.expiresAt).to.equal(BigInt(end) + BigInt(90 * day));
  });

  it("of a receiver that has one are passed over at a glance, however many it makes", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "100");
    proposePreapproval(ledger, alice);
    ledger.automate(accept, operator);
    proposePreapproval(ledger, bob);
    const more = manyAs(1_000, TransferPreapprovalProposal, "more", {
      receiver: alice,
      provider: operator,
      expectedDso: dso,
    });
    const { view, count } = countingReads(inFrontOf(ledger.view, more));
    const [planned] = ledger.plan(accept, operator, {}, { view });
    expect(planned?.commandId).to.include("accept-preapproval/bob");
    // the proposals themselves, looked at in growing steps, and little more
    expect(count()).to.be.below(1_600);
  });

  it("are renewed once for a receiver that has several", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, operator, "100");
    const preapproval = (id: string, expiresAt: number) =>
      heldAs(TransferPreapproval, id, {
        dso,
        receiver: alice,
        provider: operator,
        validFrom: BigInt(ledger.now),
        lastRenewedAt: BigInt(ledger.now),
        expiresAt: BigInt(expiresAt),
      });
    const renewedOf = (...ends: ReadonlyArray<number>): ReadonlyArray<string> => {
      const contracts = ends.map((end, index) => preapproval(`p${index}`, ledger.now + end));
      const view = inFrontOf(ledger.view, contracts);
      return ledger
        .plan(renew, operator, {}, { view })
        .map(({ commandId }) => withNames(commandId));
    };
    expect(renewedOf(day, 2 * day, 2 * day)).to.deep.equal(["renew-preapproval/p1"]);
    expect(renewedOf(day, 31 * day)).to.deep.equal([]);
  });
});
