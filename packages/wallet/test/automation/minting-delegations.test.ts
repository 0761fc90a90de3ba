import {
  Amulet,
  MintingDelegation,
  MintingDelegationProposal,
  MintingDelegationProposal_Accept,
} from "@tallystick/coin";
import { int64From } from "@tallystick/core";
import { expect } from "chai";
import { automationOf } from "../automation-of.js";
import { heldAs, inFrontOf, int } from "../held-contracts.js";
import { by, coinCount, tap, unlocked, wallet } from "../wallet-actions.js";
import { alice, bob, day, dso, rightOf, WalletLedger } from "../wallet-ledger.js";

const mint = automationOf("mint-for-beneficiaries");

const delegated = (limit: number): WalletLedger => {
  const ledger = new WalletLedger().bootstrap().withWallets();
  const delegation = {
    beneficiary: alice,
    delegate: bob,
    dso,
    expiresAt: BigInt(ledger.now + day),
    amuletMergeLimit: rightOf(int64From(limit)),
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

  it("comes to every beneficiary, however many have nothing to mint", () => {
    const ledger = delegated(1);
    for (let n = 0; n < 3; n++) tap(ledger, alice, "1");
    const idle = Array.from({ length: 1_300 }, (_, index) =>
      heldAs(MintingDelegation, `idle-${index}`, {
        beneficiary: `idle-${index}`,
        delegate: bob,
        dso,
        expiresAt: BigInt(ledger.now + day),
        amuletMergeLimit: int(5),
      }),
    );
    const view = inFrontOf(ledger.view, idle);
    const [only, ...others] = ledger.plan(mint, bob, {}, { view });
    expect(only?.readAs).to.include(alice);
    expect(others).to.deep.equal([]);
  });

  it("is planned for some at a time, and for others while those wait", () => {
    const ledger = delegated(1);
    for (let n = 0; n < 3; n++) tap(ledger, alice, "1");
    const more = Array.from({ length: 30 }, (_, index) => {
      const beneficiary = `busy-${index}`;
      const coins = ledger.view
        .of(Amulet, alice)
        .map(({ payload }, coin) =>
          heldAs(Amulet, `coin-${index}-${coin}`, { ...payload, owner: beneficiary }),
        );
      const delegation = { beneficiary, delegate: bob, dso, amuletMergeLimit: int(1) };
      const expiresAt = ledger.now + day;
      return [
        ...coins,
        heldAs(MintingDelegation, `busy-${index}`, { ...delegation, expiresAt: BigInt(expiresAt) }),
      ];
    });
    const view = inFrontOf(ledger.view, more.flat());
    const first = ledger.plan(mint, bob, {}, { view });
    expect(first).to.have.lengthOf(20);
    const waiting = new Set(first.map(({ commandId }) => commandId));
    const isWaiting = (commandId: string): boolean => waiting.has(commandId);
    const next = ledger.plan(mint, bob, {}, { view, isWaiting });
    expect(next).to.have.lengthOf(11);
    expect(next.filter(({ commandId }) => waiting.has(commandId))).to.deep.equal([]);
  });
});
