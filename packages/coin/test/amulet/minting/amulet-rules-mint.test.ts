import { expect } from "chai";
import {
  Amulet,
  AmuletRules_DevNet_FeatureApp,
  AmuletRules_DevNet_Tap,
  FeaturedAppActivityMarker,
  FeaturedAppRight,
  FeaturedAppRight_Cancel,
  metadataKeys,
} from "../../../src/index.js";
import * as featuredAppRightV1 from "../../../src/token-standard/featured-app-right-v1.js";
import { AmuletRules_Mint } from "../../../src/amulet/minting/amulet-rules-mint.js";
import { FeaturedAppRight_Withdraw } from "../../../src/amulet/featured/featured-app-right.js";
import { OpenMiningRound_Fetch } from "../../../src/amulet/rounds/round.js";
import {
  alice,
  bob,
  cc,
  CoinLedger,
  createdIn,
  dso,
  provider,
  tapped,
} from "../../coin-fixture.js";

describe("a tap", () => {
  it("turns USD into CC, rounded up", () => {
    expect([
      tapped("10", "0.1"),
      tapped("1", "0.3"),
      tapped("0.0000000001", "3"),
      tapped("2", "3"),
    ]).to.deep.equal(["100.0000000000", "3.3333333334", "0.0000000001", "0.6666666667"]);
  });

  const table: ReadonlyArray<readonly [string, boolean, ReadonlyArray<string>, string, string]> = [
    ["by the receiver", true, [alice], "12.5", "accepted"],
    ["by somebody else", true, [bob], "12.5", "DAML_AUTHORIZATION_ERROR"],
    [
      "on a network that is no development network",
      false,
      [alice],
      "12.5",
      "isDevNet flag is true",
    ],
    ["of nothing", true, [alice], "0", "PreconditionFailed"],
    ["of less than nothing", true, [alice], "-1", "PreconditionFailed"],
  ];
  for (const [name, isDevNet, by, amount, outcome] of table) {
    it(`${name}: ${outcome}`, () => {
      const ledger = new CoinLedger({ isDevNet });
      const tap = () =>
        ledger.exercise(by, AmuletRules_DevNet_Tap, ledger.rules, {
          receiver: alice,
          amount: cc(amount),
          openRound: ledger.round,
        });
      expect(ledger.reasonOf(tap)).to.equal(outcome);
      expect(ledger.balanceOf(alice)).to.equal(
        outcome === "accepted" ? "12.5000000000" : "0.0000000000",
      );
    });
  }

  it("is reported as a mint, with the round and its price", () => {
    const ledger = new CoinLedger({ firstRound: 6n });
    const { result } = ledger.run([alice], AmuletRules_DevNet_Tap, ledger.rules, {
      receiver: alice,
      amount: cc("1"),
      openRound: ledger.round,
    });
    expect(result.amuletSum).to.deep.equal({
      amulet: ledger.coinsOf(alice)[0],
      amuletPrice: cc("0.1"),
      round: { number: 6n },
    });
    expect(result.meta?.values.get(metadataKeys.txKind)).to.equal("mint");
  });

  it("needs a round of this network, open or not", () => {
    const ledger = new CoinLedger();
    ledger.openRound(1n, { opensAt: BigInt(ledger.now + 1) });
    expect(ledger.reasonOf(() => ledger.tap(alice, "1"))).to.equal("accepted");
    ledger.openRound(1n, { dso: alice });
    expect(ledger.reasonOf(() => ledger.tap(alice, "1"))).to.equal(
      "Contract group identifier mismatch",
    );
  });
});

describe("a mint", () => {
  const table: ReadonlyArray<readonly [ReadonlyArray<string>, boolean, string]> = [
    [[dso, alice], true, "accepted"],
    [[dso, alice], false, "isDevNet flag is true"],
    [[dso], true, "DAML_AUTHORIZATION_ERROR"],
    [[alice], true, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [by, isDevNet, outcome] of table) {
    it(`by ${by.map((party) => party.split("::")[0]).join()}, ${isDevNet ? "" : "not "}on a development network: ${outcome}`, () => {
      const ledger = new CoinLedger({ isDevNet });
      const mint = () =>
        ledger.exercise(by, AmuletRules_Mint, ledger.rules, {
          receiver: alice,
          amount: cc("3"),
          openRound: ledger.round,
        });
      expect(ledger.reasonOf(mint)).to.equal(outcome);
      expect(ledger.balanceOf(alice)).to.equal(
        outcome === "accepted" ? "3.0000000000" : "0.0000000000",
      );
    });
  }

  it("of a coin past the rules is impossible without the DSO", () => {
    const ledger = new CoinLedger();
    const coin = ledger.tap(bob, "1");
    const amount = ledger.active(Amulet).find(({ contractId }) => contractId === coin)
      ?.payload.amount;
    if (amount === undefined) throw new Error("no coin");
    const forge = () => ledger.create([alice], Amulet, { dso, owner: alice, amount });
    expect(ledger.reasonOf(forge)).to.equal("DAML_AUTHORIZATION_ERROR");
  });
});

describe("the right of a featured app", () => {
  const feature = (ledger: CoinLedger, by = provider) =>
    ledger.exercise([by], AmuletRules_DevNet_FeatureApp, ledger.rules, { provider })
      .featuredAppRightCid;

  it("is taken by the provider itself, on development networks only", () => {
    const ledger = new CoinLedger();
    const right = feature(ledger);
    expect(ledger.active(FeaturedAppRight)).to.deep.equal([
      { contractId: right, payload: { dso, provider } },
    ]);
    expect(ledger.reasonOf(() => feature(ledger, alice))).to.equal("DAML_AUTHORIZATION_ERROR");
    const main = new CoinLedger({ isDevNet: false });
    expect(main.reasonOf(() => feature(main))).to.equal("isDevNet flag is true");
  });

  const ends: ReadonlyArray<readonly [string, string, boolean, string]> = [
    ["cancelled by the provider", provider, true, "accepted"],
    ["cancelled by the DSO", dso, true, "DAML_AUTHORIZATION_ERROR"],
    ["withdrawn by the DSO", dso, false, "accepted"],
    ["withdrawn by the provider", provider, false, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [name, by, cancels, outcome] of ends) {
    it(`is ${name}: ${outcome}`, () => {
      const ledger = new CoinLedger();
      const right = feature(ledger);
      const end = () =>
        cancels
          ? ledger.exercise([by], FeaturedAppRight_Cancel, right, {})
          : ledger.exercise([by], FeaturedAppRight_Withdraw, right, { reason: "misuse" });
      expect(ledger.reasonOf(end)).to.equal(outcome);
      expect(ledger.active(FeaturedAppRight)).to.have.lengthOf(outcome === "accepted" ? 0 : 1);
    });
  }

  const shares: ReadonlyArray<
    readonly [string, ReadonlyArray<readonly [string, string]>, string, number]
  > = [
    ["one beneficiary", [[alice, "1"]], "accepted", 1],
    [
      "two",
      [
        [alice, "0.3"],
        [bob, "0.7"],
      ],
      "accepted",
      2,
    ],
    [
      "one named twice",
      [
        [alice, "0.3"],
        [alice, "0.7"],
      ],
      "accepted",
      1,
    ],
    ["none", [], "Beneficiary weights add up to 1.0", 0],
    ["shares of less than 1", [[alice, "0.9999999999"]], "Beneficiary weights add up to 1.0", 0],
    [
      "shares of more than 1",
      [[alice, "1.0000000001"]],
      "Beneficiary weights are between 0.0 and 1.0",
      0,
    ],
    [
      "a share of 0",
      [
        [alice, "1"],
        [bob, "0"],
      ],
      "Beneficiary weights are between 0.0 and 1.0",
      0,
    ],
    [
      "a share below 0",
      [
        [alice, "2"],
        [bob, "-1"],
      ],
      "Beneficiary weights are between 0.0 and 1.0",
      0,
    ],
    ["twenty", Array.from({ length: 20 }, () => [alice, "0.05"] as const), "accepted", 1],
    [
      "twenty-one",
      Array.from({ length: 21 }, () => [alice, "0.05"] as const),
      "Beneficiary weights add up to 1.0",
      0,
    ],
  ];
  for (const [name, beneficiaries, outcome, markers] of shares) {
    it(`marks activity for ${name}: ${outcome}`, () => {
      const ledger = new CoinLedger();
      const right = feature(ledger);
      const mark = () =>
        ledger.exercise(
          [provider],
          featuredAppRightV1.FeaturedAppRight_CreateActivityMarker,
          right,
          {
            beneficiaries: beneficiaries.map(([beneficiary, weight]) => ({
              beneficiary,
              weight: cc(weight),
            })),
          },
        );
      expect(ledger.reasonOf(mark)).to.equal(outcome);
      expect(ledger.active(FeaturedAppActivityMarker)).to.have.lengthOf(markers);
      const views = ledger.views(featuredAppRightV1.FeaturedAppActivityMarkerInterface);
      const sum = [...views.values()].reduce((all, { weight }) => all + weight, 0n);
      expect(sum).to.equal(markers > 0 ? cc("1") : 0n);
    });
  }

  it("marks activity for the provider only, and shows whose it is", () => {
    const ledger = new CoinLedger();
    const right = feature(ledger);
    const mark = () =>
      ledger.exercise([alice], featuredAppRightV1.FeaturedAppRight_CreateActivityMarker, right, {
        beneficiaries: [{ beneficiary: alice, weight: cc("1") }],
      });
    expect(ledger.reasonOf(mark)).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(ledger.views(featuredAppRightV1.FeaturedAppRightInterface).get(right)).to.deep.equal({
      dso,
      provider,
    });
  });
});

it("an open round can be read by anyone", () => {
  const ledger = new CoinLedger({ firstRound: 3n });
  const { result, event } = ledger.run([bob], OpenMiningRound_Fetch, ledger.round, { p: bob });
  expect(result.round.number).to.equal(3n);
  expect(createdIn(event)).to.deep.equal([]);
});
