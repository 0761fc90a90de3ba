import {
  MintingDelegation,
  MintingDelegationProposal,
  MintingDelegationProposal_Accept,
} from "@tallystick/coin";
import { int64From } from "@tallystick/core";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { by, coinCount, tap, unlocked, wallet } from "../wallet-actions.js";
import { alice, bob, day, dso, right, WalletLedger } from "../wallet-ledger.js";

const mint = automationOf("mint-for-beneficiaries");

const delegated = (limit: number): WalletLedger => {
  const ledger = new WalletLedger().bootstrap().withWallets();
  const delegation = {
    beneficiary: alice,
    delegate: bob,
    dso,
    expiresAt: ledger.now + day,
    amuletMergeLimit: right(int64From(limit)),
  };
  const proposal = ledger.run(
    by([alice], wallet.create(MintingDelegationProposal, { delegation })),
  );
  const accept = wallet.exercise(
    MintingDelegationProposal_Accept,
    proposal.nodes[0]?.contractId ?? "",
    { existingDelegationCid: undefined },
  );
  ledger.run(by([bob], accept));
  return ledger;
};

describe("minting for beneficiaries", () => {
  it("merges from twice the limit on, down to the limit", () => {
    const ledger = delegated(3);
    for (let n = 0; n < 5; n++) tap(ledger, alice, "1");
    expect(ledger.plan(mint, bob)).to.deep.equal([]);
    tap(ledger, alice, "1");
    expect(ledger.automate(mint, bob)).to.equal(1);
    expect(coinCount(ledger, alice)).to.equal(3);
    expect(unlocked(ledger, alice)).to.equal("6.0000000000");
  });

  it("is the delegate's, and ends with the delegation", () => {
    const ledger = delegated(1);
    for (let n = 0; n < 5; n++) tap(ledger, alice, "1");
    expect(ledger.plan(mint, alice)).to.deep.equal([]);
    ledger.now += day;
    ledger.dsoWorks();
    expect(ledger.view.of(MintingDelegation, bob)).to.have.lengthOf(1);
    expect(ledger.plan(mint, bob)).to.deep.equal([]);
  });
});
