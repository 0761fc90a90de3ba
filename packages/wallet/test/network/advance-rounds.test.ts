import {
  AppRewardCoupon,
  IssuingMiningRound,
  SummarizingMiningRound,
  SvRewardCoupon,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
} from "@tallystick/coin";
import { type Contract, numericFromUnits, numericMaxUnits } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import type { NetworkState } from "../../src/treasury/network-state.js";
import {
  advanceRounds,
  closeIssuing,
  startIssuing,
  summaryOfRound,
} from "../../src/network/advance-rounds.js";
import { choicesOf, exercised, heldAs, int, round, withNames } from "../held-contracts.js";
import { alice, bob, cc, dso, minute, rightOf, start, WalletLedger } from "../wallet-ledger.js";

const tick = 10 * minute;
const network = new WalletLedger().bootstrap().networkState;
const price = cc("0.25");

/** The open rounds with other times, oldest first. */
const opening = (...changes: ReadonlyArray<{ opensAt: bigint; targetClosesAt: bigint }>) => ({
  ...network,
  openRounds: changes.flatMap((change, index) => {
    const known = network.openRounds[index];
    return known === undefined ? [] : [{ ...known, payload: { ...known.payload, ...change } }];
  }),
});
const due = [
  { opensAt: 0n, targetClosesAt: BigInt(start) },
  { opensAt: BigInt(start - tick), targetClosesAt: BigInt(start + tick) },
  { opensAt: BigInt(start), targetClosesAt: BigInt(start + 2 * tick) },
];
const changed = (index: number, change: Partial<(typeof due)[number]>): NetworkState =>
  opening(...due.map((times, at) => (at === index ? { ...times, ...change } : times)));

describe("the advance of open rounds", () => {
  it("is due when the oldest is over, the newest is open and the middle one was for a tick", () => {
    const steps = advanceRounds(opening(...due), price, start);
    const [round0, round1, round2] = network.openRounds.map(({ contractId }) => contractId);
    expect(exercised(steps)).to.deep.equal([
      {
        choice: "AmuletRules_AdvanceOpenMiningRounds",
        contractId: network.amuletRules,
        argument: {
          amuletPrice: "0.2500000000",
          roundToArchiveCid: round0,
          middleRoundCid: round1,
          latestRoundCid: round2,
        },
      },
    ]);
    expect(steps.map(({ actAs, commandId }) => [actAs, commandId])).to.deep.equal([
      [[dso], `advance-rounds/${round0}`],
    ]);
  });

  const early: ReadonlyArray<readonly [what: string, network: NetworkState]> = [
    ["the oldest is not over", changed(0, { targetClosesAt: BigInt(start + 1) })],
    [
      "the middle one has not been open for a tick",
      changed(1, { opensAt: BigInt(start - tick + 1) }),
    ],
    ["the newest has not opened", changed(2, { opensAt: BigInt(start + 1) })],
    ["there are only two", opening(...due.slice(0, 2))],
  ];
  for (const [what, state] of early) {
    it(`waits while ${what}`, () => {
      expect(advanceRounds(state, price, start)).to.deep.equal([]);
    });
  }
});

const app = (id: string, amount: string, featured: boolean, number: number): Contract =>
  heldAs(AppRewardCoupon, id, {
    dso,
    provider: alice,
    featured,
    amount: cc(amount),
    round: round(number),
    beneficiary: undefined,
  });
const validator = (id: string, amount: string, number: number): Contract =>
  heldAs(ValidatorRewardCoupon, id, { dso, user: alice, amount: cc(amount), round: round(number) });
const sv = (id: string, weight: number, number: number): Contract =>
  heldAs(SvRewardCoupon, id, {
    dso,
    sv: bob,
    beneficiary: bob,
    round: round(number),
    weight: int(weight),
  });
const seen = { dso, validator: alice };
const coupons = [
  app("app-1", "1.5", true, 5),
  app("app-2", "2", true, 5),
  app("app-3", "4", false, 5),
  app("app-4", "100", false, 4),
  app("app-5", "100", true, 6),
  validator("v-1", "0.5", 5),
  validator("v-2", "0.25", 5),
  validator("v-3", "100", 4),
  sv("sv-1", 7, 5),
  sv("sv-2", 8, 5),
  sv("sv-3", 100, 6),
  heldAs(ValidatorLivenessActivityRecord, "l-1", { ...seen, round: round(5) }),
  heldAs(ValidatorLivenessActivityRecord, "l-2", { ...seen, round: round(4) }),
  heldAs(ValidatorFaucetCoupon, "f-1", { ...seen, round: round(5) }),
];
const counted = (number: number): Contract => {
  const { amuletPrice, issuanceConfig, tickDuration } = network.round.payload;
  return heldAs(SummarizingMiningRound, `counted-${number}`, {
    dso,
    round: round(number),
    amuletPrice,
    issuanceConfig,
    tickDuration,
  });
};

describe("the summary of a round", () => {
  it("adds up the coupons of that round alone, the featured and the others apart", () => {
    expect(summaryOfRound(inMemoryContracts(coupons), dso, 5n)).to.deep.equal({
      totalValidatorRewardCoupons: cc("0.75"),
      totalFeaturedAppRewardCoupons: cc("3.5"),
      totalUnfeaturedAppRewardCoupons: cc("4"),
      totalSvRewardWeight: 15n,
      optTotalValidatorFaucetCoupons: 2n,
    });
  });

  it("begins the issuing of every counted round", () => {
    const view = inMemoryContracts([...coupons, counted(4), counted(5)]);
    const steps = exercised(startIssuing(view, network));
    expect(steps.map(({ choice }) => choice)).to.deep.equal([
      "AmuletRules_MiningRound_StartIssuing",
      "AmuletRules_MiningRound_StartIssuing",
    ]);
    expect(steps[1]?.argument).to.deep.equal({
      miningRoundCid: "counted-5",
      summary: {
        totalValidatorRewardCoupons: "0.7500000000",
        totalFeaturedAppRewardCoupons: "3.5000000000",
        totalUnfeaturedAppRewardCoupons: "4.0000000000",
        totalSvRewardWeight: "15",
        optTotalValidatorFaucetCoupons: "2",
      },
    });
  });

  const summaryAt = (caps: Readonly<Record<string, string>>) => {
    const { amuletPrice, issuanceConfig, tickDuration } = network.round.payload;
    const changes = Object.fromEntries(Object.entries(caps).map(([name, cap]) => [name, cc(cap)]));
    const begun = heldAs(SummarizingMiningRound, "counted", {
      dso,
      round: round(7),
      amuletPrice,
      issuanceConfig: { ...issuanceConfig, ...changes },
      tickDuration,
    });
    const halves = [validator("v", "0.5", 7), app("f", "0.5", true, 7), app("u", "0.3", false, 7)];
    return exercised(startIssuing(inMemoryContracts([...halves, begun]), network))[0]?.argument;
  };
  const least = "0.0000000001";
  const table: ReadonlyArray<
    readonly [Readonly<Record<string, string>>, ReadonlyArray<string>, string]
  > = [
    [{}, ["0.5", "0.5", "0.3"], "the caps as they come"],
    [{ validatorRewardCap: least }, ["0.0", "0.5", "0.3"], "a tiny cap of validators"],
    [{ unfeaturedAppRewardCap: least }, ["0.5", "0.5", "0.3"], "0.8 times a tiny cap of apps"],
    [
      { unfeaturedAppRewardCap: "0.6", featuredAppRewardCap: "0.6000000001" },
      ["0.5", "0.0", "0.3"],
      "a tiny cap of featured apps beyond that of others",
    ],
  ];
  for (const [caps, [validators = "", featured = "", unfeatured = ""], name] of table) {
    it(`leaves out totals that round to nothing: ${name}`, () => {
      expect(summaryAt(caps)).to.deep.nested.include({
        "summary.totalValidatorRewardCoupons": `${validators}000000000`,
        "summary.totalFeaturedAppRewardCoupons": `${featured}000000000`,
        "summary.totalUnfeaturedAppRewardCoupons": `${unfeatured}000000000`,
      });
    });
  }

  it("is none when a sum is out of range, and such a round does not begin to issue", () => {
    const amount = rightOf(numericFromUnits(numericMaxUnits));
    const most = heldAs(ValidatorRewardCoupon, "most", { dso, user: bob, amount, round: round(5) });
    const view = inMemoryContracts([...coupons, most, counted(5)]);
    expect(summaryOfRound(view, dso, 5n)).to.equal(undefined);
    expect(startIssuing(view, network)).to.deep.equal([]);
  });
});

describe("the end of issuing rounds", () => {
  const issuing = (number: number, targetClosesAt: number): Contract =>
    heldAs(IssuingMiningRound, `issuing-${number}`, {
      dso,
      round: round(number),
      issuancePerValidatorRewardCoupon: cc("0"),
      issuancePerFeaturedAppRewardCoupon: cc("0"),
      issuancePerUnfeaturedAppRewardCoupon: cc("0"),
      issuancePerSvRewardCoupon: cc("0"),
      opensAt: 0n,
      targetClosesAt: BigInt(targetClosesAt),
      optIssuancePerValidatorFaucetCoupon: undefined,
    });

  it("comes with their time", () => {
    const view = inMemoryContracts([issuing(1, start), issuing(2, start + 1)]);
    expect(exercised(closeIssuing(view, network, start))).to.deep.equal([
      {
        choice: "AmuletRules_MiningRound_Close",
        contractId: network.amuletRules,
        argument: { issuingRoundCid: "issuing-1" },
      },
    ]);
  });

  it("comes for ten at once, the earliest first", () => {
    const view = inMemoryContracts(
      Array.from({ length: 12 }, (_, index) => issuing(index, start - index)),
    );
    const steps = closeIssuing(view, network, start);
    expect(choicesOf(steps)).to.have.lengthOf(10);
    expect(withNames(steps[0]?.commandId)).to.equal("close-issuing/issuing-11");
    expect(withNames(steps.at(-1)?.commandId)).to.equal("close-issuing/issuing-2");
  });
});
