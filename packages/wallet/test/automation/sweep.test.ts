import { AppRewardCoupon, FeaturedAppActivityMarker, TransferOffer } from "@tallystick/coin";
import { numericFromUnits } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import type { WalletConfig } from "../../src/index.js";
import { sweepAmountUsd } from "../../src/automation/sweep.js";
import { automationOf } from "../automation-of.js";
import { accept, feature, proposePreapproval, tap, unlocked } from "../wallet-actions.js";
import {
  alice,
  bob,
  cc,
  dso,
  minute,
  operator,
  rightOf,
  settings,
  WalletLedger,
} from "../wallet-ledger.js";

const sweep = automationOf("sweep");
const config = (useTransferPreapproval: boolean): Partial<WalletConfig> => ({
  sweeps: new Map([
    [
      alice,
      {
        receiver: bob,
        maxBalanceUsd: cc("100"),
        minBalanceUsd: cc("20"),
        useTransferPreapproval,
      },
    ],
  ]),
});

describe("sweeps", () => {
  const rows = [
    { balance: "150", open: "0", amount: "130" },
    { balance: "150", open: "130", amount: undefined },
    { balance: "100", open: "0", amount: undefined },
    { balance: "100.0000000001", open: "0", amount: "80.0000000001" },
    { balance: "300", open: "130", amount: "150" },
  ];
  for (const { balance, open, amount } of rows) {
    it(`of ${balance} USD with ${open} USD offered move ${amount ?? "nothing"}`, () => {
      const moved = sweepAmountUsd({
        balanceUsd: cc(balance),
        outstandingUsd: cc(open),
        maxBalanceUsd: cc("100"),
        minBalanceUsd: cc("20"),
      });
      expect(moved).to.equal(amount === undefined ? undefined : cc(amount));
    });
  }

  it("leave exactly the lower threshold, whatever the numbers", () => {
    const units = fc.bigInt(0n, 10n ** 20n).map((it) => rightOf(numericFromUnits(it)));
    fc.assert(
      fc.property(units, units, units, units, (balanceUsd, outstandingUsd, a, b) => {
        const [minBalanceUsd, maxBalanceUsd] = a < b ? [a, b] : [b, a];
        const moved = sweepAmountUsd({ balanceUsd, outstandingUsd, maxBalanceUsd, minBalanceUsd });
        const left = balanceUsd - outstandingUsd;
        return moved === undefined
          ? left <= maxBalanceUsd
          : left > maxBalanceUsd && left - moved === minBalanceUsd && moved > 0n;
      }),
    );
  });

  it("make one offer for the same coins, and another one only when that has expired", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, alice, "1500");
    expect(ledger.automate(sweep, alice, config(false))).to.equal(1);
    const [made] = ledger.view.of(TransferOffer, bob);
    expect(made?.payload.amount.amount).to.equal(cc("1300"));
    ledger.now += 11 * minute;
    expect(ledger.plan(sweep, alice, config(false))).to.deep.equal([]);
    ledger.automate(automationOf("expire-requests"), alice);
    expect(ledger.automate(sweep, alice, config(false))).to.equal(1);
    expect(ledger.plan(sweep, bob, config(false))).to.deep.equal([]);
  });

  it("are in CC what the USD are, half-even", () => {
    const ledger = new WalletLedger({ ...settings, amuletPrice: cc("2") })
      .bootstrap()
      .withWallets();
    tap(ledger, alice, "10");
    const least = cc("19.9999999995");
    const sweeps = new Map([
      [
        alice,
        {
          receiver: bob,
          maxBalanceUsd: least,
          minBalanceUsd: least,
          useTransferPreapproval: false,
        },
      ],
    ]);
    ledger.automate(sweep, alice, { sweeps });
    const [made] = ledger.view.of(TransferOffer, bob);
    expect(made?.payload.amount.amount).to.equal(cc("0.0000000002"));
  });

  it("make no other offer while one that was accepted is not paid yet", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, alice, "1500");
    ledger.automate(sweep, alice, config(false));
    accept(ledger, bob, ledger.view.of(TransferOffer, bob)[0]?.contractId ?? "");
    ledger.now += 11 * minute;
    expect(ledger.plan(sweep, alice, config(false))).to.deep.equal([]);
  });

  it("pay the receiver's provider its reward as a featured one", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, alice, "1500");
    tap(ledger, operator, "100");
    feature(ledger, operator);
    proposePreapproval(ledger, bob);
    ledger.automate(automationOf("accept-transfer-preapprovals"), operator);
    const markers = (): number =>
      ledger.view.of(FeaturedAppActivityMarker, dso).length +
      ledger.view.of(AppRewardCoupon, dso).filter(({ payload }) => payload.featured).length;
    expect(markers()).to.equal(0);
    ledger.automate(sweep, alice, config(true));
    expect(unlocked(ledger, bob)).to.equal("1300.0000000000");
    expect(markers()).to.equal(1);
  });

  it("bring the balance down to the lower threshold when offers are accepted", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, alice, "1500");
    ledger.automate(sweep, alice, config(false));
    accept(ledger, bob, ledger.view.of(TransferOffer, bob)[0]?.contractId ?? "");
    ledger.automate(automationOf("complete-accepted-offers"), alice);
    expect(unlocked(ledger, alice)).to.equal("200.0000000000");
    expect(ledger.plan(sweep, alice, config(false))).to.deep.equal([]);
  });

  it("deliver at once over a preapproval, and wait while there is none", () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, alice, "1500");
    tap(ledger, operator, "100");
    expect(ledger.plan(sweep, alice, config(true))).to.deep.equal([]);
    proposePreapproval(ledger, bob);
    ledger.automate(automationOf("accept-transfer-preapprovals"), operator);
    expect(ledger.automate(sweep, alice, config(true))).to.equal(1);
    expect([unlocked(ledger, alice), unlocked(ledger, bob)]).to.deep.equal([
      "200.0000000000",
      "1300.0000000000",
    ]);
  });
});
