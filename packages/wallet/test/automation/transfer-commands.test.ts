import {
  ExternalPartyAmuletRules_CreateTransferCommand,
  TransferCommand,
  TransferCommandCounter,
} from "@tallystick/coin";
import { int64From } from "@tallystick/core";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { countingReads, held, inFrontOf, int } from "../held-contracts.js";
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

  const ordered = (ledger: WalletLedger, nonce: number, index: number, sender = bob) =>
    held(TransferCommand, `early-${index}`, {
      dso,
      sender,
      receiver: alice,
      delegate: operator,
      amount: cc("1"),
      expiresAt: ledger.now + day,
      nonce: int(nonce),
      description: undefined,
    });

  it("are sent however many whose turn has not come were ordered before", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    order(ledger, 0, "20");
    const early = Array.from({ length: 1_200 }, (_, index) => ordered(ledger, index + 1, index));
    const view = inFrontOf(ledger.view, early);
    const planned = ledger.plan(send, operator, {}, { view });
    expect(planned.map(({ commandId }) => commandId.split("/")[0])).to.deep.equal([
      "transfer-command-counter",
    ]);
    expect(planned[0]?.commandId).to.include(alice);
  });

  it("are sent without a look at the counters of others", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
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
    const ledger = new WalletLedger().bootstrap().withWallets();
    const view = inFrontOf(ledger.view, [ordered(ledger, 0, 0, bob), ordered(ledger, 0, 1, alice)]);
    const [first] = ledger.plan(send, operator, {}, { view });
    expect(first?.commandId).to.include(bob);
    const isWaiting = (commandId: string): boolean => commandId === first?.commandId;
    const [second] = ledger.plan(send, operator, {}, { view, isWaiting });
    expect(second?.commandId).to.include(alice);
  });
});
