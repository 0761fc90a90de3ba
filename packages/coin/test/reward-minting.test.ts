import { type Choice, int64From, numericToText } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import {
  AmuletRules_ClaimExpiredRewards,
  AmuletRules_ConvertFeaturedAppActivityMarkers,
  AmuletRules_MergeUnclaimedRewards,
  AmuletRules_MiningRound_Close,
  AmuletRules_MiningRound_StartIssuing,
  AmuletRules_Transfer,
  AppRewardCoupon,
  AppRewardCoupon_DsoExpire,
  ClosedMiningRound,
  DevelopmentFundCoupon,
  FeaturedAppActivityMarker,
  IssuingMiningRound,
  SummarizingMiningRound,
  SvRewardCoupon,
  SvRewardCoupon_DsoExpire,
  type TransferInput,
  UnclaimedActivityRecord,
  UnclaimedActivityRecord_DsoExpire,
  UnclaimedReward,
  ValidatorFaucetCoupon,
  ValidatorFaucetCoupon_DsoExpire,
  ValidatorLivenessActivityRecord,
  ValidatorLivenessActivityRecord_DsoExpire,
  ValidatorRewardCoupon,
  ValidatorRewardCoupon_DsoExpire,
  ValidatorRight,
} from "../src/index.js";
import { alice, bob, carol, cc, CoinLedger, dso, minute, provider, start } from "./coin-fixture.js";

const int = (value: number | bigint) => {
  const read = int64From(value);
  if (read._tag === "Left") throw new Error(read.left);
  return read.right;
};

const round = { number: int(5) };

const issuance = {
  issuancePerValidatorRewardCoupon: cc("0.2"),
  issuancePerFeaturedAppRewardCoupon: cc("15.2207001522"),
  issuancePerUnfeaturedAppRewardCoupon: cc("0.6"),
  issuancePerSvRewardCoupon: cc("26092.6288323549"),
  optIssuancePerValidatorFaucetCoupon: cc("28.5"),
};

/** A ledger with round 5 issuing, from a minute after the start on. */
const issuing = (): CoinLedger & { readonly issuingRound: string } => {
  const ledger = new CoinLedger({ firstRound: 9n });
  const issuingRound = ledger.create([dso], IssuingMiningRound, {
    dso,
    round,
    ...issuance,
    opensAt: start + minute,
    targetClosesAt: start + 20 * minute,
  });
  ledger.pass(minute);
  return Object.assign(ledger, { issuingRound });
};

type Ledger = ReturnType<typeof issuing>;

interface MintOptions {
  readonly sender?: string;
  readonly rights?: ReadonlyArray<readonly [string, string]>;
  readonly rounds?: ReadonlyArray<readonly [typeof round, string]>;
}

const mint = (
  ledger: Ledger,
  inputs: ReadonlyArray<TransferInput>,
  { sender = alice, rights = [], rounds = [[round, ledger.issuingRound]] }: MintOptions = {},
) =>
  ledger.exercise([sender], AmuletRules_Transfer, ledger.rules, {
    transfer: { sender, provider: sender, inputs, outputs: [], beneficiaries: undefined },
    context: { ...ledger.context, issuingMiningRounds: rounds, validatorRights: rights },
    expectedDso: dso,
  });

const later = start + 10 * minute;
const app = { dso, provider: alice, amount: cc("1.5"), round };

interface Kind {
  readonly name: string;
  /** Coupons that Alice may mint. */
  make(ledger: Ledger, amount?: bigint): TransferInput;
  readonly minted: string;
  /** What the summary says. */
  readonly as: keyof ReturnType<typeof mint>["summary"];
  /** False for those with a time of their own. */
  readonly ofRound: boolean;
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "a featured app's coupon",
    make: (it) => ({
      tag: "InputAppRewardCoupon",
      value: it.create([dso], AppRewardCoupon, { ...app, featured: true, beneficiary: undefined }),
    }),
    minted: "22.8310502283",
    as: "inputAppRewardAmount",
    ofRound: true,
  },
  {
    name: "an unfeatured app's coupon of a beneficiary",
    make: (it) => ({
      tag: "InputAppRewardCoupon",
      value: it.create([dso], AppRewardCoupon, {
        ...app,
        provider,
        featured: false,
        beneficiary: alice,
      }),
    }),
    minted: "0.9000000000",
    as: "inputAppRewardAmount",
    ofRound: true,
  },
  {
    name: "an SV's coupon",
    make: (it) => ({
      tag: "InputSvRewardCoupon",
      value: it.create([dso], SvRewardCoupon, {
        dso,
        sv: bob,
        beneficiary: alice,
        round,
        weight: int(3),
      }),
    }),
    minted: "78277.8864970647",
    as: "inputSvRewardAmount",
    ofRound: true,
  },
  {
    name: "a liveness record",
    make: (it) => ({
      tag: "InputValidatorLivenessActivityRecord",
      value: it.create([dso], ValidatorLivenessActivityRecord, {
        dso,
        validator: alice,
        round,
        weight: undefined,
      }),
    }),
    minted: "28.5000000000",
    as: "inputValidatorFaucetAmount",
    ofRound: true,
  },
  {
    name: "a faucet coupon",
    make: (it) => ({
      tag: "ExtTransferInput",
      value: {
        dummyUnitField: {},
        optInputValidatorFaucetCoupon: it.create([dso, alice], ValidatorFaucetCoupon, {
          dso,
          validator: alice,
          round,
        }),
      },
    }),
    minted: "28.5000000000",
    as: "inputValidatorFaucetAmount",
    ofRound: true,
  },
  {
    name: "a record of unclaimed activity",
    make: (it) => ({
      tag: "InputUnclaimedActivityRecord",
      value: it.create([dso], UnclaimedActivityRecord, {
        dso,
        beneficiary: alice,
        amount: cc("7.0000000001"),
        reason: "an outage",
        expiresAt: later,
      }),
    }),
    minted: "7.0000000001",
    as: "inputUnclaimedActivityRecordAmount",
    ofRound: false,
  },
  {
    name: "a coupon of the development fund",
    make: (it) => ({
      tag: "InputDevelopmentFundCoupon",
      value: it.create([dso], DevelopmentFundCoupon, {
        dso,
        beneficiary: alice,
        fundManager: bob,
        amount: cc("1000"),
        reason: "a grant",
        expiresAt: later,
        mintAfter: undefined,
      }),
    }),
    minted: "1000.0000000000",
    as: "inputDevelopmentFundAmount",
    ofRound: false,
  },
];

describe("minting", () => {
  for (const { name, make, minted, as, ofRound } of kinds) {
    describe(name, () => {
      it(`gives ${minted} CC, and the summary says so`, () => {
        const ledger = issuing();
        const { summary } = mint(ledger, [make(ledger)]);
        expect(ledger.balanceOf(alice)).to.equal(minted);
        expect(summary[as]).to.equal(cc(minted));
      });

      it("happens once: not again, and not twice in one transfer", () => {
        const ledger = issuing();
        const input = make(ledger);
        expect(ledger.reasonOf(() => mint(ledger, [input, input]))).to.equal("CONTRACT_NOT_ACTIVE");
        mint(ledger, [input]);
        expect(ledger.reasonOf(() => mint(ledger, [input]))).to.equal("CONTRACT_NOT_FOUND");
        expect(ledger.balanceOf(alice)).to.equal(minted);
      });

      it("is not for others", () => {
        const ledger = issuing();
        const input = make(ledger);
        const attempt = () => mint(ledger, [input], { sender: carol });
        expect(ledger.reasonOf(attempt)).to.equal("wrong-contract");
      });

      if (ofRound) {
        it("needs the coupon's own issuing round, and that it has opened", () => {
          const ledger = issuing();
          const input = make(ledger);
          const six = { number: int(6) };
          expect(ledger.reasonOf(() => mint(ledger, [input], { rounds: [] }))).to.equal(
            "missing-context",
          );
          const other = ledger.create([dso], IssuingMiningRound, {
            dso,
            round: six,
            ...issuance,
            opensAt: start,
            targetClosesAt: later,
          });
          const wrong = [[round, other]] as const;
          expect(ledger.reasonOf(() => mint(ledger, [input], { rounds: wrong }))).to.equal(
            "wrong-contract",
          );
          const soon = ledger.create([dso], IssuingMiningRound, {
            dso,
            round,
            ...issuance,
            opensAt: ledger.now + 1,
            targetClosesAt: later,
          });
          const early = [[round, soon]] as const;
          expect(ledger.reasonOf(() => mint(ledger, [input], { rounds: early }))).to.equal(
            "deadline-not-reached",
          );
          ledger.pass(1);
          mint(ledger, [input], { rounds: early });
        });

        it("is over when the round is closed", () => {
          const ledger = issuing();
          const input = make(ledger);
          ledger.pass(19 * minute);
          ledger.exercise([dso], AmuletRules_MiningRound_Close, ledger.rules, {
            issuingRoundCid: ledger.issuingRound,
          });
          expect(ledger.reasonOf(() => mint(ledger, [input]))).to.equal("CONTRACT_NOT_FOUND");
        });
      } else {
        it("needs no round, and ends with the coupon's own time", () => {
          const ledger = issuing();
          const inputs = [make(ledger), make(ledger)] as const;
          ledger.now = later - 1;
          mint(ledger, [inputs[0]], { rounds: [] });
          ledger.now = later;
          expect(ledger.reasonOf(() => mint(ledger, [inputs[1]]))).to.equal("deadline-exceeded");
        });
      }
    });
  }

  it("nothing through the extension of inputs is refused", () => {
    const ledger = issuing();
    const input: TransferInput = {
      tag: "ExtTransferInput",
      value: { dummyUnitField: {}, optInputValidatorFaucetCoupon: undefined },
    };
    expect(ledger.reasonOf(() => mint(ledger, [input]))).to.equal("invalid-argument");
  });

  it("a coupon of the development fund waits for its mintAfter", () => {
    const ledger = issuing();
    const value = ledger.create([dso], DevelopmentFundCoupon, {
      dso,
      beneficiary: alice,
      fundManager: bob,
      amount: cc("10"),
      reason: "a grant",
      expiresAt: later,
      mintAfter: later - minute,
    });
    const attempt = () => mint(ledger, [{ tag: "InputDevelopmentFundCoupon", value }]);
    ledger.now = later - minute - 1;
    expect(ledger.reasonOf(attempt)).to.equal("deadline-not-reached");
    ledger.pass(1);
    attempt();
    expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
  });

  it("nothing for a record of a round that issues nothing per record", () => {
    const ledger = issuing();
    const six = { number: int(6) };
    const silent = ledger.create([dso], IssuingMiningRound, {
      dso,
      round: six,
      ...issuance,
      optIssuancePerValidatorFaucetCoupon: undefined,
      opensAt: start,
      targetClosesAt: later,
    });
    const value = ledger.create([dso], ValidatorLivenessActivityRecord, {
      dso,
      validator: alice,
      round: six,
      weight: undefined,
    });
    const input: TransferInput = { tag: "InputValidatorLivenessActivityRecord", value };
    mint(ledger, [input], { rounds: [[six, silent]] });
    expect(ledger.balanceOf(alice)).to.equal("0.0000000000");
  });
});

describe("minting a coupon for a user's burn", () => {
  const burned = (ledger: Ledger): TransferInput => ({
    tag: "InputValidatorRewardCoupon",
    value: ledger.create([dso], ValidatorRewardCoupon, {
      dso,
      user: bob,
      amount: cc("12.5"),
      round,
    }),
  });
  const right = (ledger: Ledger, user: string, validator: string): string =>
    ledger.create([user, validator], ValidatorRight, { dso, user, validator });

  it("is for the validator with the user's right, once", () => {
    const ledger = issuing();
    const input = burned(ledger);
    const rights = [[bob, right(ledger, bob, alice)]] as const;
    const asAlice = () =>
      ledger.exercise(
        [alice],
        AmuletRules_Transfer,
        ledger.rules,
        {
          transfer: {
            sender: alice,
            provider: alice,
            inputs: [input],
            outputs: [],
            beneficiaries: undefined,
          },
          context: {
            ...ledger.context,
            issuingMiningRounds: [[round, ledger.issuingRound]],
            validatorRights: rights,
          },
          expectedDso: dso,
        },
        { readAs: [dso, bob] },
      );
    const { summary } = asAlice();
    expect(ledger.balanceOf(alice)).to.equal("2.5000000000");
    expect(summary.inputValidatorRewardAmount).to.equal(cc("2.5"));
    expect(ledger.reasonOf(asAlice)).to.equal("CONTRACT_NOT_FOUND");
  });

  it("needs the right of this user, for this validator", () => {
    const ledger = issuing();
    const input = burned(ledger);
    expect(ledger.reasonOf(() => mint(ledger, [input]))).to.equal("missing-context");
    const ofCarol = [[bob, right(ledger, bob, carol)]] as const;
    const asBob = () => mint(ledger, [input], { sender: bob, rights: ofCarol });
    expect(ledger.reasonOf(asBob)).to.equal("not-authorized");
    const ofAnother = [[bob, right(ledger, carol, alice)]] as const;
    const asAlice = () => mint(ledger, [input], { rights: ofAnother });
    expect(ledger.reasonOf(asAlice)).to.equal("not-authorized");
  });
});

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
        weight: undefined,
      }),
  ],
  [
    "a faucet coupon",
    ValidatorFaucetCoupon_DsoExpire,
    (it) => it.create([dso, bob], ValidatorFaucetCoupon, { dso, validator: bob, round }),
  ],
];

describe("a coupon nobody minted", () => {
  for (const [name, expire, make] of coupons) {
    it(`${name} expires by the DSO once its own round is closed, and once`, () => {
      const ledger = new CoinLedger();
      const id = make(ledger);
      const run = (number: number, actAs = [dso]) => {
        const closedRoundCid = closedRound(ledger, number);
        return () => ledger.exercise(actAs, expire, id, { closedRoundCid });
      };
      expect(ledger.reasonOf(run(4))).to.equal("wrong-contract");
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

  it("is claimed by nobody but the DSO, and with its own round", () => {
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
    expect(ledger.reasonOf(run([dso], other))).to.equal("wrong-contract");
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
    expect(ledger.reasonOf(() => merge([dso], one))).to.equal("invalid-argument");
    const twice = [...one, ...one];
    expect(ledger.reasonOf(() => merge([dso], twice))).to.equal("CONTRACT_NOT_ACTIVE");
    expect(ledger.reasonOf(() => merge([bob], unclaimedRewardCids))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    merge([dso], unclaimedRewardCids);
    const left = ledger.active(UnclaimedReward).map(({ payload }) => payload.amount);
    expect(left).to.deep.equal([cc("3.5000000001")]);
  });

  it("given as a record come back when nobody minted it in time", () => {
    const ledger = new CoinLedger();
    const id = ledger.create([dso], UnclaimedActivityRecord, {
      dso,
      beneficiary: alice,
      amount: cc("3"),
      reason: "an outage",
      expiresAt: later,
    });
    const expire = (actAs = [dso]) =>
      ledger.exercise(actAs, UnclaimedActivityRecord_DsoExpire, id, {});
    ledger.now = later - 1;
    expect(ledger.reasonOf(() => expire())).to.equal("deadline-not-reached");
    ledger.now = later;
    expect(ledger.reasonOf(() => expire([alice]))).to.equal("DAML_AUTHORIZATION_ERROR");
    expire();
    expect(ledger.active(UnclaimedReward)[0]?.payload.amount).to.equal(cc("3"));
    expect(ledger.reasonOf(() => expire())).to.equal("CONTRACT_NOT_FOUND");
  });
});

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

  it("are worth 1 USD where the configuration names no amount, and nothing where it names 0", () => {
    const worth = (amount: string | undefined) => {
      const ledger = new CoinLedger({
        config: (it) => ({
          ...it,
          featuredAppActivityMarkerAmount: amount === undefined ? undefined : cc(amount),
        }),
      });
      convert(ledger, [marker(ledger, bob, "1")]);
      expect(ledger.active(FeaturedAppActivityMarker)).to.have.length(0);
      return couponsOf(ledger).map(([, shown]) => shown);
    };
    expect(worth(undefined)).to.deep.equal(["10.0000000000"]);
    expect(worth("0")).to.deep.equal([]);
  });

  it("are converted by the DSO only, and in a round that has opened", () => {
    const ledger = new CoinLedger();
    const cids = [marker(ledger, bob, "1")];
    expect(ledger.reasonOf(() => convert(ledger, cids, { actAs: [provider] }))).to.equal(
      "DAML_AUTHORIZATION_ERROR",
    );
    const roundCid = ledger.openRound(1n, { opensAt: ledger.now + 1 });
    expect(ledger.reasonOf(() => convert(ledger, cids, { roundCid }))).to.equal("not-yet-open");
  });
});

describe("a whole round", () => {
  it("mints exactly its coupons' issuance, whatever they are, and the rest stays unclaimed", () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 15n });
    const arbitrary = fc.record({
      apps: fc.array(fc.record({ amount, featured: fc.boolean() }), { maxLength: 4 }),
      weights: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }),
      records: fc.integer({ min: 0, max: 3 }),
      minted: fc.integer({ min: 0, max: 10 }),
    });
    fc.assert(
      fc.property(arbitrary, (made) => {
        const { minted, unclaimed, issued, slack } = playRound(made);
        const difference = minted + unclaimed - issued;
        expect(difference <= slack && -difference <= slack, `${difference} > ${slack}`).to.equal(
          true,
        );
      }),
      { numRuns: 40 },
    );
  });
});

interface MadeCoupons {
  readonly apps: ReadonlyArray<{ readonly amount: bigint; readonly featured: boolean }>;
  readonly weights: ReadonlyArray<number>;
  readonly records: number;
  /** How many of the coupons are minted in time. */
  readonly minted: number;
}

const unitsOf = (value: bigint) => {
  const digits = value.toString().padStart(11, "0");
  return cc(`${digits.slice(0, -10)}.${digits.slice(-10)}`);
};

/** Makes coupons, counts them, mints some and claims the others. */
const playRound = ({ apps, weights, records, minted }: MadeCoupons) => {
  const ledger = new CoinLedger({ firstRound: 9n });
  const { initialValue } = ledger.config.issuanceCurve;
  const appCids = apps.map(({ amount, featured }) =>
    ledger.create([dso], AppRewardCoupon, {
      dso,
      provider: alice,
      featured,
      amount: unitsOf(amount),
      round,
      beneficiary: undefined,
    }),
  );
  const svCids = weights.map((weight) =>
    ledger.create([dso], SvRewardCoupon, {
      dso,
      sv: bob,
      beneficiary: alice,
      round,
      weight: int(weight),
    }),
  );
  const recordCids = Array.from({ length: records }, () =>
    ledger.create([dso], ValidatorLivenessActivityRecord, {
      dso,
      validator: alice,
      round,
      weight: undefined,
    }),
  );
  const total = (featured: boolean) =>
    unitsOf(apps.reduce((sum, app) => (app.featured === featured ? sum + app.amount : sum), 0n));
  const miningRoundCid = ledger.create([dso], SummarizingMiningRound, {
    dso,
    round,
    amuletPrice: cc("0.1"),
    issuanceConfig: initialValue,
    tickDuration: ledger.config.tickDuration,
  });
  const { issuingRoundCid } = ledger.exercise(
    [dso],
    AmuletRules_MiningRound_StartIssuing,
    ledger.rules,
    {
      miningRoundCid,
      summary: {
        totalValidatorRewardCoupons: cc("0"),
        totalFeaturedAppRewardCoupons: total(true),
        totalUnfeaturedAppRewardCoupons: total(false),
        totalSvRewardWeight: int(weights.reduce((sum, weight) => sum + weight, 0)),
        optTotalValidatorFaucetCoupons: int(records),
      },
    },
  );
  const inputs: ReadonlyArray<TransferInput> = [
    ...appCids.map((value): TransferInput => ({ tag: "InputAppRewardCoupon", value })),
    ...svCids.map((value): TransferInput => ({ tag: "InputSvRewardCoupon", value })),
    ...recordCids.map(
      (value): TransferInput => ({ tag: "InputValidatorLivenessActivityRecord", value }),
    ),
  ];
  ledger.pass(10 * minute);
  const used = inputs.slice(0, minted);
  mint(Object.assign(ledger, { issuingRound: issuingRoundCid }), used);
  ledger.pass(20 * minute);
  const { closedRoundCid } = ledger.exercise([dso], AmuletRules_MiningRound_Close, ledger.rules, {
    issuingRoundCid,
  });
  const left = (cids: ReadonlyArray<string>) =>
    cids.filter((id) => ledger.contracts().some(({ contractId }) => contractId === id));
  ledger.exercise([dso], AmuletRules_ClaimExpiredRewards, ledger.rules, {
    closedRoundCid,
    appCouponCids: left(appCids),
    validatorRewardCouponCids: [],
    svRewardCouponCids: left(svCids),
    optValidatorFaucetCouponCids: undefined,
    optValidatorLivenessActivityRecordCids: left(recordCids),
  });
  const unclaimed = ledger
    .active(UnclaimedReward)
    .reduce((sum, { payload }) => sum + payload.amount, 0n);
  const wholeCoupons = apps.reduce((sum, app) => sum + app.amount, 0n) / 10n ** 10n;
  const weightAndRecords = BigInt(weights.reduce((sum, weight) => sum + weight, records));
  return {
    minted: cc(ledger.balanceOf(alice)),
    unclaimed,
    issued: cc("761035.0076103501"),
    slack: wholeCoupons + weightAndRecords + BigInt(inputs.length) + 20n,
  };
};
