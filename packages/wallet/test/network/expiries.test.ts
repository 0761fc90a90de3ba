import {
  DevelopmentFundCoupon,
  LockedAmulet,
  TransferCommand,
  TransferPreapproval,
  UnclaimedActivityRecord,
  AmuletAllocationV2,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import type { NetworkState } from "../../src/index.js";
import { expireStale } from "../../src/network/expiries.js";
import { allocationOf } from "../allocation-of.js";
import { exercised, held, int, round as roundOf } from "../held-contracts.js";
import { alice, bob, cc, dso, start, WalletLedger } from "../wallet-ledger.js";

const network = new WalletLedger().bootstrap().networkState;
const amount = cc("1");
const preapproval = (id: string, expiresAt: number): Contract =>
  held(TransferPreapproval, id, {
    dso,
    receiver: alice,
    provider: bob,
    validFrom: 0n,
    lastRenewedAt: 0n,
    expiresAt: BigInt(expiresAt),
  });
const record = (id: string, expiresAt: number): Contract =>
  held(UnclaimedActivityRecord, id, {
    dso,
    beneficiary: alice,
    amount,
    reason: "",
    expiresAt: BigInt(expiresAt),
  });
const coupon = (id: string, expiresAt: number): Contract =>
  held(DevelopmentFundCoupon, id, {
    dso,
    beneficiary: alice,
    fundManager: bob,
    amount,
    expiresAt: BigInt(expiresAt),
    reason: "",
  });
const command = (id: string, expiresAt: number): Contract =>
  held(TransferCommand, id, {
    dso,
    sender: alice,
    receiver: bob,
    delegate: bob,
    amount,
    expiresAt: BigInt(expiresAt),
    nonce: int(0),
    description: undefined,
  });

const allocation = (id: string, expiresAt: number): Contract =>
  held(AmuletAllocationV2, id, allocationOf({ expiresAt: BigInt(expiresAt) }));

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
  { make: allocation, name: "expire-allocations-v2", choice: "Allocation_Cancel" },
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

  it("are tried alone where they failed together, but for those that failed alone", () => {
    const view = inMemoryContracts(["a", "b", "c"].map((id, at) => record(id, start - 9 + at)));
    const ids = (...waiting: ReadonlyArray<string>) =>
      expireStale(view, network, start, (id) => waiting.includes(id)).map((it) => it.commandId);
    const name = "expire-activity-records";
    expect(ids()).to.deep.equal([`${name}/a/c`]);
    expect(ids(`${name}/a/c`)).to.deep.equal([`${name}/a`, `${name}/b`, `${name}/c`]);
    expect(ids(`${name}/a/c`, `${name}/a`)).to.deep.equal([`${name}/b/c`]);
    expect(ids(`${name}/a`, `${name}/b`)).to.deep.equal([`${name}/c`]);
  });

  it("find what can be ended behind any number of those that failed alone", () => {
    const records = Array.from({ length: 200 }, (_, at) => record(`r-${at}`, start - 200 + at));
    const failed = (id: string): boolean => !id.endsWith("r-199");
    const steps = expireStale(inMemoryContracts(records), network, start, failed);
    expect(exercised(steps).map(({ contractId }) => contractId)).to.deep.equal(["r-199"]);
  });

  const state = (round: number): NetworkState => ({
    ...network,
    externalPartyConfigStates: network.externalPartyConfigStates.map((it) => ({
      ...it,
      payload: { ...it.payload, holdingFeesOpenRoundNumber: roundOf(round) },
    })),
  });
  const lockedCoin = (id: string, initialAmount: string, expiresAt: number): Contract =>
    held(LockedAmulet, id, {
      amulet: {
        dso,
        owner: alice,
        amount: {
          initialAmount: cc(initialAmount),
          createdAt: roundOf(0),
          ratePerRound: { rate: cc("0.1") },
        },
      },
      lock: { holders: [bob], expiresAt: BigInt(expiresAt), optContext: undefined },
    });
  const dustOf = (contracts: ReadonlyArray<Contract>, round: number) =>
    exercised(expireStale(inMemoryContracts(contracts), state(round), start));

  it("are locked coins that are dust, however many expired locks of others come before", () => {
    const others = Array.from({ length: 200 }, (_, at) => lockedCoin(`l-${at}`, "9", start - 500));
    const dust = lockedCoin("dust", "0.1", start - 1);
    const done = dustOf([...others, dust], 5).map((it) => [it.choice, it.contractId]);
    expect(done).to.deep.equal([["LockedAmulet_ExpireAmuletV2", "dust"]]);
  });

  it("are locked coins that are dust once their lock is over, and not while it is not", () => {
    const still = Array.from({ length: 60 }, (_, at) => lockedCoin(`s-${at}`, "0.1", start + 1));
    const over = lockedCoin("over", "0.1", start);
    expect(dustOf(still, 5)).to.deep.equal([]);
    expect(dustOf([...still, over], 5).map(({ contractId }) => contractId)).to.deep.equal(["over"]);
    expect(dustOf([over], 0)).to.deep.equal([]);
  });
});
