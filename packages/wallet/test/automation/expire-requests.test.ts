import {
  AcceptedTransferOffer,
  MintingDelegation,
  MintingDelegationProposal,
  MintingDelegationProposal_Accept,
  TransferOffer,
} from "@tallystick/coin";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { accept, by, offer, wallet } from "../wallet-actions.js";
import { alice, bob, dso, minute, rightOf, WalletLedger } from "../wallet-ledger.js";
import { int64From } from "@tallystick/core";

const expireRequests = automationOf("expire-requests");

describe("expiry by wallets", () => {
  const rows = [
    { party: alice, whose: "sender" },
    { party: bob, whose: "receiver" },
  ];
  for (const { party, whose } of rows) {
    it(`is done by the ${whose}, a moment after the time`, () => {
      const ledger = new WalletLedger().bootstrap().withWallets();
      offer(ledger, alice, bob, "1");
      accept(ledger, bob, offer(ledger, alice, bob, "2"));
      ledger.now += 60 * minute;
      expect(ledger.plan(expireRequests, party)).to.deep.equal([]);
      ledger.now += 5_000_000;
      expect(ledger.automate(expireRequests, party)).to.equal(2);
      expect(ledger.view.of(TransferOffer, alice)).to.deep.equal([]);
      expect(ledger.view.of(AcceptedTransferOffer, alice)).to.deep.equal([]);
    });
  }

  it("rejects minting delegations and their proposals for the delegate", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    const delegation = {
      beneficiary: alice,
      delegate: bob,
      dso,
      expiresAt: BigInt(ledger.now + minute),
      amuletMergeLimit: rightOf(int64From(10)),
    };
    const propose = () =>
      ledger.run(by([alice], wallet.create(MintingDelegationProposal, { delegation }))).nodes[0];
    const accepted = propose();
    propose();
    ledger.run(
      by(
        [bob],
        wallet.exercise(MintingDelegationProposal_Accept, accepted?.contractId ?? "", {
          existingDelegationCid: undefined,
        }),
      ),
    );
    ledger.now += 2 * minute;
    expect(ledger.plan(expireRequests, alice)).to.deep.equal([]);
    expect(ledger.automate(expireRequests, bob)).to.equal(2);
    expect(ledger.view.of(MintingDelegation, bob)).to.deep.equal([]);
    expect(ledger.view.of(MintingDelegationProposal, bob)).to.deep.equal([]);
  });
});
