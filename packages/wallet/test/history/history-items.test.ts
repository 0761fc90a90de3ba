import {
  AmuletTransferInstruction,
  coinInstrument,
  contextKeys,
  metadataKeys,
  metadataV1,
  transferInstructionV1,
  TransferPreapproval,
  TransferPreapproval_Send,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/core";
import { expect } from "chai";
import { fundingFor, historyOf } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { accept, amulet, by, offer, proposePreapproval, tap, unlocked } from "../wallet-actions.js";
import { alice, bob, cc, dso, minute, operator, WalletLedger } from "../wallet-ledger.js";

const transfers = commandsOf({ name: "splice-api-token-transfer-instruction-v1" });

const begun = () => {
  const ledger = new WalletLedger().bootstrap().withWallets();
  tap(ledger, alice, "100");
  return ledger;
};

const contextOf = (ledger: WalletLedger): metadataV1.ExtraArgs => ({
  context: {
    values: new Map([
      [
        contextKeys.externalPartyConfigState,
        {
          tag: "AV_ContractId",
          value: ledger.networkState.externalPartyConfigStates[1]?.contractId ?? "",
        },
      ],
      [contextKeys.expireLock, { tag: "AV_Bool", value: true }],
    ]),
  },
  meta: metadataV1.emptyMetadata,
});

/** The items of the latest transactions, those of rounds and set-up left out. */
const items = (ledger: WalletLedger, last = 1) =>
  ledger.transactions.slice(-last).flatMap((it) => historyOf(it, (id) => ledger.payloads.get(id)));

const twoSteps = (ledger: WalletLedger): string => {
  const { externalPartyRules } = ledger.networkState;
  const { selection } = fundingFor(cc("30"), ledger.view, ledger.networkState, alice, ledger.now);
  ledger.run(
    by(
      [alice],
      transfers.exercise(transferInstructionV1.TransferFactory_Transfer, externalPartyRules, {
        expectedAdmin: dso,
        transfer: {
          sender: alice,
          receiver: bob,
          amount: cc("30"),
          instrumentId: coinInstrument(dso),
          requestedAt: BigInt(ledger.now),
          executeBefore: BigInt(ledger.now + 60 * minute),
          inputHoldingCids: selection.coins.map(({ contractId }) => contractId),
          meta: { values: new Map([[metadataKeys.reason, "rent"]]) },
        },
        extraArgs: contextOf(ledger),
      }),
    ),
  );
  return ledger.view.of(AmuletTransferInstruction, bob)[0]?.contractId ?? "";
};

describe("the transaction history", () => {
  it("has a tap as a change of the balance", () => {
    const ledger = begun();
    const [{ item, parties } = { item: undefined, parties: [] }] = items(ledger);
    expect(parties).to.deep.equal([alice]);
    expect(item).to.deep.include({
      transaction_type: "balance_change",
      receivers: [{ party: alice, amount: "100.0000000000" }],
      date: "2026-01-01T00:00:00Z",
    });
    expect(item?.transaction_subtype.choice).to.equal("AmuletRules_DevNet_Tap");
    expect(item?.event_id).to.match(/^#[0-9a-f]{68}:0$/);
  });

  it("has a paid offer as one transfer of both", () => {
    const ledger = begun();
    accept(ledger, bob, offer(ledger, alice, bob, "30"));
    ledger.automate(automationOf("complete-accepted-offers"), alice);
    const [{ item, parties } = { item: undefined, parties: [] }] = items(ledger);
    expect(items(ledger)).to.have.lengthOf(1);
    expect(parties).to.deep.equal([alice, bob]);
    expect(item).to.deep.include({
      transaction_type: "transfer",
      sender: { party: alice, amount: "-30.0000000000" },
      receivers: [{ party: bob, amount: "30.0000000000" }],
      app_rewards_used: "0.0000000000",
      holding_fees: "0.0000000000",
    });
  });

  it("has the beginning of a two-step transfer for both, the receiver's without any amount", () => {
    const ledger = begun();
    const cid = twoSteps(ledger);
    const [{ item, parties } = { item: undefined, parties: [] }] = items(ledger);
    expect(parties).to.deep.equal([alice, bob]);
    expect(item).to.deep.include({
      sender: { party: alice, amount: "-30.0000000000" },
      receivers: [],
      transfer_instruction_receiver: bob,
      transfer_instruction_amount: "30.0000000000",
      transfer_instruction_cid: cid,
      description: "rent",
    });
  });

  it("has its acceptance as a transfer that brings the receiver the amount", () => {
    const ledger = begun();
    const cid = twoSteps(ledger);
    const acceptance = transfers.exercise(transferInstructionV1.TransferInstruction_Accept, cid, {
      extraArgs: contextOf(ledger),
    });
    ledger.run(by([bob], acceptance));
    const [{ item } = { item: undefined }] = items(ledger);
    expect(item).to.deep.include({
      sender: { party: alice, amount: "0.0000000000" },
      receivers: [{ party: bob, amount: "30.0000000000" }],
      transfer_instruction_cid: cid,
      description: "rent",
    });
  });

  it("has its rejection as money that came back, and the receiver sees it too", () => {
    const ledger = begun();
    const cid = twoSteps(ledger);
    const rejection = transfers.exercise(transferInstructionV1.TransferInstruction_Reject, cid, {
      extraArgs: contextOf(ledger),
    });
    ledger.run(by([bob], rejection));
    const [{ item, parties } = { item: undefined, parties: [] }] = items(ledger);
    expect(parties).to.deep.equal([alice, bob]);
    expect(item).to.deep.include({
      transaction_type: "balance_change",
      receivers: [{ party: alice, amount: "30.0000000000" }],
      transfer_instruction_cid: cid,
    });
  });

  it("has a one-step transfer with its description, and the fee the operator paid for it", () => {
    const ledger = begun();
    tap(ledger, operator, "10");
    proposePreapproval(ledger, bob);
    ledger.automate(automationOf("accept-transfer-preapprovals"), operator);
    const [fee] = items(ledger);
    expect(fee?.parties).to.deep.equal([operator]);
    expect(fee?.item).to.deep.include({
      sender: { party: operator, amount: "-2.4660000000" },
      receivers: [],
    });
    const { inputs, context } = fundingFor(
      cc("30"),
      ledger.view,
      ledger.networkState,
      alice,
      ledger.now,
    );
    const [preapproval] = ledger.view.of(TransferPreapproval, bob);
    ledger.run(
      by(
        [alice],
        amulet.exercise(TransferPreapproval_Send, preapproval?.contractId ?? "", {
          context,
          inputs,
          amount: cc("30"),
          sender: alice,
          description: "thanks",
        }),
      ),
    );
    const [{ item } = { item: undefined }] = items(ledger);
    expect(item).to.deep.include({
      sender: { party: alice, amount: "-30.0000000000" },
      receivers: [{ party: bob, amount: "30.0000000000" }],
      description: "thanks",
    });
  });

  it("has what liveness minted once, as a reward of the validator", () => {
    const ledger = begun();
    ledger.automate(automationOf("record-validator-liveness"), operator);
    ledger.pass(40 * minute, minute);
    const before = BigInt(unlocked(ledger, operator).replace(".", ""));
    expect(ledger.automate(automationOf("collect-rewards-and-merge"), operator)).to.equal(1);
    const minted = BigInt(unlocked(ledger, operator).replace(".", "")) - before;
    const [{ item } = { item: undefined }] = items(ledger);
    const used = item?.transaction_type === "transfer" ? item.validator_rewards_used : "";
    expect(minted > 0n).to.equal(true);
    expect(BigInt(used.replace(".", ""))).to.equal(minted);
  });

  it("has nothing of what moves no coin", () => {
    const ledger = begun();
    offer(ledger, alice, bob, "30");
    expect(items(ledger)).to.deep.equal([]);
    ledger.pass(30 * minute, minute);
    expect(items(ledger, 5)).to.deep.equal([]);
  });
});
