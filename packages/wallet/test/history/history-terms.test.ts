import { expect } from "chai";
import fc from "fast-check";
import {
  counterpartiesOf,
  counterpartyTerm,
  type HistoryItem,
  kindsOf,
  kindTerm,
  ownAmountOf,
  sharesOf,
  termsOf,
  textOf,
  textTerms,
} from "../../src/index.js";
import { alice, bob, carol, cc } from "../wallet-ledger.js";

const base = (choice: string) => ({
  transaction_subtype: { template_id: "p:M:T", choice },
  event_id: "#1:0",
  date: "2026-01-01T00:00:00Z",
});

const transfer: HistoryItem = {
  ...base("TransferPreapproval_Send"),
  transaction_type: "transfer",
  sender: { party: alice, amount: "-30.0000000000" },
  receivers: [{ party: bob, amount: "30.0000000000" }],
  holding_fees: "0.0000000000",
  app_rewards_used: "0.0000000000",
  validator_rewards_used: "0.0000000000",
  sv_rewards_used: "0.0000000000",
  development_fund_coupons_used: "0.0000000000",
  description: "Rent for May",
};
const waiting: HistoryItem = {
  ...transfer,
  receivers: [],
  transfer_instruction_receiver: carol,
};
const tapped: HistoryItem = {
  ...base("AmuletRules_DevNet_Tap"),
  transaction_type: "balance_change",
  receivers: [{ party: alice, amount: "5.0000000000" }],
};
const notice: HistoryItem = {
  ...base("AcceptedTransferOffer_Abort"),
  transaction_type: "notification",
  details: "ITR_InsufficientFunds: missing 3.0 CC",
};
const all = [transfer, waiting, tapped, notice];

describe("The terms of a history item", () => {
  const rows: ReadonlyArray<{
    readonly name: string;
    readonly item: HistoryItem;
    readonly others: ReadonlyArray<string>;
    readonly own: string | undefined;
    readonly text: string;
  }> = [
    { name: "a transfer", item: transfer, others: [bob], own: "30", text: "rent for may" },
    {
      name: "one that waits",
      item: waiting,
      others: [carol],
      own: "30",
      text: "rent for may",
    },
    { name: "a tap", item: tapped, others: [], own: "5", text: "" },
    {
      name: "a notification",
      item: notice,
      others: [],
      own: undefined,
      text: "itr_insufficientfunds: missing 3.0 cc",
    },
  ];
  for (const { name, item, others, own, text } of rows) {
    it(`say who, how much and what of ${name}`, () => {
      expect(counterpartiesOf(item, alice)).to.deep.equal(others);
      expect(ownAmountOf(item, alice)).to.equal(own === undefined ? undefined : cc(own));
      expect(textOf(item)).to.equal(text);
      const terms = termsOf(item, alice);
      expect(new Set(terms).size).to.equal(terms.length);
      expect(terms).to.include.members([
        ...kindsOf(item).map(kindTerm),
        ...others.map(counterpartyTerm),
        ...textTerms(text),
      ]);
    });
  }

  it("are those of the party whose history it is", () => {
    expect(counterpartiesOf(transfer, bob)).to.deep.equal([alice]);
    expect(termsOf(transfer, bob)).to.not.include(counterpartyTerm(bob));
    expect(ownAmountOf(transfer, carol)).to.equal(undefined);
    expect(all.map((item) => sharesOf(item).length)).to.deep.equal([2, 1, 1, 0]);
  });

  it("of a text are in every text that has it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, part, after) => {
        expect(textTerms(before + part + after)).to.include.members([...textTerms(part)]);
      }),
    );
  });

  it("of a long text are those of its beginning", () => {
    const long: HistoryItem = { ...transfer, description: `${"x".repeat(998)}yzzz` };
    expect(textOf(long)).to.have.length(1_000);
    expect(termsOf(long, alice)).to.include("t:xyz").and.not.include("t:zzz");
  });

  it("tell counterparties apart by both ends", () => {
    expect(counterpartyTerm(alice)).to.not.equal(counterpartyTerm(bob));
    expect(counterpartyTerm(`alice::1220${"0".repeat(64)}`)).to.not.equal(counterpartyTerm(alice));
  });
});
