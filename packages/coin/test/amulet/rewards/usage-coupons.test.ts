import { expect } from "chai";
import {
  AmuletRules_Transfer,
  AppRewardCoupon,
  ClosedMiningRound,
  IssuingMiningRound,
  metadataKeys,
  type TransferContext,
  type TransferInput,
  ValidatorRewardCoupon,
  ValidatorRight,
  ValidatorRight_ArchiveAsValidator,
} from "../../../src/index.js";
import {
  AppRewardCoupon_DsoExpire,
  ValidatorRewardCoupon_ArchiveAsValidator,
  ValidatorRewardCoupon_DsoExpire,
} from "../../../src/amulet/rewards/usage-coupons.js";
import { ValidatorRight_ArchiveAsUser } from "../../../src/amulet/rewards/validator-right.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  dso,
  minute,
  provider,
  validator,
} from "../../coin-fixture.js";
import { int } from "../../int-values.js";

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
    opensAt: BigInt(ledger.now + opensAfter),
    targetClosesAt: BigInt(ledger.now + opensAfter + 20 * minute),
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
    "by the provider when there is a beneficiary": {
      beneficiary: alice,
      reason: "Contract group identifier mismatch",
    },
    "by somebody else": { by: carol, reason: "Contract group identifier mismatch" },
    "twice in one transfer": { twice: true, reason: "CONTRACT_NOT_ACTIVE" },
    "before the round opens": { opensAfter: 1, reason: "deadline-not-exceeded" },
    "of a round that is not in the context": {
      round: 8n,
      reason: "TransferContext did not contain issuing mining round found for Round {number = 8}",
    },
    "without rounds": {
      context: { issuingMiningRounds: [] },
      reason: "TransferContext did not contain issuing mining round found for Round {number = 7}",
    },
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
    ).to.equal("Contract group identifier mismatch");
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
    [
      "with another user's right",
      bob,
      validator,
      bob,
      validator,
      "TransferContext did contain validator right for user",
    ],
    [
      "with another user's right in the place of the user's",
      bob,
      validator,
      alice,
      validator,
      "Contract mismatch",
    ],
    ["with another validator's right", alice, provider, alice, validator, "CONTRACT_NOT_FOUND"],
    ["by the user", alice, validator, alice, alice, "Contract mismatch"],
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

  it("ends with the right, which the user or the validator archives", () => {
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

describe("coupons that no one mints", () => {
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
    ["while another round is closed", dso, 6n, dso, "Contract group identifier mismatch"],
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
