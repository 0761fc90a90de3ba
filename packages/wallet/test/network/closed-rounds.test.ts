import {
  AppRewardCoupon,
  ClosedMiningRound,
  UnclaimedDevelopmentFundCoupon,
  UnclaimedReward,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { endClosedRounds, mergeUnclaimed } from "../../src/network/closed-rounds.js";
import { exercised, heldAs, manyAs, round, withNames } from "../held-contracts.js";
import { alice, cc, dso, WalletLedger } from "../wallet-ledger.js";

const network = new WalletLedger().bootstrap().networkState;
const closed = (number: number): Contract =>
  heldAs(ClosedMiningRound, `closed-${number}`, {
    dso,
    round: round(number),
    issuancePerValidatorRewardCoupon: cc("0"),
    issuancePerFeaturedAppRewardCoupon: cc("0"),
    issuancePerUnfeaturedAppRewardCoupon: cc("0"),
    issuancePerSvRewardCoupon: cc("0"),
    optIssuancePerValidatorFaucetCoupon: undefined,
  });
const validators = (count: number, number: number): ReadonlyArray<Contract> =>
  manyAs(count, ValidatorRewardCoupon, `validator-${number}`, {
    dso,
    user: alice,
    amount: cc("1"),
    round: round(number),
  });
const apps = (count: number, number: number): ReadonlyArray<Contract> =>
  manyAs(count, AppRewardCoupon, `app-${number}`, {
    dso,
    provider: alice,
    featured: true,
    amount: cc("1"),
    round: round(number),
    beneficiary: undefined,
  });
const steps = (contracts: ReadonlyArray<Contract>) =>
  endClosedRounds(inMemoryContracts(contracts), network);

describe("the end of closed rounds", () => {
  it("archives a round with no coupon left, the oldest round first", () => {
    expect(exercised(steps([closed(6), closed(5)]))).to.deep.equal(
      ["closed-5", "closed-6"].map((closedRoundCid) => ({
        choice: "AmuletRules_MiningRound_Archive",
        contractId: network.amuletRules,
        argument: { closedRoundCid },
      })),
    );
  });

  it("claims what is left of a round, of every kind, and nothing of another round", () => {
    const seen = { dso, validator: alice, round: round(5) };
    const left = [
      ...validators(1, 4),
      ...validators(2, 5),
      ...apps(1, 5),
      ...apps(1, 6),
      heldAs(ValidatorFaucetCoupon, "faucet", seen),
      heldAs(ValidatorLivenessActivityRecord, "record", seen),
    ];
    const claims = steps([closed(5), ...left]);
    expect(claims.map(({ commandId, actAs }) => [withNames(commandId), actAs])).to.deep.equal([
      ["claim-expired/validator-5-0", [dso]],
    ]);
    expect(exercised(claims)).to.deep.equal([
      {
        choice: "AmuletRules_ClaimExpiredRewards",
        contractId: network.amuletRules,
        argument: {
          closedRoundCid: "closed-5",
          validatorRewardCouponCids: ["validator-5-0", "validator-5-1"],
          appCouponCids: ["app-5-0"],
          svRewardCouponCids: [],
          optValidatorFaucetCouponCids: ["faucet"],
          optValidatorLivenessActivityRecordCids: ["record"],
        },
      },
    ]);
  });

  it("claims at most a hundred coupons by one command", () => {
    const [claim] = exercised(steps([closed(5), ...validators(70, 5), ...apps(70, 5)]));
    const argument = JSON.stringify(claim?.argument);
    expect(argument.match(/validator-5-/g)).to.have.lengthOf(70);
    expect(argument.match(/app-5-/g)).to.have.lengthOf(30);
  });

  it("keeps a round whose coupons are behind those of an earlier round", () => {
    const found = steps([closed(5), closed(6), ...validators(120, 5), ...validators(1, 6)]);
    expect(exercised(found).map(({ choice }) => choice)).to.deep.equal([
      "AmuletRules_ClaimExpiredRewards",
    ]);
    const later = steps([closed(5), closed(6), ...validators(20, 5), ...validators(1, 6)]);
    expect(later.map(({ commandId }) => withNames(commandId))).to.deep.equal([
      "claim-expired/validator-5-0",
      "claim-expired/validator-6-0",
    ]);
  });
});

describe("the merging of what no one claimed", () => {
  const amount = { dso, amount: cc("1") };
  const merged = (rewards: number, coupons: number) =>
    exercised(
      mergeUnclaimed(
        inMemoryContracts([
          ...manyAs(rewards, UnclaimedReward, "reward", amount),
          ...manyAs(coupons, UnclaimedDevelopmentFundCoupon, "fund", amount),
        ]),
        network,
      ),
    );
  const ids = (name: string, count: number): ReadonlyArray<string> =>
    Array.from({ length: count }, (_, index) => `${name}-${index}`);

  it("begins with the tenth of a kind; the kinds are not added up", () => {
    expect(merged(9, 9)).to.deep.equal([]);
    expect(merged(10, 9)).to.deep.equal([
      {
        choice: "AmuletRules_MergeUnclaimedRewards",
        contractId: network.amuletRules,
        argument: { unclaimedRewardCids: ids("reward", 10) },
      },
    ]);
    expect(merged(0, 10)).to.deep.equal([
      {
        choice: "AmuletRules_MergeUnclaimedDevelopmentFundCoupons",
        contractId: network.amuletRules,
        argument: { unclaimedDevelopmentFundCouponCids: ids("fund", 10) },
      },
    ]);
  });

  it("merges a hundred of a kind at once", () => {
    expect(merged(150, 150).map(({ argument }) => argument)).to.deep.equal([
      { unclaimedRewardCids: ids("reward", 100) },
      { unclaimedDevelopmentFundCouponCids: ids("fund", 100) },
    ]);
  });
});
