import { DevelopmentFundCoupon } from "@tallystick/coin";
import type { Command, Contract, ExerciseNode, TransactionCommitted } from "@tallystick/core";
import { expect } from "chai";
import { type FundCouponEnd, fundCouponEnds } from "../../src/index.js";
import { fundingForMerge } from "../../src/treasury/treasury.js";
import { AmuletRules_Transfer } from "@tallystick/coin";
import { amulet, by } from "../wallet-actions.js";
import { alice, bob, cc, day, dso, WalletLedger } from "../wallet-ledger.js";

const coupon = (ledger: WalletLedger): Contract => {
  const { nodes } = ledger.run(
    by(
      [dso],
      amulet.create(DevelopmentFundCoupon, {
        dso,
        beneficiary: bob,
        fundManager: alice,
        amount: cc("7"),
        expiresAt: BigInt(ledger.now + day),
        reason: "tools",
      }),
    ),
  );
  const [node] = nodes;
  if (node?.kind !== "create") throw new Error("no coupon");
  return { ...node, createdAt: ledger.now };
};

const ends = (transaction: TransactionCommitted, known: Contract): ReadonlyArray<FundCouponEnd> =>
  fundCouponEnds(transaction, (id) => (id === known.contractId ? known : undefined));

describe("Coupons of the development fund that have ended", () => {
  const exercised = (
    ledger: WalletLedger,
    { contractId, templateId }: Contract,
    choice: string,
    actAs: string,
    choiceArgument: Readonly<Record<string, string>>,
  ) => {
    const kind = "ExerciseCommand";
    const command: Command = { kind, templateId, contractId, choice, choiceArgument };
    return ledger.run(by([actAs], command));
  };
  const rows = [
    { choice: "DevelopmentFundCoupon_Withdraw", by: alice, reason: "late", status: "withdrawn" },
    { choice: "DevelopmentFundCoupon_Reject", by: bob, reason: "no", status: "rejected" },
    { choice: "DevelopmentFundCoupon_DsoExpire", by: dso, reason: undefined, status: "expired" },
  ] as const;

  for (const { choice, by: actAs, reason, status } of rows) {
    it(`are ${status} by ${choice}`, () => {
      const ledger = new WalletLedger().bootstrap();
      const made = coupon(ledger);
      if (status === "expired") ledger.now += day;
      const [end] = ends(
        exercised(ledger, made, choice, actAs, reason === undefined ? {} : { reason }),
        made,
      );
      expect(end?.parties).to.deep.equal([alice, bob]);
      expect(end?.coupon).to.deep.equal({
        createdAt: "2026-01-01T00:00:00Z",
        archivedAt: status === "expired" ? "2026-01-02T00:00:00Z" : "2026-01-01T00:00:00Z",
        beneficiary: bob,
        fund_manager: alice,
        amount: "7.0000000000",
        expiresAt: "2026-01-02T00:00:00Z",
        reason: "tools",
        status,
        ...(reason === undefined ? {} : { rejection_or_withdrawal_reason: reason }),
      });
    });
  }

  it("are claimed when their beneficiary mints them", () => {
    const ledger = new WalletLedger().bootstrap();
    const made = coupon(ledger);
    const { inputs, context } = fundingForMerge(ledger.view, ledger.networkState, bob, ledger.now);
    const transaction = ledger.run(
      by(
        [bob],
        amulet.exercise(AmuletRules_Transfer, context.amuletRules, {
          transfer: { sender: bob, provider: bob, inputs, outputs: [], beneficiaries: undefined },
          context: context.context,
          expectedDso: dso,
        }),
      ),
    );
    const [end, ...more] = ends(transaction, made);
    expect([end?.coupon.status, more.length]).to.deep.equal(["claimed", 0]);
    const node = transaction.nodes[end?.nodeId ?? -1];
    expect((node as ExerciseNode | undefined)?.contractId).to.equal(made.contractId);
  });

  it("are none of other transactions", () => {
    const ledger = new WalletLedger().bootstrap();
    const made = coupon(ledger);
    for (const transaction of ledger.transactions)
      expect(ends(transaction, made)).to.deep.equal([]);
  });
});
