import { expect } from "chai";
import {
  AmuletRules_Transfer,
  type Transfer,
  AmuletRules_DevNet_FeatureApp,
  AmuletRules_ConvertFeaturedAppActivityMarkers,
  AppRewardCoupon,
  FeaturedAppActivityMarker,
} from "../../../src/index.js";
import { alice, bob, carol, cc, CoinLedger, dso, provider } from "../../coin-fixture.js";
import { output, transferOf } from "../../transfer-fixture.js";

describe("the reward of a featured provider", () => {
  /** Alice pays bob through the provider, with what the context and the transfer say. */
  const pay = (
    beneficiaries: Transfer["beneficiaries"],
    rightOf: string | undefined,
    ledger = new CoinLedger(),
  ) => {
    const coin = ledger.tap(alice, "10");
    const featuredAppRight =
      rightOf === undefined
        ? undefined
        : ledger.exercise([rightOf], AmuletRules_DevNet_FeatureApp, ledger.rules, {
            provider: rightOf,
          }).featuredAppRightCid;
    const attempt = () =>
      ledger.exercise([alice, bob, provider], AmuletRules_Transfer, ledger.rules, {
        transfer: transferOf({
          provider,
          inputs: [{ tag: "InputAmulet", value: coin }],
          outputs: [output(bob, "1")],
          beneficiaries,
        }),
        context: { ...ledger.context, featuredAppRight },
        expectedDso: dso,
      });
    return { ledger, outcome: ledger.reasonOf(attempt) };
  };
  /** Who earned what share, in the order of the parties. */
  const earned = (ledger: CoinLedger) =>
    ledger
      .active(FeaturedAppActivityMarker)
      .map(({ payload }) => [payload.beneficiary, payload.weight])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));

  it("is a marker, which the DSO turns into a coupon over the activity amount", () => {
    const { ledger, outcome } = pay(undefined, provider, new CoinLedger({ firstRound: 4n }));
    expect(outcome).to.equal("accepted");
    expect(earned(ledger)).to.deep.equal([[provider, cc("1")]]);
    expect(ledger.active(AppRewardCoupon)).to.deep.equal([]);
    ledger.exercise([dso], AmuletRules_ConvertFeaturedAppActivityMarkers, ledger.rules, {
      markerCids: ledger.active(FeaturedAppActivityMarker).map(({ contractId }) => contractId),
      openMiningRoundCid: ledger.round,
      observers: undefined,
    });
    // 1 USD at 0.10 USD per CC (wallet 20.3)
    expect(ledger.active(AppRewardCoupon).map(({ payload }) => payload)).to.deep.equal([
      {
        dso,
        provider,
        featured: true,
        amount: cc("10"),
        round: { number: 4n },
        beneficiary: provider,
      },
    ]);
  });

  it("is shared by the beneficiaries", () => {
    const { ledger } = pay(
      [
        { beneficiary: carol, weight: cc("0.25") },
        { beneficiary: alice, weight: cc("0.75") },
      ],
      provider,
    );
    expect(earned(ledger)).to.deep.equal([
      [alice, cc("0.75")],
      [carol, cc("0.25")],
    ]);
  });

  it("is nothing without the right", () => {
    const { ledger, outcome } = pay(undefined, undefined);
    expect(outcome).to.equal("accepted");
    expect(earned(ledger)).to.deep.equal([]);
  });

  it("needs the provider's own right", () => {
    expect(pay(undefined, carol).outcome).to.equal("Contract mismatch");
  });

  it("has beneficiaries whose weights add up to 1, featured or not", () => {
    const wrong = [{ beneficiary: carol, weight: cc("0.9") }];
    const sum = "Beneficiary weights add up to 1.0";
    expect([pay(wrong, provider).outcome, pay(wrong, undefined).outcome]).to.deep.equal([sum, sum]);
    expect(pay([], provider).outcome).to.equal(sum);
  });
});

describe("what a transfer expects", () => {
  it("is the DSO, and never no one in particular", () => {
    const ledger = new CoinLedger();
    const coin = ledger.tap(alice, "10");
    const attempt = (expectedDso: string | undefined) =>
      ledger.reasonOf(() =>
        ledger.exercise([alice, bob], AmuletRules_Transfer, ledger.rules, {
          transfer: transferOf({
            inputs: [{ tag: "InputAmulet", value: coin }],
            outputs: [output(bob, "1")],
          }),
          context: ledger.context,
          expectedDso,
        }),
      );
    expect([undefined, carol, dso].map(attempt)).to.deep.equal([
      "Expected DSO party not set by caller. Please change your code to set it as a prudent security measure.",
      "DSO party expected by caller 'carol' does not match actual DSO party 'DSO'",
      "accepted",
    ]);
  });
});
