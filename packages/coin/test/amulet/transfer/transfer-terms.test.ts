import { expect } from "chai";
import {
  AmuletRules_Transfer,
  type Transfer,
  AmuletRules_DevNet_FeatureApp,
  AppRewardCoupon,
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
  /** Who earned how much in which round, in the order of the parties. */
  const earned = (ledger: CoinLedger) =>
    ledger
      .active(AppRewardCoupon)
      .map(({ payload }) => [payload.beneficiary, payload.amount, payload.round.number])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));

  it("is a coupon of the open round over the activity amount", () => {
    const { ledger, outcome } = pay(undefined, provider, new CoinLedger({ firstRound: 4n }));
    expect(outcome).to.equal("accepted");
    expect(earned(ledger)).to.deep.equal([[provider, cc("10"), 4n]]);
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
      [alice, cc("7.5"), 0n],
      [carol, cc("2.5"), 0n],
    ]);
  });

  it("is nothing without the right", () => {
    const { ledger, outcome } = pay(undefined, undefined);
    expect(outcome).to.equal("accepted");
    expect(earned(ledger)).to.deep.equal([]);
  });

  it("needs the provider's own right", () => {
    expect(pay(undefined, carol).outcome).to.equal("wrong-contract");
  });

  it("has beneficiaries whose weights add up to 1, featured or not", () => {
    const wrong = [{ beneficiary: carol, weight: cc("0.9") }];
    expect([pay(wrong, provider).outcome, pay(wrong, undefined).outcome]).to.deep.equal([
      "invalid-argument",
      "invalid-argument",
    ]);
    expect(pay([], provider).outcome).to.equal("invalid-argument");
  });
});

describe("what a transfer expects", () => {
  it("is the DSO, and never nobody in particular", () => {
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
      "wrong-contract",
      "wrong-contract",
      "accepted",
    ]);
  });
});
