import {
  ExternalPartyAmuletRules_CreateTransferCommand,
  TransferCommand,
  TransferCommandCounter,
} from "@tallystick/coin";
import { int64From } from "@tallystick/core";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { amulet, by, proposePreapproval, tap, unlocked } from "../wallet-actions.js";
import { alice, bob, cc, day, dso, operator, right, WalletLedger } from "../wallet-ledger.js";

const send = automationOf("send-transfer-commands");

const order = (ledger: WalletLedger, nonce: number, amount: string): void => {
  ledger.run(
    by(
      [alice],
      amulet.exercise(
        ExternalPartyAmuletRules_CreateTransferCommand,
        ledger.networkState.externalPartyRules,
        {
          sender: alice,
          receiver: bob,
          delegate: operator,
          amount: cc(amount),
          expiresAt: ledger.now + day,
          nonce: right(int64From(nonce)),
          description: undefined,
          expectedDso: dso,
        },
      ),
    ),
  );
};

describe("transfer commands", () => {
  it("are sent in the order of their nonces, each once", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
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
    const ledger = new WalletLedger().bootstrap().withWallets();
    order(ledger, 0, "20");
    ledger.automate(send, operator);
    expect(ledger.view.of(TransferCommand, operator)).to.deep.equal([]);
    expect(ledger.view.of(TransferCommandCounter, dso)[0]?.payload.nextNonce).to.equal(1n);
    expect(unlocked(ledger, bob)).to.equal("0.0000000000");
  });
});
