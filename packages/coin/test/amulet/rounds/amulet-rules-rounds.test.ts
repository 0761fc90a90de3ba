import { numericToText } from "@tallystick/core";
import { expect } from "chai";
import {
  AmuletRules_AdvanceOpenMiningRounds,
  AmuletRules_Bootstrap_Rounds,
  AmuletRules_MiningRound_Archive,
  AmuletRules_MiningRound_Close,
  AmuletRules_MiningRound_StartIssuing,
  ClosedMiningRound,
  IssuingMiningRound,
  OpenMiningRound,
  type OpenMiningRoundSummary,
  SummarizingMiningRound,
  UnclaimedDevelopmentFundCoupon,
  UnclaimedReward,
} from "../../../src/index.js";
import type { IssuanceConfig } from "../../../src/amulet/configuration/issuance-config.js";
import {
  alice,
  cc,
  CoinLedger,
  type CoinLedgerOptions,
  dso,
  minute,
  start,
} from "../../coin-fixture.js";
import { int } from "../../coin-values.js";

const ticks = (count: number) => ({ microseconds: int(count * 10 * minute) });

/** A ledger whose first three rounds have the numbers 10, 11 and 12; round 10 lasts an hour. */
const bootstrapped = (options: CoinLedgerOptions = {}): CoinLedger => {
  const ledger = new CoinLedger(options);
  bootstrap(ledger, [dso]);
  return ledger;
};

const bootstrap = (ledger: CoinLedger, actAs: ReadonlyArray<string>, changes = {}) =>
  ledger.exercise(actAs, AmuletRules_Bootstrap_Rounds, ledger.rules, {
    amuletPrice: cc("0.1"),
    round0Duration: ticks(6),
    initialRound: int(10),
    ...changes,
  });

const openRound = (ledger: CoinLedger, number: number): string =>
  ledger.active(OpenMiningRound).find(({ payload }) => payload.round.number === BigInt(number))
    ?.contractId ?? "";

const openRounds = (ledger: CoinLedger) =>
  ledger
    .active(OpenMiningRound)
    .map(({ payload }) => payload)
    .filter(({ round }) => round.number >= 10n)
    .sort((a, b) => Number(a.round.number - b.round.number));

const advance = (
  ledger: CoinLedger,
  [oldest, middle, newest]: readonly [number, number, number],
  { actAs = [dso], price = "0.2" } = {},
) =>
  ledger.exercise(actAs, AmuletRules_AdvanceOpenMiningRounds, ledger.rules, {
    amuletPrice: cc(price),
    roundToArchiveCid: openRound(ledger, oldest),
    middleRoundCid: openRound(ledger, middle),
    latestRoundCid: openRound(ledger, newest),
  });

describe("the first rounds of a network", () => {
  it("are three: two open at once, the third when the first is to close", () => {
    const rounds = openRounds(bootstrapped());
    expect(rounds.map(({ round }) => round.number)).to.deep.equal([10n, 11n, 12n]);
    expect(rounds.map(({ opensAt }) => (Number(opensAt) - start) / minute)).to.deep.equal([
      0, 0, 60,
    ]);
    expect(rounds.map((it) => (Number(it.targetClosesAt) - start) / minute)).to.deep.equal([
      60, 70, 80,
    ]);
    expect(rounds.map((it) => Number(it.issuingFor.microseconds) / minute)).to.deep.equal([
      100, 110, 120,
    ]);
    expect(rounds.map(({ amuletPrice }) => numericToText(amuletPrice))).to.deep.equal(
      rounds.map(() => "0.1000000000"),
    );
  });

  it("begin with round 0 unless a number is given", () => {
    const ledger = new CoinLedger({ firstRound: 99n });
    const { initialRound } = bootstrap(ledger, [dso], { initialRound: undefined });
    expect(initialRound?.number).to.equal(0n);
    expect(openRound(ledger, 0)).not.to.equal("");
  });

  it("take their issuance from the curve by their number", () => {
    const late = 52_560 / 2;
    const ledger = new CoinLedger();
    bootstrap(ledger, [dso], { initialRound: int(late - 1) });
    const perYear = openRounds(ledger).map(({ issuanceConfig }) =>
      numericToText(issuanceConfig.amuletToIssuePerYear),
    );
    expect(perYear).to.deep.equal([
      "40000000000.0000000000",
      "20000000000.0000000000",
      "20000000000.0000000000",
    ]);
  });

  const refused: ReadonlyArray<readonly [string, ReadonlyArray<string>, object, string]> = [
    ["by a user", [alice], {}, "DAML_AUTHORIZATION_ERROR"],
    [
      "with a first round below a tick",
      [dso],
      { round0Duration: ticks(0.5) },
      "Round0 duration is larger or equal to tick duration",
    ],
    ["at no price", [dso], { amuletPrice: cc("0") }, "accepted"],
    ["with a number below 0", [dso], { initialRound: int(-1) }, "PreconditionFailed"],
  ];
  for (const [name, actAs, changes, reason] of refused) {
    it(`${name} are refused`, () => {
      const ledger = new CoinLedger();
      expect(ledger.reasonOf(() => bootstrap(ledger, actAs, changes))).to.equal(reason);
    });
  }
});

it("the first round may last a tick, as every other", () => {
  const ledger = new CoinLedger();
  const bootstrapOf = () => bootstrap(ledger, [dso], { round0Duration: ticks(1) });
  expect(ledger.reasonOf(bootstrapOf)).to.equal("accepted");
});

describe("advancing the open rounds", () => {
  it("gives the oldest to be counted and makes the next, a tick after the newest", () => {
    const ledger = bootstrapped();
    ledger.pass(60 * minute);
    advance(ledger, [10, 11, 12]);
    const [, , next] = openRounds(ledger);
    expect(next?.round.number).to.equal(13n);
    expect(next?.opensAt).to.equal(BigInt(start + 70 * minute));
    expect(next?.targetClosesAt).to.equal(BigInt(start + 90 * minute));
    expect(next?.issuingFor).to.deep.equal({ microseconds: 130n * BigInt(minute) });
    expect(next?.amuletPrice).to.equal(cc("0.2"));
    const [counting] = ledger.active(SummarizingMiningRound);
    expect(counting?.payload.round.number).to.equal(10n);
    expect(counting?.payload.amuletPrice).to.equal(cc("0.1"));
  });

  it("opens the next a tick from now when it is late", () => {
    const ledger = bootstrapped();
    ledger.pass(200 * minute);
    advance(ledger, [10, 11, 12]);
    expect(openRounds(ledger)[2]?.opensAt).to.equal(BigInt(start + 210 * minute));
  });

  it("continues every tick", () => {
    const ledger = bootstrapped();
    ledger.pass(60 * minute);
    for (let number = 10; number < 15; number++) {
      advance(ledger, [number, number + 1, number + 2]);
      ledger.pass(10 * minute);
    }
    expect(openRounds(ledger).map(({ round }) => round.number)).to.deep.equal([15n, 16n, 17n]);
    expect(ledger.active(SummarizingMiningRound)).to.have.length(5);
  });

  const refused: ReadonlyArray<readonly [string, (ledger: CoinLedger) => unknown, string]> = [
    [
      "before the oldest is to close",
      (ledger) => {
        ledger.pass(60 * minute - 1);
        advance(ledger, [10, 11, 12]);
      },
      "roundToArchive is past targetCloseAt",
    ],
    [
      "by a user",
      (it) => advance(late(it), [10, 11, 12], { actAs: [alice] }),
      "DAML_AUTHORIZATION_ERROR",
    ],
    ["at no price", (it) => advance(late(it), [10, 11, 12], { price: "0" }), "accepted"],
    [
      "with rounds out of order",
      (it) => advance(late(it), [10, 12, 11]),
      "middleRound is one after roundToArchive",
    ],
    [
      "with one round for two",
      (it) => advance(late(it), [10, 11, 11]),
      "latestRound is one after middleRound",
    ],
  ];
  for (const [name, attempt, reason] of refused) {
    it(`${name} is refused`, () => {
      const ledger = bootstrapped();
      expect(ledger.reasonOf(() => attempt(ledger))).to.equal(reason);
    });
  }

  it("twice with the same rounds is refused", () => {
    const ledger = late(bootstrapped());
    const cids = [10, 11, 12].map((number) => openRound(ledger, number));
    advance(ledger, [10, 11, 12]);
    const again = () =>
      ledger.exercise([dso], AmuletRules_AdvanceOpenMiningRounds, ledger.rules, {
        amuletPrice: cc("0.2"),
        roundToArchiveCid: cids[0] ?? "",
        middleRoundCid: cids[1] ?? "",
        latestRoundCid: cids[2] ?? "",
      });
    expect(ledger.reasonOf(again)).to.equal("CONTRACT_NOT_FOUND");
  });

  it("before the newest has opened is refused", () => {
    const ledger = new CoinLedger();
    rounds(ledger, { oldest: [0, 5], middle: [0, 30], newest: [20, 40] });
    ledger.pass(20 * minute - 1);
    expect(ledger.reasonOf(() => advance(ledger, [10, 11, 12]))).to.equal("latestRound is open");
    ledger.pass(1);
    expect(ledger.reasonOf(() => advance(ledger, [10, 11, 12]))).to.equal("accepted");
  });

  it("before the middle one was open for a tick is refused", () => {
    const ledger = new CoinLedger();
    rounds(ledger, { oldest: [0, 5], middle: [10, 30], newest: [12, 40] });
    ledger.pass(20 * minute - 1);
    expect(ledger.reasonOf(() => advance(ledger, [10, 11, 12]))).to.equal(
      "middle round has been open for >= 1 tick",
    );
    ledger.pass(1);
    expect(ledger.reasonOf(() => advance(ledger, [10, 11, 12]))).to.equal("accepted");
  });
});

const late = (ledger: CoinLedger): CoinLedger => {
  ledger.pass(60 * minute);
  return ledger;
};

type Span = readonly [number, number];

/** Rounds 10, 11 and 12 that open and close at given minutes. */
const rounds = (ledger: CoinLedger, spans: { oldest: Span; middle: Span; newest: Span }): void => {
  for (const [index, [opens, closes]] of Object.values(spans).entries()) {
    ledger.openRound(BigInt(10 + index), {
      opensAt: BigInt(start + opens * minute),
      targetClosesAt: BigInt(start + closes * minute),
    });
  }
};

const summary: OpenMiningRoundSummary = {
  totalValidatorRewardCoupons: cc("300000"),
  totalFeaturedAppRewardCoupons: cc("10000"),
  totalUnfeaturedAppRewardCoupons: cc("500000"),
  totalSvRewardWeight: int(7),
  optTotalValidatorFaucetCoupons: int(3),
};

/** A ledger with a round to be counted, which issues 20 billion CC per year. */
const counting = (
  fund = "0",
  changes: Partial<IssuanceConfig> = {},
): { ledger: CoinLedger; miningRoundCid: string } => {
  const ledger = new CoinLedger();
  const issuanceConfig = ledger.config.issuanceCurve.futureValues[0]?._2;
  if (issuanceConfig === undefined) throw new Error("the curve has no future");
  const miningRoundCid = ledger.create([dso], SummarizingMiningRound, {
    dso,
    round: { number: int(20) },
    amuletPrice: cc("0.1"),
    issuanceConfig: {
      ...issuanceConfig,
      optDevelopmentFundPercentage: cc(fund),
      ...changes,
    },
    tickDuration: ticks(1),
  });
  return { ledger, miningRoundCid };
};

const startIssuing = (
  ledger: CoinLedger,
  miningRoundCid: string,
  { actAs = [dso], changes = {} }: { actAs?: ReadonlyArray<string>; changes?: object } = {},
) =>
  ledger.exercise(actAs, AmuletRules_MiningRound_StartIssuing, ledger.rules, {
    miningRoundCid,
    summary: { ...summary, ...changes },
  });

describe("a counted round", () => {
  it("issues from the next tick on, for two ticks, and keeps what is left for the DSO", () => {
    const { ledger, miningRoundCid } = counting();
    const { unclaimedDevelopmentFundCouponCid } = startIssuing(ledger, miningRoundCid);
    const [issuing] = ledger.active(IssuingMiningRound);
    expect(issuing?.payload.round.number).to.equal(20n);
    expect(issuing?.payload.opensAt).to.equal(BigInt(start + 10 * minute));
    expect(issuing?.payload.targetClosesAt).to.equal(BigInt(start + 30 * minute));
    expect(issuing?.payload.issuancePerValidatorRewardCoupon).to.equal(cc("0.1522070015"));
    expect(issuing?.payload.issuancePerFeaturedAppRewardCoupon).to.equal(cc("0.2984451022"));
    expect(issuing?.payload.issuancePerUnfeaturedAppRewardCoupon).to.equal(cc("0.2984451010"));
    expect(issuing?.payload.issuancePerSvRewardCoupon).to.equal(cc("26092.6288323549"));
    expect(ledger.active(UnclaimedReward).map(({ payload }) => payload.amount)).to.deep.equal([
      cc("0.0000000700"),
    ]);
    expect(unclaimedDevelopmentFundCouponCid).to.equal(undefined);
    expect(ledger.active(SummarizingMiningRound)).to.have.length(0);
  });

  it("gives the development fund its part apart", () => {
    const { ledger, miningRoundCid } = counting("0.05");
    startIssuing(ledger, miningRoundCid);
    const amounts = ledger.active(UnclaimedDevelopmentFundCoupon).map((it) => it.payload.amount);
    expect(amounts).to.deep.equal([cc("19025.8751902588")]);
  });

  it("of which nothing is left keeps nothing", () => {
    const oneCoinForSvs = {
      amuletToIssuePerYear: cc("52560"),
      validatorRewardPercentage: cc("0"),
      appRewardPercentage: cc("0"),
    };
    const { ledger, miningRoundCid } = counting(undefined, oneCoinForSvs);
    startIssuing(ledger, miningRoundCid, { changes: { totalSvRewardWeight: 1n } });
    expect(ledger.active(UnclaimedReward)).to.have.length(0);
    const [issuing] = ledger.active(IssuingMiningRound);
    expect(issuing?.payload.issuancePerSvRewardCoupon).to.equal(cc("1"));
  });

  const belowZero: ReadonlyArray<readonly [keyof OpenMiningRoundSummary, string]> = [
    ["totalValidatorRewardCoupons", "totalValidatorRewardCoupons >= 0.0"],
    ["totalFeaturedAppRewardCoupons", "totalFeaturedAppRewardCoupons >= 0.0"],
    ["totalUnfeaturedAppRewardCoupons", "totalUnfeaturedAppRewardCoupons >= 0.0"],
    ["optTotalValidatorFaucetCoupons", "totalValidatorFaucetCoupons >= 0"],
  ];
  for (const [field, reason] of belowZero) {
    it(`with ${field} below 0 is refused`, () => {
      const { ledger, miningRoundCid } = counting();
      const attempt = () => startIssuing(ledger, miningRoundCid, { changes: { [field]: -1n } });
      expect(ledger.reasonOf(attempt)).to.equal(reason);
    });
  }

  it("issues once, and only by the DSO", () => {
    const { ledger, miningRoundCid } = counting();
    const byUser = () => startIssuing(ledger, miningRoundCid, { actAs: [alice] });
    expect(ledger.reasonOf(byUser)).to.equal("DAML_AUTHORIZATION_ERROR");
    startIssuing(ledger, miningRoundCid);
    const again = () => startIssuing(ledger, miningRoundCid);
    expect(ledger.reasonOf(again)).to.equal("CONTRACT_NOT_FOUND");
  });
});

describe("an issuing round", () => {
  const issuing = () => {
    const { ledger, miningRoundCid } = counting();
    const { issuingRoundCid } = startIssuing(ledger, miningRoundCid);
    const close = (actAs = [dso]) =>
      ledger.exercise(actAs, AmuletRules_MiningRound_Close, ledger.rules, { issuingRoundCid });
    return { ledger, close };
  };

  it("closes when its time is over, with the same issuance", () => {
    const { ledger, close } = issuing();
    const before = ledger.active(IssuingMiningRound)[0]?.payload;
    ledger.pass(30 * minute);
    close();
    expect(ledger.active(IssuingMiningRound)).to.have.length(0);
    const closed = ledger.active(ClosedMiningRound)[0]?.payload;
    expect(before).to.deep.include({ ...closed });
  });

  it("does not close early, by a user, or twice", () => {
    const { ledger, close } = issuing();
    ledger.pass(30 * minute - 1);
    expect(ledger.reasonOf(() => close())).to.equal("Mining round is past targetClosesAt");
    ledger.pass(1);
    expect(ledger.reasonOf(() => close([alice]))).to.equal("DAML_AUTHORIZATION_ERROR");
    close();
    expect(ledger.reasonOf(() => close())).to.equal("CONTRACT_NOT_FOUND");
  });

  it("once closed is archived by the DSO, once", () => {
    const { ledger, close } = issuing();
    ledger.pass(30 * minute);
    const { closedRoundCid } = close();
    const archive = (actAs = [dso]) =>
      ledger.exercise(actAs, AmuletRules_MiningRound_Archive, ledger.rules, { closedRoundCid });
    expect(ledger.reasonOf(() => archive([alice]))).to.equal("DAML_AUTHORIZATION_ERROR");
    archive();
    expect(ledger.active(ClosedMiningRound)).to.have.length(0);
    expect(ledger.reasonOf(() => archive())).to.equal("CONTRACT_NOT_FOUND");
  });
});
