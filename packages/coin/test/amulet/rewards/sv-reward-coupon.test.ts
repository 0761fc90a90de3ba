import type { Template } from "@tallystick/core";
import { expect } from "chai";
import {
  DevelopmentFundCoupon,
  MemberTraffic,
  SvRewardCoupon,
  UnclaimedActivityRecord,
  UnclaimedDevelopmentFundCoupon,
  UnclaimedReward,
} from "../../../src/index.js";
import { alice, bob, cc, CoinLedger, dso, start, synchronizerId } from "../../coin-fixture.js";
import { int } from "../../coin-values.js";

const coupon = {
  dso,
  beneficiary: alice,
  fundManager: bob,
  amount: cc("1"),
  expiresAt: BigInt(start + 2),
  reason: "",
};
const record = { dso, beneficiary: alice, amount: cc("1"), reason: "", expiresAt: BigInt(start) };
const sv = { dso, sv: bob, beneficiary: alice, round: { number: int(0) }, weight: int(1) };
const traffic = {
  dso,
  memberId: "m".repeat(301),
  synchronizerId,
  migrationId: int(0),
  totalPurchased: int(0),
  numPurchases: int(0),
  amuletSpent: cc("0"),
  usdSpent: cc("0"),
};

type Create = (ledger: CoinLedger) => unknown;
const making =
  <P>(of: Template<P>, payload: P): Create =>
  (ledger) =>
    ledger.create([dso], of, payload);

const rows: ReadonlyArray<readonly [string, Create, boolean]> = [
  ["an SV's coupon", making(SvRewardCoupon, sv), true],
  ["an SV's coupon without weight", making(SvRewardCoupon, { ...sv, weight: int(0) }), false],
  ["an unclaimed reward", making(UnclaimedReward, { dso, amount: cc("0.0000000001") }), true],
  ["an unclaimed reward of nothing", making(UnclaimedReward, { dso, amount: cc("0") }), false],
  ["a record", making(UnclaimedActivityRecord, record), true],
  ["a record of nothing", making(UnclaimedActivityRecord, { ...record, amount: cc("0") }), false],
  [
    "an unclaimed part of the fund of nothing",
    making(UnclaimedDevelopmentFundCoupon, { dso, amount: cc("0") }),
    false,
  ],
  ["a coupon of the fund", making(DevelopmentFundCoupon, coupon), true],
  [
    "a coupon of the fund over nothing",
    making(DevelopmentFundCoupon, { ...coupon, amount: cc("0") }),
    false,
  ],
  ["traffic of nothing", making(MemberTraffic, traffic), true],
  ["traffic of nobody", making(MemberTraffic, { ...traffic, memberId: "" }), false],
  ["traffic of nowhere", making(MemberTraffic, { ...traffic, synchronizerId: "" }), false],
  ["traffic below 0", making(MemberTraffic, { ...traffic, totalPurchased: int(-1) }), false],
  ["purchases below 0", making(MemberTraffic, { ...traffic, numPurchases: int(-1) }), false],
  ["CC spent below 0", making(MemberTraffic, { ...traffic, amuletSpent: cc("-1") }), false],
  ["USD spent below 0", making(MemberTraffic, { ...traffic, usdSpent: cc("-1") }), false],
  ["a migration below 0", making(MemberTraffic, { ...traffic, migrationId: int(-1) }), false],
];

describe("what the DSO may create", () => {
  for (const [name, create, isPossible] of rows) {
    it(`${isPossible ? "includes" : "does not include"} ${name}`, () => {
      const ledger = new CoinLedger();
      expect(ledger.reasonOf(() => create(ledger))).to.equal(
        isPossible ? "accepted" : "PreconditionFailed",
      );
    });
  }
});
