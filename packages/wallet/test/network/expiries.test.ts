import {
  DevelopmentFundCoupon,
  TransferCommand,
  TransferPreapproval,
  UnclaimedActivityRecord,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { expireStale } from "../../src/network/expiries.js";
import { exercised, held, int } from "../held-contracts.js";
import { alice, bob, cc, dso, start, WalletLedger } from "../wallet-ledger.js";

const network = new WalletLedger().bootstrap().networkState;
const amount = cc("1");
const preapproval = (id: string, expiresAt: number): Contract =>
  held(TransferPreapproval, id, {
    dso,
    receiver: alice,
    provider: bob,
    validFrom: 0,
    lastRenewedAt: 0,
    expiresAt,
  });
const record = (id: string, expiresAt: number): Contract =>
  held(UnclaimedActivityRecord, id, { dso, beneficiary: alice, amount, reason: "", expiresAt });
const coupon = (id: string, expiresAt: number): Contract =>
  held(DevelopmentFundCoupon, id, {
    dso,
    beneficiary: alice,
    fundManager: bob,
    amount,
    expiresAt,
    reason: "",
  });
const command = (id: string, expiresAt: number): Contract =>
  held(TransferCommand, id, {
    dso,
    sender: alice,
    receiver: bob,
    delegate: bob,
    amount,
    expiresAt,
    nonce: int(0),
    description: undefined,
  });

const rows: ReadonlyArray<{
  readonly make: (id: string, expiresAt: number) => Contract;
  readonly name: string;
  readonly choice: string;
}> = [
  { make: preapproval, name: "expire-preapprovals", choice: "TransferPreapproval_Expire" },
  {
    make: record,
    name: "expire-activity-records",
    choice: "UnclaimedActivityRecord_DsoExpire",
  },
  { make: coupon, name: "expire-fund-coupons", choice: "DevelopmentFundCoupon_DsoExpire" },
  { make: command, name: "expire-transfer-commands", choice: "TransferCommand_Expire" },
];

describe("what the DSO ends when its time is over", () => {
  for (const { make, name, choice } of rows) {
    it(`by ${choice}, at the moment of expiry and not before, in one submission`, () => {
      const contracts = [make("a", start - 1), make("b", start), make("c", start + 1)];
      const steps = expireStale(inMemoryContracts(contracts), network, start);
      expect(steps.map((it) => [it.commandId, it.actAs])).to.deep.equal([[`${name}/a/b`, [dso]]]);
      const done = exercised(steps).map((it) => [it.choice, it.contractId]);
      expect(done).to.deep.equal([
        [choice, "a"],
        [choice, "b"],
      ]);
    });
  }

  it("are fifty of a kind at once, the earliest first", () => {
    const contracts = Array.from({ length: 60 }, (_, index) => record(`r-${index}`, start - index));
    const done = exercised(expireStale(inMemoryContracts(contracts), network, start));
    expect(done).to.have.lengthOf(50);
    expect(done[0]?.contractId).to.equal("r-59");
  });
});
