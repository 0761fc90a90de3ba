import { expect } from "chai";
import type { HistoryRow } from "../../../src/data/wallet-queries.js";
import {
  checkCommand,
  logOfProof,
  paymentOf,
  receiptCode,
  totalOf,
} from "../../../src/pages/receipt/receipt-data.js";

const subtype = { template_id: "t", choice: "c" };

const transfer = (
  change: Partial<Extract<HistoryRow, { transaction_type: "transfer" }>>,
): HistoryRow => ({
  transaction_type: "transfer",
  transaction_subtype: subtype,
  event_id: "#1220aa:3",
  date: "2026-01-01T00:00:00Z",
  sender: { party: "anna", amount: "-7.5" },
  receivers: [{ party: "ben", amount: "7.25" }],
  holding_fees: "0.0",
  app_rewards_used: "0.0",
  validator_rewards_used: "0.0",
  sv_rewards_used: "0.0",
  development_fund_coupons_used: "0.0",
  ...change,
});

describe("what a receipt says", () => {
  it("is who paid whom, and what was paid besides", () => {
    expect(paymentOf(transfer({ description: "Lunch" }))).to.deep.equal({
      eventId: "#1220aa:3",
      kind: "paid",
      from: "anna",
      to: [{ party: "ben", amount: "7.25" }],
      fee: "0.2500000000",
      memo: "Lunch",
    });
  });

  it("counts rewards that came in with it, and what the sender kept", () => {
    const row = transfer({
      sender: { party: "anna", amount: "-5.0" },
      receivers: [
        { party: "anna", amount: "1.0" },
        { party: "ben", amount: "4.0" },
        { party: "eva", amount: "2.5" },
      ],
      app_rewards_used: "2.0",
    });
    const payment = paymentOf(row);
    expect(payment?.to.map(({ party }) => party)).to.deep.equal(["ben", "eva"]);
    expect(payment?.fee).to.equal("0.5000000000");
    expect(payment === undefined ? "" : totalOf(payment)).to.equal("6.5000000000");
  });

  it("is that nothing was paid yet, of an offer", () => {
    const row = transfer({
      sender: { party: "anna", amount: "-10.0" },
      receivers: [],
      transfer_instruction_receiver: "ben",
      transfer_instruction_amount: "10.0",
    });
    expect(paymentOf(row)).to.deep.include({ kind: "offered", fee: "0.0" });
  });

  it("takes the fee that the network names where the coins were locked before", () => {
    const row = transfer({ sender: { party: "anna", amount: "0.0" }, holding_fees: "0.1" });
    expect(paymentOf(row)).to.deep.include({ kind: "paid", fee: "0.1" });
  });

  it("is nothing of what pays no one", () => {
    expect(paymentOf(transfer({ receivers: [] }))).to.equal(undefined);
    expect(paymentOf(transfer({ receivers: [{ party: "anna", amount: "1.0" }] }))).to.equal(
      undefined,
    );
    expect(
      paymentOf({
        transaction_type: "notification",
        transaction_subtype: subtype,
        event_id: "#1220aa:3",
        date: "2026-01-01T00:00:00Z",
        details: "",
      }),
    ).to.equal(undefined);
  });

  it("has a code of lines, with the proof where there is one", () => {
    const code = { node: "https://n", updateId: "1220aa", offset: 7 };
    expect(receiptCode(code)).to.equal("node https://n\nupdate 1220aa\noffset 7");
    expect(
      receiptCode({ ...code, proof: { digest: "d1", key: "l/p+00+k" } }).split("\n"),
    ).to.deep.equal([
      "node https://n",
      "update 1220aa",
      "offset 7",
      "proof-sha256 d1",
      "log-key l/p+00+k",
    ]);
  });

  it("names the log of a proof, and the command that checks it", () => {
    expect(logOfProof("c2sp.org/tlog-proof@v1\nindex 4\n\nledger/p/aa\n5\n")).to.equal(
      "ledger/p/aa",
    );
    expect(checkCommand("1220aa", "l+00+k")).to.equal(
      "tallystick audit check-proof 1220aa.tlog-proof --key l+00+k",
    );
  });
});
