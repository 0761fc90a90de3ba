import { expect } from "chai";
import { int64From, type Int64 } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  Amulet,
  AmuletRules_DevNet_FeatureApp,
  AmuletRules_DevNet_Tap,
  AmuletRules_Transfer,
  AppRewardCoupon,
  ClosedMiningRound,
  FeaturedAppActivityMarker,
  FeaturedAppRight,
  FeaturedAppRight_Cancel,
  IssuingMiningRound,
  metadataKeys,
  type TransferContext,
  type TransferInput,
  ValidatorRewardCoupon,
  ValidatorRight,
  ValidatorRight_ArchiveAsValidator,
} from "../../../src/index.js";
import * as featuredAppRightV1 from "../../../src/token-standard/featured-app-right-v1.js";
import { AmuletRules_Mint } from "../../../src/amulet/minting/amulet-rules-mint.js";
import {
  AppRewardCoupon_DsoExpire,
  ValidatorRewardCoupon_ArchiveAsValidator,
  ValidatorRewardCoupon_DsoExpire,
} from "../../../src/amulet/rewards/usage-coupons.js";
import { FeaturedAppRight_Withdraw } from "../../../src/amulet/featured/featured-app-right.js";
import { OpenMiningRound_Fetch } from "../../../src/amulet/rounds/round.js";
import { ValidatorRight_ArchiveAsUser } from "../../../src/amulet/rewards/validator-right.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  createdIn,
  dso,
  minute,
  provider,
  tapped,
  validator,
} from "../../coin-fixture.js";

const int = (value: bigint): Int64 => {
  const read = int64From(value);
  if (isLeft(read)) throw new Error(read.left);
  return read.right;
};

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
    ["on a network that is no development network", false, [alice], "12.5", "not-dev-net"],
    ["of nothing", true, [alice], "0", "invalid-argument"],
    ["of less than nothing", true, [alice], "-1", "invalid-argument"],
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
    ledger.openRound(1n, { opensAt: ledger.now + 1 });
    expect(ledger.reasonOf(() => ledger.tap(alice, "1"))).to.equal("accepted");
    ledger.openRound(1n, { dso: alice });
    expect(ledger.reasonOf(() => ledger.tap(alice, "1"))).to.equal("wrong-contract");
  });
});

describe("a mint", () => {
  const table: ReadonlyArray<readonly [ReadonlyArray<string>, boolean, string]> = [
    [[dso, alice], true, "accepted"],
    [[dso, alice], false, "not-dev-net"],
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
    expect(main.reasonOf(() => feature(main))).to.equal("not-dev-net");
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
    ["none", [], "invalid-argument", 0],
    ["shares of less than 1", [[alice, "0.9999999999"]], "invalid-argument", 0],
    ["shares of more than 1", [[alice, "1.0000000001"]], "invalid-argument", 0],
    [
      "a share of 0",
      [
        [alice, "1"],
        [bob, "0"],
      ],
      "invalid-argument",
      0,
    ],
    [
      "a share below 0",
      [
        [alice, "2"],
        [bob, "-1"],
      ],
      "invalid-argument",
      0,
    ],
    ["twenty", Array.from({ length: 20 }, () => [alice, "0.05"] as const), "accepted", 1],
    [
      "twenty-one",
      Array.from({ length: 21 }, () => [alice, "0.05"] as const),
      "invalid-argument",
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

/**
 * A ledger with an issuing round 7: 0.2 CC per validator coupon unit, 3 per featured and 0.6 per
 * unfeatured one.
 */
const issuing = (opensAfter = 0) => {
  const ledger = new CoinLedger({ firstRound: 9n });
  const issuingRound = ledger.create([dso], IssuingMiningRound, {
    dso,
    round: { number: int(7n) },
    issuancePerValidatorRewardCoupon: cc("0.2"),
    issuancePerFeaturedAppRewardCoupon: cc("3"),
    issuancePerUnfeaturedAppRewardCoupon: cc("0.6"),
    issuancePerSvRewardCoupon: cc("1"),
    opensAt: ledger.now + opensAfter,
    targetClosesAt: ledger.now + opensAfter + 20 * minute,
    optIssuancePerValidatorFaucetCoupon: cc("2"),
  });
  const coupon = (featured: boolean, beneficiary?: string, number = 7n) =>
    ledger.create([dso], AppRewardCoupon, {
      dso,
      provider,
      featured,
      amount: cc("10"),
      round: { number: int(number) },
      beneficiary,
    });
  const burnCoupon = (user: string) =>
    ledger.create([dso], ValidatorRewardCoupon, {
      dso,
      user,
      amount: cc("2.5"),
      round: { number: int(7n) },
    });
  const mint = (
    sender: string,
    inputs: ReadonlyArray<TransferInput>,
    context: Partial<TransferContext> = {},
  ) =>
    ledger.exercise([sender], AmuletRules_Transfer, ledger.rules, {
      transfer: { sender, provider: sender, inputs, outputs: [], beneficiaries: undefined },
      context: {
        ...ledger.context,
        issuingMiningRounds: [[{ number: int(7n) }, issuingRound]],
        ...context,
      },
      expectedDso: dso,
    });
  return { ledger, issuingRound, coupon, burnCoupon, mint };
};

describe("minting from the coupon of an app", () => {
  const amounts: ReadonlyArray<readonly [boolean, string]> = [
    [true, "30.0000000000"],
    [false, "6.0000000000"],
  ];
  for (const [featured, minted] of amounts) {
    it(`gives ${minted} CC for a coupon of 10 that is ${featured ? "" : "not "}featured`, () => {
      const { ledger, coupon, mint } = issuing();
      const value = coupon(featured);
      const { summary, meta } = mint(provider, [{ tag: "InputAppRewardCoupon", value }]);
      expect(ledger.balanceOf(provider)).to.equal(minted);
      expect(summary.inputAppRewardAmount).to.equal(cc(minted));
      expect(meta?.values.get(metadataKeys.appRewards)).to.equal(`${Number(minted)}.0`);
      expect(ledger.active(AppRewardCoupon)).to.deep.equal([]);
    });
  }

  interface Case {
    readonly by?: string;
    readonly beneficiary?: string;
    readonly round?: bigint;
    readonly opensAfter?: number;
    readonly twice?: boolean;
    readonly context?: Partial<TransferContext>;
    readonly reason: string;
  }
  const table: Readonly<Record<string, Case>> = {
    "by the beneficiary": { by: alice, beneficiary: alice, reason: "accepted" },
    "by the provider when there is a beneficiary": { beneficiary: alice, reason: "wrong-contract" },
    "by somebody else": { by: carol, reason: "wrong-contract" },
    "twice in one transfer": { twice: true, reason: "CONTRACT_NOT_ACTIVE" },
    "before the round opens": { opensAfter: 1, reason: "deadline-not-exceeded" },
    "of a round that is not in the context": { round: 8n, reason: "missing-context" },
    "without rounds": { context: { issuingMiningRounds: [] }, reason: "missing-context" },
  };
  for (const [
    name,
    { by = provider, beneficiary, round, opensAfter, twice, context, reason },
  ] of Object.entries(table)) {
    it(`${name}: ${reason}`, () => {
      const { ledger, coupon, mint } = issuing(opensAfter);
      const value = coupon(true, beneficiary, round);
      const input: TransferInput = { tag: "InputAppRewardCoupon", value };
      const attempt = () => mint(by, twice === true ? [input, input] : [input], context);
      expect(ledger.reasonOf(attempt)).to.equal(reason);
      expect(ledger.balanceOf(by)).to.equal(
        reason === "accepted" ? "30.0000000000" : "0.0000000000",
      );
    });
  }

  it("in the place of another round is refused", () => {
    const { ledger, coupon, issuingRound, mint } = issuing();
    const value = coupon(true, undefined, 8n);
    const context = {
      issuingMiningRounds: [[{ number: int(8n) }, issuingRound] as const],
    };
    expect(
      ledger.reasonOf(() => mint(provider, [{ tag: "InputAppRewardCoupon", value }], context)),
    ).to.equal("wrong-contract");
  });
});

describe("minting from the coupon of a burn", () => {
  const withRight = (user = alice, of = validator) => {
    const made = issuing();
    const right = made.ledger.create([user, of], ValidatorRight, { dso, user, validator: of });
    const value = made.burnCoupon(alice);
    const inputs: ReadonlyArray<TransferInput> = [{ tag: "InputValidatorRewardCoupon", value }];
    return { ...made, right, inputs, coupon: value };
  };

  it("is for the validator who holds the user's right", () => {
    const { ledger, right, inputs, mint } = withRight();
    const { summary, meta } = mint(validator, inputs, { validatorRights: [[alice, right]] });
    expect(ledger.balanceOf(validator)).to.equal("0.5000000000");
    expect(summary.inputValidatorRewardAmount).to.equal(cc("0.5"));
    expect(meta?.values.get(metadataKeys.validatorRewards)).to.equal("0.5");
    expect(ledger.active(ValidatorRewardCoupon)).to.deep.equal([]);
  });

  const table: ReadonlyArray<readonly [string, string, string, string, string, string]> = [
    ["with another user's right", bob, validator, bob, validator, "missing-context"],
    [
      "with another user's right in the place of the user's",
      bob,
      validator,
      alice,
      validator,
      "wrong-contract",
    ],
    ["with another validator's right", alice, provider, alice, validator, "CONTRACT_NOT_FOUND"],
    ["by the user", alice, validator, alice, alice, "wrong-contract"],
  ];
  for (const [name, user, holder, key, by, reason] of table) {
    it(`${name}: ${reason}`, () => {
      const { ledger, right, inputs, mint } = withRight(user, holder);
      expect(ledger.reasonOf(() => mint(by, inputs, { validatorRights: [[key, right]] }))).to.equal(
        reason,
      );
    });
  }

  it("is used up by the validator and the DSO together only", () => {
    const { ledger, right, coupon } = withRight();
    const use = (by: ReadonlyArray<string>) =>
      ledger.reasonOf(() =>
        ledger.exercise(by, ValidatorRewardCoupon_ArchiveAsValidator, coupon, {
          validator,
          rightCid: right,
        }),
      );
    expect([use([validator]), use([dso]), use([dso, validator])]).to.deep.equal([
      "DAML_AUTHORIZATION_ERROR",
      "DAML_AUTHORIZATION_ERROR",
      "accepted",
    ]);
  });

  it("ends with the right, which the user or the validator gives up", () => {
    for (const [by, choice] of [
      [alice, ValidatorRight_ArchiveAsUser],
      [validator, ValidatorRight_ArchiveAsValidator],
    ] as const) {
      const { ledger, right, inputs, mint } = withRight();
      const other = by === alice ? validator : alice;
      expect(ledger.reasonOf(() => ledger.exercise([other], choice, right, {}))).to.equal(
        "DAML_AUTHORIZATION_ERROR",
      );
      ledger.exercise([by], choice, right, {});
      expect(
        ledger.reasonOf(() => mint(validator, inputs, { validatorRights: [[alice, right]] })),
      ).to.equal("CONTRACT_NOT_FOUND");
    }
  });
});

describe("coupons that nobody mints", () => {
  const closedRound = (ledger: CoinLedger, number: bigint, of = dso) =>
    ledger.create([of], ClosedMiningRound, {
      dso: of,
      round: { number: int(number) },
      issuancePerValidatorRewardCoupon: cc("0"),
      issuancePerFeaturedAppRewardCoupon: cc("0"),
      issuancePerUnfeaturedAppRewardCoupon: cc("0"),
      issuancePerSvRewardCoupon: cc("0"),
      optIssuancePerValidatorFaucetCoupon: undefined,
    });

  const table: ReadonlyArray<readonly [string, string, bigint, string, string]> = [
    ["once their round is closed", dso, 7n, dso, "accepted"],
    ["while another round is closed", dso, 6n, dso, "wrong-contract"],
    ["by a round of another coin", dso, 7n, carol, "DAML_AUTHORIZATION_ERROR"],
    ["by the provider", provider, 7n, dso, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [name, by, number, of, outcome] of table) {
    it(`are removed ${name}: ${outcome}`, () => {
      const { ledger, coupon, burnCoupon } = issuing();
      const app = coupon(true);
      const burn = burnCoupon(alice);
      const argument = { closedRoundCid: closedRound(ledger, number, of) };
      const reading = { readAs: [dso, carol] };
      const attempts = [
        () => ledger.exercise([by], AppRewardCoupon_DsoExpire, app, argument, reading),
        () => ledger.exercise([by], ValidatorRewardCoupon_DsoExpire, burn, argument, reading),
      ];
      expect(attempts.map((attempt) => ledger.reasonOf(attempt))).to.deep.equal([outcome, outcome]);
    });
  }

  it("say what they were worth", () => {
    const { ledger, coupon, burnCoupon } = issuing();
    const argument = { closedRoundCid: closedRound(ledger, 7n) };
    expect(
      ledger.exercise([dso], AppRewardCoupon_DsoExpire, coupon(false), argument),
    ).to.deep.equal({
      featured: false,
      amount: cc("10"),
    });
    expect(
      ledger.exercise([dso], ValidatorRewardCoupon_DsoExpire, burnCoupon(bob), argument),
    ).to.deep.equal({ amount: cc("2.5") });
  });
});

it("an open round can be read by anybody", () => {
  const ledger = new CoinLedger({ firstRound: 3n });
  const { result, event } = ledger.run([bob], OpenMiningRound_Fetch, ledger.round, { p: bob });
  expect(result.round.number).to.equal(3n);
  expect(createdIn(event)).to.deep.equal([]);
});
