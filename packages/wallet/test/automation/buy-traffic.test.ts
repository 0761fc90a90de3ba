import { BuyTrafficRequest, MemberTraffic } from "@tallystick/coin";
import { int64From } from "@tallystick/core";
import { expect } from "chai";
import { trackedChanges } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { by, tap, unlocked, wallet } from "../wallet-actions.js";
import {
  alice,
  dso,
  memberId,
  minute,
  rightOf,
  synchronizerId,
  WalletLedger,
} from "../wallet-ledger.js";

const buy = automationOf("complete-buy-traffic-requests");

const requested = (bytes: number, on = synchronizerId): WalletLedger => {
  const ledger = new WalletLedger().bootstrap().withWallets();
  tap(ledger, alice, "100");
  const request = {
    dso,
    endUserParty: alice,
    expiresAt: BigInt(ledger.now + minute),
    trackingId: "traffic-1",
    trafficAmount: rightOf(int64From(bytes)),
    memberId,
    synchronizerId: on,
    migrationId: rightOf(int64From(0)),
  };
  ledger.run(by([alice], wallet.create(BuyTrafficRequest, request)));
  return ledger;
};

const lastStatus = (ledger: WalletLedger) => {
  const last = ledger.transactions.at(-1);
  const changes = last && trackedChanges(last, (id) => ledger.payloads.get(id));
  return changes?.[0]?.status;
};

describe("requests to buy traffic", () => {
  it("are bought with the user's coins", () => {
    const ledger = requested(500_000);
    expect(lastStatus(ledger)).to.deep.equal({ status: "created" });
    expect(ledger.automate(buy, alice)).to.equal(1);
    expect(ledger.view.of(MemberTraffic, dso)[0]?.payload.totalPurchased).to.equal(500_000n);
    // 0.5 MB x 16.67 USD at 0.1 USD per CC
    expect(unlocked(ledger, alice)).to.equal("16.6500000000");
    expect(lastStatus(ledger)).to.include({ status: "completed" });
  });

  const rows = [
    {
      why: "funds",
      bytes: 1_000_000,
      on: synchronizerId,
      text: "out of funds (missing 66.7 CC)",
    },
    {
      why: "the minimum",
      bytes: 199_999,
      on: synchronizerId,
      text: "not enough traffic requested (trafficAmount 199999 < minTopupAmount 200000)",
    },
    {
      why: "the synchronizer",
      bytes: 500_000,
      on: "other::1220",
      text: "unknown synchronizerId other::1220",
    },
  ];
  for (const { why, bytes, on, text } of rows) {
    it(`are cancelled for want of ${why}, and nothing is paid`, () => {
      const ledger = requested(bytes, on);
      expect(ledger.automate(buy, alice)).to.equal(1);
      expect(ledger.view.of(BuyTrafficRequest, alice)).to.deep.equal([]);
      expect(unlocked(ledger, alice)).to.equal("100.0000000000");
      expect(lastStatus(ledger)).to.deep.equal({
        status: "failed",
        failure_reason: "rejected",
        rejection_reason: text,
      });
    });
  }

  it("are left to the expiry when their time is over", () => {
    const ledger = requested(500_000);
    ledger.now += minute;
    expect(ledger.plan(buy, alice)).to.deep.equal([]);
    ledger.now += minute;
    ledger.automate(automationOf("expire-requests"), alice);
    expect(lastStatus(ledger)).to.deep.equal({ status: "failed", failure_reason: "expired" });
  });
});
