import { type Numeric, numericToText, type ChoiceProgram } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  defaultAmuletConfig,
  type IssuingRoundParameters,
  type OpenMiningRoundSummary,
  withoutLedger,
} from "../../../src/index.js";
import {
  amuletsToIssueInRound,
  issuanceTranche,
  issuingRoundParameters,
} from "../../../src/amulet/rounds/issuance.js";
import {
  type IssuanceConfig,
  isValidIssuanceConfig,
} from "../../../src/amulet/configuration/issuance-config.js";
import { valueAt } from "../../../src/amulet/configuration/schedule.js";
import { cc, synchronizerId } from "../../coin-fixture.js";
import { int } from "../../coin-values.js";

const { issuanceCurve } = defaultAmuletConfig(synchronizerId);

const answer = <A>(steps: ChoiceProgram<A>): A => {
  const result = withoutLedger(steps);
  if (isLeft(result)) throw new Error(result.left.message);
  return result.right;
};

const micros = (value: number) => ({ microseconds: int(value) });
const tick = micros(600_000_000);
const year = 365 * 86_400_000_000;

/** The curve of the network; without a part for the development fund unless one is given. */
const configAt = (years: number, optDevelopmentFundPercentage = cc("0")): IssuanceConfig => ({
  ...valueAt(issuanceCurve, ({ microseconds }) => Number(microseconds) <= years * year),
  optDevelopmentFundPercentage,
});

/** Burns, featured apps, unfeatured apps, SV weight, liveness records. */
type Totals = readonly [string, string, string, number, number];

const summaryOf = ([burns, featured, unfeatured, weight, records]: Totals) => ({
  totalValidatorRewardCoupons: cc(burns),
  totalFeaturedAppRewardCoupons: cc(featured),
  totalUnfeaturedAppRewardCoupons: cc(unfeatured),
  totalSvRewardWeight: int(weight),
  optTotalValidatorFaucetCoupons: int(records),
});

const issuing = (
  totals: Totals,
  { price = "0.1", config = configAt(0.5) }: { price?: string; config?: IssuanceConfig } = {},
): IssuingRoundParameters =>
  answer(issuingRoundParameters(tick, cc(price), config, summaryOf(totals)));

const shown = (parameters: IssuingRoundParameters): Record<string, string> =>
  Object.fromEntries(
    Object.entries<Numeric>({ ...parameters }).map(([name, value]) => [name, numericToText(value)]),
  );

const nothing: Totals = ["0", "0", "0", 0, 0];

describe("the issuance of a round", () => {
  const perRound: ReadonlyArray<readonly [number, string, string, string, string]> = [
    [0, "761035.0076103501", "38051.7503805175", "114155.2511415525", "608828.0060882801"],
    [0.49999, "761035.0076103501", "38051.7503805175", "114155.2511415525", "608828.0060882801"],
    [0.5, "380517.5038051750", "45662.1004566210", "152207.0015220700", "182648.4018264840"],
    [1.5, "190258.7519025875", "34246.5753424658", "117960.4261796042", "38051.7503805175"],
    [5, "95129.3759512938", "19977.1689497717", "65639.2694063927", "9512.9375951294"],
    [10, "47564.6879756469", "9512.9375951294", "35673.5159817352", "2378.2343987823"],
    [50, "47564.6879756469", "9512.9375951294", "35673.5159817352", "2378.2343987823"],
  ];
  for (const [years, all, validators, apps, svs] of perRound) {
    it(`${years} years after the start is ${all} CC, shared among validators, apps and SVs`, () => {
      const config = configAt(years);
      const parameters = issuing(nothing, { config });
      expect(numericToText(answer(amuletsToIssueInRound(config, tick)))).to.equal(all);
      expect(shown(parameters)).to.include({
        unclaimedValidatorRewards: validators,
        unclaimedAppRewards: apps,
        unclaimedSvRewards: svs,
        amuletsToIssueToDevelopmentFund: "0.0000000000",
      });
    });
  }

  it("gives the development fund 5 % where the configuration says nothing, before all others", () => {
    const config = { ...configAt(0.5), optDevelopmentFundPercentage: undefined };
    expect(shown(issuing(nothing, { config }))).to.include({
      amuletsToIssueToDevelopmentFund: "19025.8751902588",
      unclaimedValidatorRewards: "43378.9954337899",
      unclaimedAppRewards: "144596.6514459665",
      unclaimedSvRewards: "173515.9817351598",
    });
    expect(shown(issuing(nothing, { config }))).to.deep.equal(
      shown(issuing(nothing, { config: configAt(0.5, cc("0.05")) })),
    );
  });

  it("without any coupons tells by its caps what one could have earned", () => {
    expect(shown(issuing(nothing))).to.include({
      issuancePerValidatorRewardCoupon: "0.2000000000",
      issuancePerFeaturedAppRewardCoupon: "100.0000000000",
      issuancePerUnfeaturedAppRewardCoupon: "0.6000000000",
      issuancePerValidatorFaucetCoupon: "28.5000000000",
      issuancePerSvRewardCoupon: "182648.4018264840",
    });
  });

  it("gives 100 CC of featured coupons 100 CC each", () => {
    expect(shown(issuing(["0", "100", "0", 0, 0]))).to.include({
      issuancePerFeaturedAppRewardCoupon: "100.0000000000",
      unclaimedAppRewards: "142207.0015220700",
    });
  });

  it("gives 10,000 CC of featured coupons what is in the pool", () => {
    expect(shown(issuing(["0", "10000", "0", 0, 0]))).to.include({
      issuancePerFeaturedAppRewardCoupon: "15.2207001522",
      issuancePerUnfeaturedAppRewardCoupon: "0.6000000000",
      unclaimedAppRewards: "0.0000000700",
    });
  });

  it("shares every pool when all kinds of coupons ask for more than there is", () => {
    expect(shown(issuing(["300000", "10000", "500000", 7, 3000]))).to.deep.equal({
      issuancePerValidatorRewardCoupon: "0.1522070015",
      issuancePerFeaturedAppRewardCoupon: "0.2984451022",
      issuancePerUnfeaturedAppRewardCoupon: "0.2984451010",
      issuancePerSvRewardCoupon: "26092.6288323549",
      issuancePerValidatorFaucetCoupon: "0.0000000022",
      unclaimedValidatorRewards: "0.0000000210",
      unclaimedAppRewards: "0.0000000700",
      unclaimedSvRewards: "0.0000000000",
      amuletsToIssueToDevelopmentFund: "0.0000000000",
    });
  });

  it("caps a liveness record at 2.85 USD at the round's price, from what burns leave", () => {
    expect(shown(issuing(["1000", "0", "5", 3, 3], { price: "0.005" }))).to.include({
      issuancePerValidatorFaucetCoupon: "570.0000000000",
      unclaimedValidatorRewards: "43752.1004566210",
      unclaimedAppRewards: "152204.0015220700",
      issuancePerSvRewardCoupon: "60882.8006088280",
    });
  });

  it("takes the development fund's part off everything else", () => {
    const config = { ...configAt(0.5), optDevelopmentFundPercentage: cc("0.05") };
    expect(
      shown(issuing(["123456.789", "33.3333333333", "0.0000000001", 13, 999], { config })),
    ).to.deep.equal({
      issuancePerValidatorRewardCoupon: "0.2000000000",
      issuancePerFeaturedAppRewardCoupon: "100.0000000000",
      issuancePerUnfeaturedAppRewardCoupon: "0.6000000000",
      issuancePerSvRewardCoupon: "13347.3832103969",
      issuancePerValidatorFaucetCoupon: "18.7063439778",
      unclaimedValidatorRewards: "0.0000000000",
      unclaimedAppRewards: "141263.3181126365",
      unclaimedSvRewards: "0.0000000001",
      amuletsToIssueToDevelopmentFund: "19025.8751902588",
    });
  });

  it("follows the length of the tick", () => {
    const all = answer(amuletsToIssueInRound(configAt(0.5), micros(7_000_000)));
    expect(numericToText(all)).to.equal("4439.3708777270");
  });

  it("is all shared out, up to the rounding of each unit of coupon", () => {
    // less than a CC can round to nothing at a cap
    const amount = fc.oneof(fc.constant(0n), fc.bigInt({ min: 10n ** 10n, max: 10n ** 17n }));
    const whole = fc.integer({ min: 0, max: 100_000 });
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(
        fc.tuple(amount, amount, amount, whole, whole),
        fc.integer({ min: 1, max: 1_000_000 }),
        percent,
        percent,
        ([burns, featured, unfeatured, weight, records], price, fund, split) => {
          const config: IssuanceConfig = {
            ...configAt(0.5),
            appRewardPercentage: cc((split / 100).toFixed(2)),
            validatorRewardPercentage: cc(((100 - split) / 200).toFixed(3)),
            optDevelopmentFundPercentage: cc((fund / 100).toFixed(2)),
          };
          const summary: OpenMiningRoundSummary = {
            ...summaryOf(["0", "0", "0", weight, records]),
            totalValidatorRewardCoupons: units(burns),
            totalFeaturedAppRewardCoupons: units(featured),
            totalUnfeaturedAppRewardCoupons: units(unfeatured),
          };
          const made = answer(
            issuingRoundParameters(tick, cc((price / 10_000).toFixed(4)), config, summary),
          );
          const times = (a: bigint, b: bigint) => (a * b) / 10n ** 10n;
          const issued =
            times(burns, made.issuancePerValidatorRewardCoupon) +
            times(featured, made.issuancePerFeaturedAppRewardCoupon) +
            times(unfeatured, made.issuancePerUnfeaturedAppRewardCoupon) +
            BigInt(weight) * made.issuancePerSvRewardCoupon +
            BigInt(records) * made.issuancePerValidatorFaucetCoupon;
          const kept =
            made.unclaimedValidatorRewards +
            made.unclaimedAppRewards +
            made.unclaimedSvRewards +
            made.amuletsToIssueToDevelopmentFund;
          const all = answer(amuletsToIssueInRound(config, tick));
          // every issuance per unit is rounded to half a unit of 10^-10; featured apps draw on two
          // tranches
          const couponUnits =
            (burns + 2n * featured + unfeatured) / 10n ** 10n + BigInt(weight + records);
          const difference = issued + kept - all;
          expect(difference <= couponUnits / 2n + 20n, `${difference} too many`).to.equal(true);
          expect(-difference <= couponUnits / 2n + 20n, `${-difference} too few`).to.equal(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const units = (value: bigint): Numeric => {
  const whole = value / 10n ** 10n;
  const fraction = (value % 10n ** 10n).toString().padStart(10, "0");
  return cc(`${whole}.${fraction}`);
};

describe("a tranche", () => {
  const rows: ReadonlyArray<readonly [string, string, string, string, string]> = [
    // pool, cap, coupons, issuance, unclaimed
    ["100", "0.6", "0", "0.6000000000", "100.0000000000"],
    ["100", "0.6", "10", "0.6000000000", "94.0000000000"],
    ["100", "0.5", "200", "0.5000000000", "0.0000000000"],
    ["100", "0.5", "300", "0.3333333333", "0.0000000100"],
    ["100", "0", "5", "0.0000000000", "100.0000000000"],
    ["0", "0.5", "5", "0.0000000000", "0.0000000000"],
    ["0.0000000001", "1", "3", "0.0000000000", "0.0000000001"],
    ["100", "0.0000000001", "0.6", "0.0000000000", "100.0000000000"],
  ];
  for (const [pool, cap, coupons, issuance, unclaimed] of rows) {
    it(`of ${pool} CC capped at ${cap} gives each of ${coupons} coupons ${issuance}`, () => {
      const tranche = answer(issuanceTranche(cc(pool), cc(cap), cc(coupons)));
      expect(numericToText(tranche.issuancePerCoupon)).to.equal(issuance);
      expect(numericToText(tranche.unclaimedRewards)).to.equal(unclaimed);
    });
  }
});

it("A tranche of coupons that round to nothing at their cap divides by zero", () => {
  const tiny = issuanceTranche(cc("100"), cc("0.0000000001"), cc("0.5"));
  expect(() => answer(tiny)).to.throw("DIV_NUMERIC 1.0 0.0 0.0");
});

it("The development fund's part is rounded before it is taken off the rest", () => {
  const config = { ...configAt(0.5), optDevelopmentFundPercentage: cc("0.5") };
  const round = answer(amuletsToIssueInRound(config, tick));
  const made = issuing(["0", "0", "0", 0, 0], { config });
  const kept = made.unclaimedValidatorRewards + made.unclaimedAppRewards + made.unclaimedSvRewards;
  expect(kept + made.amuletsToIssueToDevelopmentFund).to.equal(round);
});

describe("a configuration of the issuance", () => {
  const valid = configAt(0);
  const rows: ReadonlyArray<readonly [string, Partial<IssuanceConfig>, boolean]> = [
    ["as it comes", {}, true],
    ["that issues nothing", { amuletToIssuePerYear: cc("0") }, false],
    ["with a share below zero", { validatorRewardPercentage: cc("-0.1") }, false],
    ["with shares of exactly everything", { appRewardPercentage: cc("0.95") }, true],
    ["with shares above everything", { appRewardPercentage: cc("0.9500000001") }, false],
    ["with all for the development fund", { optDevelopmentFundPercentage: cc("1") }, true],
    ["with more for the development fund", { optDevelopmentFundPercentage: cc("1.1") }, false],
    ["with less for it than nothing", { optDevelopmentFundPercentage: cc("-0.1") }, false],
    ["with featured apps below others", { featuredAppRewardCap: cc("0.5") }, true],
    ["with a cap below zero", { unfeaturedAppRewardCap: cc("-1") }, false],
    ["with a validator cap below zero", { validatorRewardCap: cc("-1") }, false],
    ["with a faucet below zero", { optValidatorFaucetCap: cc("-1") }, false],
    ["without a faucet cap", { optValidatorFaucetCap: undefined }, true],
  ];
  for (const [name, changes, isValid] of rows) {
    it(`${name} is ${isValid ? "accepted" : "refused"}`, () => {
      expect(isValidIssuanceConfig({ ...valid, ...changes })).to.equal(isValid);
    });
  }

  it("without a faucet cap pays 2.85 USD at most", () => {
    const config = { ...configAt(0.5), optValidatorFaucetCap: undefined };
    const { issuancePerValidatorFaucetCoupon } = issuing(["0", "0", "0", 0, 1], { config });
    expect(numericToText(issuancePerValidatorFaucetCoupon)).to.equal("28.5000000000");
  });
});
