import { expect } from "chai";
import {
  AmuletRules_AdvanceOpenMiningRounds,
  AmuletRules_Bootstrap_Rounds,
  AmuletRules_BuyMemberTraffic,
  AmuletRules_MiningRound_Close,
  AmuletRules_MiningRound_StartIssuing,
  AmuletRules_Transfer,
  IssuingMiningRound,
  newLicense,
  OpenMiningRound,
  SummarizingMiningRound,
  type TransferContext,
  type TransferInput,
  ValidatorLicense,
  ValidatorLicense_RecordValidatorLivenessActivity,
  ValidatorRewardCoupon,
  ValidatorRight,
} from "../../../src/index.js";
import {
  alice,
  cc,
  CoinLedger,
  dso,
  minute,
  start,
  synchronizerId,
  validator,
} from "../../coin-fixture.js";
import { int } from "../../coin-values.js";

const ticks = (count: number) => ({ microseconds: int(count * 10 * minute) });

/** The DSO's automation, as far as open rounds go: advance whenever it is due. */
const advanceIfDue = (ledger: CoinLedger): void => {
  const rounds = ledger
    .active(OpenMiningRound)
    .filter(({ payload }) => payload.round.number >= 100n)
    .sort((a, b) => Number(a.payload.round.number - b.payload.round.number));
  const [oldest, middle, newest] = rounds.map(({ contractId }) => contractId);
  ledger.reasonOf(() =>
    ledger.exercise([dso], AmuletRules_AdvanceOpenMiningRounds, ledger.rules, {
      amuletPrice: cc("0.1"),
      roundToArchiveCid: oldest ?? "",
      middleRoundCid: middle ?? "",
      latestRoundCid: newest ?? "",
    }),
  );
};

const open = (ledger: CoinLedger, number: bigint) =>
  ledger.active(OpenMiningRound).find(({ payload }) => payload.round.number === number);

/**
 * A network whose rounds 100, 101 and 102 have just begun, and one minute after round 103 has
 * opened.
 */
const running = () => {
  const ledger = new CoinLedger();
  ledger.exercise([dso], AmuletRules_Bootstrap_Rounds, ledger.rules, {
    amuletPrice: cc("0.1"),
    round0Duration: ticks(1),
    initialRound: int(100),
  });
  while ((open(ledger, 103n)?.payload.opensAt ?? Infinity) > ledger.now) {
    ledger.pass(minute);
    advanceIfDue(ledger);
  }
  return ledger;
};

/**
 * Burns 33.34 CC of Alice and records the validator's liveness in a round.
 * @returns the coupons as inputs, and the right
 */
const beActive = (ledger: CoinLedger, openMiningRound: string) => {
  const right = ledger.create([alice, validator], ValidatorRight, { dso, user: alice, validator });
  const license = ledger.create([dso], ValidatorLicense, newLicense(dso, validator));
  const coin = ledger.tap(alice, "33.34");
  ledger.exercise([alice], AmuletRules_BuyMemberTraffic, ledger.rules, {
    inputs: [{ tag: "InputAmulet", value: coin }],
    context: { ...ledger.context, openMiningRound },
    provider: alice,
    memberId: "PAR::node",
    synchronizerId,
    migrationId: int(0),
    trafficAmount: int(200_000),
    expectedDso: dso,
  });
  const { couponCid } = ledger.exercise(
    [validator],
    ValidatorLicense_RecordValidatorLivenessActivity,
    license,
    { openRoundCid: openMiningRound },
  );
  const inputs: ReadonlyArray<TransferInput> = [
    {
      tag: "InputValidatorRewardCoupon",
      value: ledger.active(ValidatorRewardCoupon)[0]?.contractId ?? "",
    },
    { tag: "InputValidatorLivenessActivityRecord", value: couponCid },
  ];
  return { inputs, right };
};

const contextOf = (ledger: CoinLedger, issuing: string, right: string): TransferContext => ({
  ...ledger.context,
  issuingMiningRounds: [[{ number: int(103) }, issuing]],
  validatorRights: [[alice, right]],
});

/** Has a round issue for what {@link beActive} has left. @returns the issuing round */
const startIssuing = (ledger: CoinLedger, miningRoundCid: string): string =>
  ledger.exercise([dso], AmuletRules_MiningRound_StartIssuing, ledger.rules, {
    miningRoundCid,
    summary: {
      totalValidatorRewardCoupons: cc("33.34"),
      totalFeaturedAppRewardCoupons: cc("0"),
      totalUnfeaturedAppRewardCoupons: cc("0"),
      totalSvRewardWeight: int(0),
      optTotalValidatorFaucetCoupons: int(1),
    },
  }).issuingRoundCid;

describe("the life of a round", () => {
  it("takes 20 minutes to be counted, 30 to be minted from, and 50 to end", () => {
    const ledger = running();
    const opened = ledger.now;
    expect(BigInt(opened)).to.equal(open(ledger, 103n)?.payload.opensAt);
    const { inputs, right } = beActive(ledger, open(ledger, 103n)?.contractId ?? "");
    const counted = () =>
      ledger.active(SummarizingMiningRound).find(({ payload }) => payload.round.number === 103n);
    while (counted() === undefined) {
      ledger.pass(minute);
      advanceIfDue(ledger);
    }
    expect((ledger.now - opened) / minute).to.equal(20);
    const issuingRoundCid = startIssuing(ledger, counted()?.contractId ?? "");
    const issuing = ledger.active(IssuingMiningRound)[0]?.payload;
    expect((Number(issuing?.opensAt) - opened) / minute).to.equal(30);
    expect((Number(issuing?.targetClosesAt) - opened) / minute).to.equal(50);
    const mint = () =>
      ledger.exercise(
        [validator],
        AmuletRules_Transfer,
        ledger.rules,
        {
          transfer: {
            sender: validator,
            provider: validator,
            inputs,
            outputs: [],
            beneficiaries: undefined,
          },
          context: contextOf(ledger, issuingRoundCid, right),
          expectedDso: dso,
        },
        { readAs: [dso, alice] },
      );
    ledger.now = opened + 30 * minute - 1;
    expect(ledger.reasonOf(mint)).to.equal("deadline-not-exceeded");
    ledger.pass(1);
    const { summary } = mint();
    // 33.34 x 0.2 for the burn, 2.85 USD at 0.10 for the record
    expect(ledger.balanceOf(validator)).to.equal("35.1680000000");
    expect(summary.inputValidatorFaucetAmount).to.equal(cc("28.5"));
    const close = () =>
      ledger.exercise([dso], AmuletRules_MiningRound_Close, ledger.rules, { issuingRoundCid });
    ledger.now = opened + 50 * minute - 1;
    expect(ledger.reasonOf(close)).to.equal("Mining round is past targetClosesAt");
    ledger.pass(1);
    expect(ledger.reasonOf(close)).to.equal("accepted");
    expect(ledger.now).to.be.greaterThan(start);
  });
});
