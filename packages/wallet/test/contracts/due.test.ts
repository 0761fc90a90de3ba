import {
  AcceptedTransferOffer,
  Amulet,
  AppRewardCoupon,
  DevelopmentFundCoupon,
  LockedAmulet,
  MintingDelegation,
  MintingDelegationProposal,
  OpenMiningRound,
  SvRewardCoupon,
  TransferCommand,
  TransferOffer,
  TransferPreapproval,
  UnclaimedActivityRecord,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
} from "@tallystick/coin";
import type { Contract, Template } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { dueOf } from "../../src/index.js";
import { held, int, round } from "../held-contracts.js";
import { alice, bob, cc, dso, start } from "../wallet-ledger.js";

const dueIn = <P>(template: Template<P>, payload: P): number | undefined => {
  const contract: Contract = held(template, "c", payload);
  return dueOf(template.name, contract.payload)?.at;
};

const coin = (units: bigint, createdAt: number, rate: string) => ({
  dso,
  owner: alice,
  amount: {
    initialAmount: cc((Number(units) / 1e10).toFixed(10)),
    createdAt: round(createdAt),
    ratePerRound: { rate: cc(rate) },
  },
});
const terms = {
  sender: alice,
  receiver: bob,
  dso,
  amount: { amount: cc("1"), unit: "AmuletUnit" as const },
  description: "",
  trackingId: "t",
};
const amount = cc("1");
const delegation = { beneficiary: alice, delegate: bob, dso, amuletMergeLimit: int(5) };
const expiresAt = start;

describe("the moment something becomes possible with a contract", () => {
  const expiries: ReadonlyArray<readonly [what: string, due: number | undefined]> = [
    ["an offer", dueIn(TransferOffer, { ...terms, expiresAt: BigInt(expiresAt) })],
    ["an accepted offer", dueIn(AcceptedTransferOffer, { ...terms, expiresAt: BigInt(expiresAt) })],
    [
      "a preapproval",
      dueIn(TransferPreapproval, {
        dso,
        receiver: alice,
        provider: bob,
        validFrom: 0n,
        lastRenewedAt: 0n,
        expiresAt: BigInt(expiresAt),
      }),
    ],
    [
      "a transfer command",
      dueIn(TransferCommand, {
        dso,
        sender: alice,
        receiver: bob,
        delegate: bob,
        amount,
        expiresAt: BigInt(expiresAt),
        nonce: int(0),
        description: undefined,
      }),
    ],
    [
      "a record of activity",
      dueIn(UnclaimedActivityRecord, {
        dso,
        beneficiary: alice,
        amount,
        reason: "",
        expiresAt: BigInt(expiresAt),
      }),
    ],
    [
      "a coupon of the development fund",
      dueIn(DevelopmentFundCoupon, {
        dso,
        beneficiary: alice,
        fundManager: bob,
        amount,
        expiresAt: BigInt(expiresAt),
        reason: "",
      }),
    ],
    [
      "a minting delegation",
      dueIn(MintingDelegation, { ...delegation, expiresAt: BigInt(expiresAt) }),
    ],
    [
      "its proposal",
      dueIn(MintingDelegationProposal, {
        delegation: { ...delegation, expiresAt: BigInt(expiresAt) },
      }),
    ],
  ];
  for (const [what, due] of expiries) {
    it(`is the expiry of ${what}`, () => {
      expect(due).to.equal(expiresAt);
    });
  }

  const ofRound: ReadonlyArray<readonly [what: string, due: number | undefined]> = [
    [
      "an app's coupon",
      dueIn(AppRewardCoupon, {
        dso,
        provider: alice,
        featured: true,
        amount,
        round: round(7),
        beneficiary: undefined,
      }),
    ],
    [
      "a coupon for a burn",
      dueIn(ValidatorRewardCoupon, { dso, user: alice, amount, round: round(7) }),
    ],
    [
      "an older liveness coupon",
      dueIn(ValidatorFaucetCoupon, { dso, validator: bob, round: round(7) }),
    ],
    [
      "a liveness record",
      dueIn(ValidatorLivenessActivityRecord, { dso, validator: bob, round: round(7) }),
    ],
    [
      "a super validator's coupon",
      dueIn(SvRewardCoupon, { dso, sv: bob, beneficiary: bob, round: round(7), weight: int(1) }),
    ],
  ];
  for (const [what, due] of ofRound) {
    it(`is the round of ${what}`, () => {
      expect(due).to.equal(7);
    });
  }

  it("is the first round at which a coin is dust, and one round earlier it is none", () => {
    const coins = fc.record({
      units: fc.bigInt({ min: 1n, max: 10n ** 13n }),
      rate: fc.integer({ min: 1, max: 1_000_000 }),
      createdAt: fc.nat(10_000),
    });
    fc.assert(
      fc.property(coins, ({ units, rate, createdAt }) => {
        const made = coin(units, createdAt, (rate / 1e10).toFixed(10));
        const due = dueIn(Amulet, made);
        if (due === undefined) throw new Error("no round");
        const fee = (at: number): bigint => BigInt(at - createdAt) * BigInt(rate);
        expect(made.amount.initialAmount < fee(due)).to.equal(true);
        expect(made.amount.initialAmount < fee(due - 1)).to.equal(false);
        const lock = { holders: [bob], expiresAt: BigInt(expiresAt), optContext: undefined };
        expect(dueIn(LockedAmulet, { amulet: made, lock })).to.equal(due);
      }),
      { numRuns: 60 },
    );
  });

  it("is never of a coin without a fee, and of templates that nothing is due with", () => {
    expect(dueIn(Amulet, coin(5n, 0, "0"))).to.equal(undefined);
    expect(dueOf(OpenMiningRound.name, {})).to.equal(undefined);
    expect(dueOf("No.Such:Template", {})).to.equal(undefined);
  });

  it("is never of a payload that cannot be read", () => {
    expect(dueOf(TransferOffer.name, { expiresAt: 7n })).to.equal(undefined);
  });
});
