import { expect } from "chai";
import {
  changeFor,
  directionOf,
  otherPartiesOf,
  settledBy,
  textOf,
} from "../../../src/components/lists/history-words.js";
import type { HistoryRow } from "../../../src/data/wallet-queries.js";

const alice = "alice";

interface Moved {
  readonly sender: string;
  readonly spent: string;
  readonly receivers: Readonly<Record<string, string>>;
  readonly choice?: string;
}

const transfer = ({ sender, spent, receivers, choice = "" }: Moved): HistoryRow => ({
  transaction_type: "transfer",
  transaction_subtype: { choice, template_id: "" },
  event_id: "#1:0",
  date: "2026-01-01T00:00:00Z",
  sender: { party: sender, amount: spent },
  receivers: Object.entries(receivers).map(([party, amount]) => ({ party, amount })),
  holding_fees: "0",
  app_rewards_used: "0",
  validator_rewards_used: "0",
  sv_rewards_used: "0",
  development_fund_coupons_used: "0",
});

const said = (row: HistoryRow) => [
  directionOf(row, alice),
  changeFor(row, alice),
  otherPartiesOf(row, alice),
];

describe("a row of the history, as it concerns a party", () => {
  it("is sent or received by what changed for the party", () => {
    const sent = transfer({ sender: alice, spent: "-5.5", receivers: { bob: "5.0" } });
    expect(said(sent)).to.deep.equal(["Sent", "-5.5000000000", ["bob"]]);
    const received = transfer({ sender: "bob", spent: "-5.0", receivers: { alice: "5.0" } });
    expect(said(received)).to.deep.equal(["Received", "5.0000000000", ["bob"]]);
  });

  it("is exact where the party sends and gets change", () => {
    const both = transfer({ sender: alice, spent: "-0.3", receivers: { alice: "0.1" } });
    expect(changeFor(both, alice)).to.equal("-0.2000000000");
  });

  it("is offered where the coins are locked alone, accepted where they were", () => {
    const moved = { sender: alice, spent: "0.0", receivers: { bob: "1.0" } };
    expect(directionOf(transfer(moved), alice)).to.equal("Offered");
    const accepted = transfer({ ...moved, choice: "TransferInstruction_Accept" });
    expect(directionOf(accepted, alice)).to.equal("Accepted");
    const locked = { ...transfer({ ...moved, spent: "-1.0" }), transfer_instruction_amount: "1.0" };
    expect(directionOf(locked, alice)).to.equal("Offered");
  });

  it("has what the other received of coins that were set aside before", () => {
    const moved = { sender: alice, spent: "0.0", receivers: { bob: "1.0" } };
    const accepted = transfer({ ...moved, choice: "TransferInstruction_Accept" });
    expect([settledBy(accepted, alice), settledBy(accepted, "bob")]).to.deep.equal([
      "1.0000000000",
      undefined,
    ]);
    const sent = transfer({ ...moved, spent: "-1.0" });
    const merged = transfer({ sender: alice, spent: "0", receivers: {} });
    expect([settledBy(sent, alice), settledBy(merged, alice)]).to.deep.equal([
      undefined,
      undefined,
    ]);
  });

  it("says what the party did alone", () => {
    const alone = (spent: string) =>
      directionOf(transfer({ sender: alice, spent, receivers: {} }), alice);
    expect([alone("3.0"), alone("0.0"), alone("-3.0")]).to.deep.equal([
      "Collected",
      "Coins merged",
      "Paid",
    ]);
  });

  it("has what was written, and changes nothing where it is a notice", () => {
    const notice: HistoryRow = {
      transaction_type: "notification",
      transaction_subtype: { choice: "", template_id: "" },
      event_id: "#1:0",
      date: "2026-01-01T00:00:00Z",
      details: "too few coins",
    };
    expect(said(notice)).to.deep.equal(["Notice", "0", []]);
    expect(textOf(notice)).to.equal("too few coins");
    expect(textOf(transfer({ sender: alice, spent: "0", receivers: {} }))).to.equal("");
  });
});
