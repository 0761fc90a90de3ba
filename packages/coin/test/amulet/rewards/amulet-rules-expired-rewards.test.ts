import { type Choice, numericToText } from "@tallystick/core";
import { expect } from "chai";
import {
  AmuletRules_ClaimExpiredRewards,
  AmuletRules_MergeUnclaimedRewards,
  AppRewardCoupon,
  ClosedMiningRound,
  SvRewardCoupon,
  UnclaimedActivityRecord,
  UnclaimedActivityRecord_DsoExpire,
  UnclaimedReward,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
} from "../../../src/index.js";
import {
  AppRewardCoupon_DsoExpire,
  ValidatorRewardCoupon_DsoExpire,
} from "../../../src/amulet/rewards/usage-coupons.js";
import { SvRewardCoupon_DsoExpire } from "../../../src/amulet/rewards/sv-reward-coupon.js";
import {
  ValidatorFaucetCoupon_DsoExpire,
  ValidatorLivenessActivityRecord_DsoExpire,
} from "../../../src/amulet/rewards/liveness.js";
import { alice, bob, cc, CoinLedger, dso } from "../../coin-fixture.js";
import { int } from "../../coin-values.js";
import { app, issuance, later, round } from "../../minting-ledger.js";

const closedRound = (ledger: CoinLedger, number = 5): string =>
  ledger.create([dso], ClosedMiningRound, { dso, round: { number: int(number) }, ...issuance });

type DsoExpire = Choice<{ readonly closedRoundCid: string }, unknown>;

const coupons: ReadonlyArray<readonly [string, DsoExpire, (ledger: CoinLedger) => string]> = [
  [
    "an app's coupon",
    AppRewardCoupon_DsoExpire,
    (it) => it.create([dso], AppRewardCoupon, { ...app, featured: true, beneficiary: undefined }),
  ],
  [
    "a validator's coupon",
    ValidatorRewardCoupon_DsoExpire,
    (it) => it.create([dso], ValidatorRewardCoupon, { dso, user: bob, amount: cc("1"), round }),
  ],
  [
    "an SV's coupon",
    SvRewardCoupon_DsoExpire,
    (it) =>
      it.create([dso], SvRewardCoupon, { dso, sv: bob, beneficiary: bob, round, weight: int(1) }),
  ],
  [
    "a liveness record",
    ValidatorLivenessActivityRecord_DsoExpire,
    (it) =>
      it.create([dso], ValidatorLivenessActivityRecord, {
        dso,
        validator: bob,
        round,
      }),
  ],
  [
    "a faucet coupon",
    ValidatorFaucetCoupon_DsoExpire,
    (it) => it.create([dso, bob], ValidatorFaucetCoupon, { dso, validator: bob, round }),
  ],
];

describe("a coupon no one minted", () => {
  for (const [name, expire, make] of coupons) {
    it(`${name} expires by the DSO once its own round is closed, and once`, () => {
      const ledger = new CoinLedger();
      const id = make(ledger);
      const run = (number: number, actAs = [dso]) => {
        const closedRoundCid = closedRound(ledger, number);
        return () => ledger.exercise(actAs, expire, id, { closedRoundCid });
      };
      expect(ledger.reasonOf(run(4))).to.equal("Contract group identifier mismatch");
      expect(ledger.reasonOf(run(5, [bob]))).to.equal("DAML_AUTHORIZATION_ERROR");
      run(5)();
      expect(ledger.reasonOf(run(5))).to.equal("CONTRACT_NOT_FOUND");
    });
  }

  const claimOf = (ledger: CoinLedger) => ({
    closedRoundCid: closedRound(ledger),
    appCouponCids: [
      ledger.create([dso], AppRewardCoupon, { ...app, featured: true, beneficiary: undefined }),
      ledger.create([dso], AppRewardCoupon, { ...app, featured: false, beneficiary: bob }),
    ],
    validatorRewardCouponCids: [coupons[1]?.[2](ledger) ?? "", coupons[1]?.[2](ledger) ?? ""],
    svRewardCouponCids: [coupons[2]?.[2](ledger) ?? ""],
    optValidatorLivenessActivityRecordCids: [coupons[3]?.[2](ledger) ?? ""],
    optValidatorFaucetCouponCids: [coupons[4]?.[2](ledger) ?? ""],
  });

  it("of any kind becomes part of one unclaimed reward over what it could have been minted for", () => {
    const ledger = new CoinLedger();
    const claim = claimOf(ledger);
    const { unclaimedRewardCid } = ledger.exercise(
      [dso],
      AmuletRules_ClaimExpiredRewards,
      ledger.rules,
      claim,
    );
    const [reward] = ledger.active(UnclaimedReward);
    expect(reward?.contractId).to.equal(unclaimedRewardCid);
    // 1.5 featured, 1.5 unfeatured, 2 burned, 1 of weight, 2 records
    expect(numericToText(reward?.payload.amount ?? cc("0"))).to.equal("26173.7598825832");
    const again = () =>
      ledger.exercise([dso], AmuletRules_ClaimExpiredRewards, ledger.rules, claim);
    expect(ledger.reasonOf(again)).to.equal("CONTRACT_NOT_FOUND");
  });

  it("is claimed by no one but the DSO, and with its own round", () => {
    const ledger = new CoinLedger();
    const claim = claimOf(ledger);
    const run = (actAs: ReadonlyArray<string>, closedRoundCid: string) => () =>
      ledger.exercise(actAs, AmuletRules_ClaimExpiredRewards, ledger.rules, {
        ...claim,
        closedRoundCid,
      });
    const other = closedRound(ledger, 6);
    expect(ledger.reasonOf(run([alice], claim.closedRoundCid))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    expect(ledger.reasonOf(run([dso], other))).to.equal("Contract group identifier mismatch");
  });

  it("and no coupons at all leave no unclaimed reward", () => {
    const ledger = new CoinLedger();
    const { unclaimedRewardCid } = ledger.exercise(
      [dso],
      AmuletRules_ClaimExpiredRewards,
      ledger.rules,
      {
        closedRoundCid: closedRound(ledger),
        appCouponCids: [],
        validatorRewardCouponCids: [],
        svRewardCouponCids: [],
        optValidatorFaucetCouponCids: undefined,
        optValidatorLivenessActivityRecordCids: undefined,
      },
    );
    expect(unclaimedRewardCid).to.equal(undefined);
  });
});

describe("unclaimed rewards", () => {
  const reward = (ledger: CoinLedger, amount: string) =>
    ledger.create([dso], UnclaimedReward, { dso, amount: cc(amount) });

  it("are merged by the DSO to the same sum", () => {
    const ledger = new CoinLedger();
    const unclaimedRewardCids = [reward(ledger, "1.5"), reward(ledger, "2.0000000001")];
    const merge = (actAs: ReadonlyArray<string>, cids: ReadonlyArray<string>) =>
      ledger.exercise(actAs, AmuletRules_MergeUnclaimedRewards, ledger.rules, {
        unclaimedRewardCids: cids,
      });
    const one = unclaimedRewardCids.slice(1);
    expect(ledger.reasonOf(() => merge([dso], one))).to.equal(
      "More than one unclaimed reward contracts",
    );
    const twice = [...one, ...one];
    expect(ledger.reasonOf(() => merge([dso], twice))).to.equal("CONTRACT_NOT_ACTIVE");
    expect(ledger.reasonOf(() => merge([bob], unclaimedRewardCids))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    merge([dso], unclaimedRewardCids);
    const left = ledger.active(UnclaimedReward).map(({ payload }) => payload.amount);
    expect(left).to.deep.equal([cc("3.5000000001")]);
  });

  it("given as a record come back when no one minted it in time", () => {
    const ledger = new CoinLedger();
    const id = ledger.create([dso], UnclaimedActivityRecord, {
      dso,
      beneficiary: alice,
      amount: cc("3"),
      reason: "an outage",
      expiresAt: BigInt(later),
    });
    const expire = (actAs = [dso]) =>
      ledger.exercise(actAs, UnclaimedActivityRecord_DsoExpire, id, {});
    ledger.now = later - 1;
    expect(ledger.reasonOf(() => expire())).to.equal("deadline-not-exceeded");
    ledger.now = later;
    expect(ledger.reasonOf(() => expire([alice]))).to.equal("DAML_AUTHORIZATION_ERROR");
    expire();
    expect(ledger.active(UnclaimedReward)[0]?.payload.amount).to.equal(cc("3"));
    expect(ledger.reasonOf(() => expire())).to.equal("CONTRACT_NOT_FOUND");
  });
});
