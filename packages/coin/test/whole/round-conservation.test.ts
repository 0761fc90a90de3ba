import { expect } from "chai";
import fc from "fast-check";
import {
  AmuletRules_ClaimExpiredRewards,
  AmuletRules_MiningRound_Close,
  AmuletRules_MiningRound_StartIssuing,
  AppRewardCoupon,
  SummarizingMiningRound,
  SvRewardCoupon,
  type TransferInput,
  UnclaimedReward,
  ValidatorLivenessActivityRecord,
} from "../../src/index.js";
import { alice, bob, cc, CoinLedger, dso, minute } from "../coin-fixture.js";
import { int } from "../coin-values.js";
import { app, mint, round } from "../minting-ledger.js";

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

const sumOf = (values: ReadonlyArray<bigint>): bigint =>
  values.reduce((sum, value) => sum + value, 0n);

/** All coupons are Alice's. @returns them as inputs of a transfer */
const makeCoupons = (
  ledger: CoinLedger,
  { apps, weights, records }: MadeCoupons,
): ReadonlyArray<TransferInput> => [
  ...apps.map(
    ({ amount, featured }): TransferInput => ({
      tag: "InputAppRewardCoupon",
      value: ledger.create([dso], AppRewardCoupon, {
        ...app,
        featured,
        amount: unitsOf(amount),
        beneficiary: undefined,
      }),
    }),
  ),
  ...weights.map(
    (weight): TransferInput => ({
      tag: "InputSvRewardCoupon",
      value: ledger.create([dso], SvRewardCoupon, {
        dso,
        sv: bob,
        beneficiary: alice,
        round,
        weight: int(weight),
      }),
    }),
  ),
  ...Array.from(
    { length: records },
    (): TransferInput => ({
      tag: "InputValidatorLivenessActivityRecord",
      value: ledger.create([dso], ValidatorLivenessActivityRecord, {
        dso,
        validator: alice,
        round,
      }),
    }),
  ),
];

/** Counts the coupons and begins to issue for them. @returns the issuing round */
const startIssuing = (ledger: CoinLedger, { apps, weights, records }: MadeCoupons): string => {
  const total = (featured: boolean) =>
    unitsOf(sumOf(apps.filter((it) => it.featured === featured).map(({ amount }) => amount)));
  const miningRoundCid = ledger.create([dso], SummarizingMiningRound, {
    dso,
    round,
    amuletPrice: cc("0.1"),
    issuanceConfig: ledger.config.issuanceCurve.initialValue,
    tickDuration: ledger.config.tickDuration,
  });
  return ledger.exercise([dso], AmuletRules_MiningRound_StartIssuing, ledger.rules, {
    miningRoundCid,
    summary: {
      totalValidatorRewardCoupons: cc("0"),
      totalFeaturedAppRewardCoupons: total(true),
      totalUnfeaturedAppRewardCoupons: total(false),
      totalSvRewardWeight: int(sumOf(weights.map(BigInt))),
      optTotalValidatorFaucetCoupons: int(records),
    },
  }).issuingRoundCid;
};

/** Closes the round and claims the coupons that are left. */
const endRound = (
  ledger: CoinLedger,
  issuingRoundCid: string,
  left: ReadonlyArray<TransferInput>,
): void => {
  const { closedRoundCid } = ledger.exercise([dso], AmuletRules_MiningRound_Close, ledger.rules, {
    issuingRoundCid,
  });
  const of = (tag: TransferInput["tag"]) =>
    left.flatMap((it) => (it.tag === tag && it.tag !== "ExtTransferInput" ? [it.value] : []));
  ledger.exercise([dso], AmuletRules_ClaimExpiredRewards, ledger.rules, {
    closedRoundCid,
    appCouponCids: of("InputAppRewardCoupon"),
    validatorRewardCouponCids: [],
    svRewardCouponCids: of("InputSvRewardCoupon"),
    optValidatorFaucetCouponCids: undefined,
    optValidatorLivenessActivityRecordCids: of("InputValidatorLivenessActivityRecord"),
  });
};

/** Makes coupons, counts them, mints some and claims the others. */
const playRound = (made: MadeCoupons) => {
  const ledger = new CoinLedger({ firstRound: 9n });
  const inputs = makeCoupons(ledger, made);
  const issuingRound = startIssuing(ledger, made);
  ledger.pass(10 * minute);
  mint(Object.assign(ledger, { issuingRound }), inputs.slice(0, made.minted));
  ledger.pass(20 * minute);
  endRound(ledger, issuingRound, inputs.slice(made.minted));
  const units = sumOf(made.apps.map(({ amount }) => amount)) / 10n ** 10n;
  const wholes = sumOf([...made.weights, made.records].map(BigInt));
  return {
    minted: cc(ledger.balanceOf(alice)),
    unclaimed: sumOf(ledger.active(UnclaimedReward).map(({ payload }) => payload.amount)),
    /** 40 billion CC in 52,560 rounds, of which 5 % go to the development fund. */
    issued: cc("722983.2572298326"),
    /** Half a unit of 10^-10 for each unit of coupon and each product. */
    slack: units + wholes + BigInt(inputs.length) + 20n,
  };
};
