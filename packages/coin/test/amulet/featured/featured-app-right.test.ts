import { numericToText } from "@tallystick/core";
import { expect } from "chai";
import {
  AmuletRules_ConvertFeaturedAppActivityMarkers,
  AppRewardCoupon,
  FeaturedAppActivityMarker,
} from "../../../src/index.js";
import { alice, bob, cc, CoinLedger, dso, provider } from "../../coin-fixture.js";

describe("markers of featured activity", () => {
  const marker = (ledger: CoinLedger, beneficiary: string, weight: string) =>
    ledger.create([dso], FeaturedAppActivityMarker, {
      dso,
      provider,
      beneficiary,
      weight: cc(weight),
    });
  const convert = (
    ledger: CoinLedger,
    markerCids: ReadonlyArray<string>,
    { actAs = [dso], roundCid = ledger.round } = {},
  ) =>
    ledger.exercise(actAs, AmuletRules_ConvertFeaturedAppActivityMarkers, ledger.rules, {
      markerCids,
      openMiningRoundCid: roundCid,
      observers: [provider],
    });
  const couponsOf = (ledger: CoinLedger) =>
    ledger
      .active(AppRewardCoupon)
      .map(({ payload }) => [payload.beneficiary, numericToText(payload.amount)]);

  it("become one coupon per provider and beneficiary, 10 CC for 1 USD at 0.10", () => {
    const ledger = new CoinLedger({ firstRound: 7n });
    const cids = [
      marker(ledger, alice, "1"),
      marker(ledger, bob, "0.3333333333"),
      marker(ledger, alice, "0.25"),
    ];
    const { appRewardCouponCids } = convert(ledger, cids);
    expect(appRewardCouponCids).to.have.length(2);
    expect(couponsOf(ledger)).to.have.deep.members([
      [alice, "12.5000000000"],
      [bob, "3.3333333330"],
    ]);
    const [coupon] = ledger.active(AppRewardCoupon);
    expect(coupon?.payload).to.deep.include({ provider, featured: true, round: { number: 7n } });
    expect(ledger.active(FeaturedAppActivityMarker)).to.have.length(0);
    expect(ledger.reasonOf(() => convert(ledger, cids))).to.equal("CONTRACT_NOT_FOUND");
  });

  it("are worth the configured amount, and nothing where it is 0", () => {
    const worth = (amount: string) => {
      const ledger = new CoinLedger({
        config: (it) => ({
          ...it,
          featuredAppActivityMarkerAmount: cc(amount),
          transferConfig: { ...it.transferConfig, extraFeaturedAppRewardAmount: cc(amount) },
        }),
      });
      convert(ledger, [marker(ledger, bob, "1")]);
      expect(ledger.active(FeaturedAppActivityMarker)).to.have.length(0);
      return couponsOf(ledger).map(([, shown]) => shown);
    };
    expect(worth("2.5")).to.deep.equal(["25.0000000000"]);
    expect(worth("0")).to.deep.equal([]);
  });

  it("are converted by the DSO only, and in a round that has opened", () => {
    const ledger = new CoinLedger();
    const cids = [marker(ledger, bob, "1")];
    expect(ledger.reasonOf(() => convert(ledger, cids, { actAs: [provider] }))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    const roundCid = ledger.openRound(1n, { opensAt: BigInt(ledger.now + 1) });
    expect(ledger.reasonOf(() => convert(ledger, cids, { roundCid }))).to.equal(
      "mining round is open",
    );
  });
});
