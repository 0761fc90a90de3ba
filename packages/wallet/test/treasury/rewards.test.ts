import {
  AppRewardCoupon,
  DevelopmentFundCoupon,
  SvRewardCoupon,
  UnclaimedActivityRecord,
  ValidatorFaucetCoupon,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
  ValidatorRight,
} from "@tallystick/coin";
import { type Contract, numericToText } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import type { NetworkState } from "../../src/treasury/network-state.js";
import { mintableRewards } from "../../src/treasury/rewards.js";
import { contextFor, fundingForMerge } from "../../src/treasury/treasury.js";
import { held, int, round } from "../held-contracts.js";
import { alice, bob, carol, cc, dso, operator, start, WalletLedger } from "../wallet-ledger.js";

const issuing = (number: number) => ({
  contractId: `issuing-${number}`,
  createdAt: start,
  payload: {
    dso,
    round: round(number),
    issuancePerValidatorRewardCoupon: cc("0.2"),
    issuancePerFeaturedAppRewardCoupon: cc("100"),
    issuancePerUnfeaturedAppRewardCoupon: cc("0.6"),
    issuancePerSvRewardCoupon: cc("3"),
    opensAt: BigInt(start),
    targetClosesAt: BigInt(start),
    optIssuancePerValidatorFaucetCoupon: number === 5 ? cc("2.85") : undefined,
  },
});
const network: NetworkState = {
  ...new WalletLedger().bootstrap().networkState,
  issuingRounds: [issuing(5), issuing(6)],
};

const app = (id: string, change: { featured?: boolean; number?: number; beneficiary?: string }) =>
  held(AppRewardCoupon, id, {
    dso,
    provider: alice,
    featured: change.featured ?? true,
    amount: cc("1.5"),
    round: round(change.number ?? 5),
    beneficiary: change.beneficiary,
  });
const burn = (id: string, user: string): Contract =>
  held(ValidatorRewardCoupon, id, { dso, user, amount: cc("10"), round: round(5) });
const rightOf = (id: string, user: string, validator: string): Contract =>
  held(ValidatorRight, id, { dso, user, validator });
const sv = (id: string, beneficiary: string): Contract =>
  held(SvRewardCoupon, id, { dso, sv: bob, beneficiary, round: round(6), weight: int(4) });
const record = (id: string, expiresAt: number): Contract =>
  held(UnclaimedActivityRecord, id, {
    dso,
    beneficiary: alice,
    amount: cc("7"),
    reason: "",
    expiresAt: BigInt(expiresAt),
  });
const fund = (id: string, beneficiary: string, expiresAt: number): Contract =>
  held(DevelopmentFundCoupon, id, {
    dso,
    beneficiary,
    fundManager: alice,
    amount: cc("8"),
    expiresAt: BigInt(expiresAt),
    reason: "",
  });

/** Contract id, CC and input of what a party can mint at `start`. */
const mintable = (party: string, ...contracts: ReadonlyArray<Contract>) =>
  mintableRewards(inMemoryContracts(contracts), network, party, start).map(
    ({ contractId, value, input }) => `${contractId} ${numericToText(value)} ${input.tag}`,
  );

describe("what a party can mint", () => {
  it("of apps is the amount times the issuance, for the beneficiary or else the provider", () => {
    const coupons = [
      app("featured", {}),
      app("plain", { featured: false }),
      app("for-bob", { beneficiary: bob }),
    ];
    expect(mintable(alice, ...coupons)).to.deep.equal([
      "featured 150.0000000000 InputAppRewardCoupon",
      "plain 0.9000000000 InputAppRewardCoupon",
    ]);
    expect(mintable(bob, ...coupons)).to.deep.equal([
      "for-bob 150.0000000000 InputAppRewardCoupon",
    ]);
  });

  it("is of issuing rounds alone", () => {
    const coupons = [4, 5, 6, 7].map((number) => app(`of-${number}`, { number }));
    expect(mintable(alice, ...coupons)).to.deep.equal([
      "of-5 150.0000000000 InputAppRewardCoupon",
      "of-6 150.0000000000 InputAppRewardCoupon",
    ]);
  });

  it("of users' burns needs the right that the user gave", () => {
    const coupons = [burn("of-alice", alice), burn("of-bob", bob)];
    expect(mintable(operator, ...coupons)).to.deep.equal([]);
    const rights = [rightOf("r-1", alice, operator), rightOf("r-2", bob, carol)];
    expect(mintable(operator, ...coupons, ...rights)).to.deep.equal([
      "of-alice 2.0000000000 InputValidatorRewardCoupon",
    ]);
    expect(mintable(alice, ...coupons, ...rights)).to.deep.equal([]);
  });

  it("of liveness is the same for each record, where the round has an issuance for it", () => {
    const records = [5, 6].flatMap((number) => {
      const seen = { dso, validator: operator, round: round(number) };
      return [
        held(ValidatorLivenessActivityRecord, `record-${number}`, seen),
        held(ValidatorFaucetCoupon, `faucet-${number}`, seen),
      ];
    });
    expect(mintable(operator, ...records)).to.deep.equal([
      "record-5 2.8500000000 InputValidatorLivenessActivityRecord",
      "faucet-5 2.8500000000 ExtTransferInput",
    ]);
    expect(mintable(dso, ...records)).to.deep.equal([]);
  });

  it("of a super validator is the weight times the issuance, for the beneficiary", () => {
    const coupons = [sv("for-alice", alice), sv("for-bob", bob)];
    expect(mintable(alice, ...coupons)).to.deep.equal([
      "for-alice 12.0000000000 InputSvRewardCoupon",
    ]);
  });

  it("of records and the development fund is their amount, before they expire", () => {
    const all = [
      record("late", start),
      record("timely", start + 1),
      fund("fund-late", alice, start),
      fund("fund-timely", alice, start + 1),
      fund("fund-managed", bob, start + 1),
    ];
    expect(mintable(alice, ...all)).to.deep.equal([
      "timely 7.0000000000 InputUnclaimedActivityRecord",
      "fund-timely 8.0000000000 InputDevelopmentFundCoupon",
    ]);
  });
});

describe("what others have made and named a party in", () => {
  it("is not what it can mint, nor does it hide that", () => {
    const others = { dso: bob, amount: cc("1000"), expiresAt: BigInt(start + 1), reason: "" };
    const seen = { dso: bob, validator: alice, round: round(5) };
    const fakes = [
      held(AppRewardCoupon, "others", {
        dso: bob,
        provider: alice,
        featured: true,
        amount: cc("1000"),
        round: round(5),
        beneficiary: undefined,
      }),
      held(SvRewardCoupon, "others-sv", {
        dso: bob,
        sv: bob,
        beneficiary: alice,
        round: round(5),
        weight: int(4),
      }),
      held(ValidatorLivenessActivityRecord, "others-record", seen),
      held(ValidatorFaucetCoupon, "others-faucet", seen),
      ...Array.from({ length: 500 }, (_, index) =>
        held(UnclaimedActivityRecord, `others-${index}`, { ...others, beneficiary: alice }),
      ),
      held(DevelopmentFundCoupon, "others-fund", {
        ...others,
        beneficiary: alice,
        fundManager: bob,
      }),
    ];
    expect(mintable(alice, ...fakes, record("own", start + 1))).to.deep.equal([
      "own 7.0000000000 InputUnclaimedActivityRecord",
    ]);
  });
});

describe("the contracts that minting looks at", () => {
  const all = [
    burn("b", alice),
    rightOf("r-1", alice, operator),
    rightOf("r-2", bob, operator),
    rightOf("r-3", alice, carol),
  ];
  const view = inMemoryContracts(all);

  it("are the round in use, the issuing rounds of the rewards, and the rights of their users", () => {
    const rewards = mintableRewards(view, network, operator, start);
    expect(contextFor(view, network, operator, rewards)).to.deep.equal({
      openMiningRound: network.round.contractId,
      issuingMiningRounds: [[{ number: 5n }, "issuing-5"]],
      validatorRights: [[alice, "r-1"]],
      featuredAppRight: undefined,
    });
  });

  it("are the round alone without rewards", () => {
    expect(contextFor(view, network, operator, [])).to.deep.equal({
      openMiningRound: network.round.contractId,
      issuingMiningRounds: [],
      validatorRights: [],
      featuredAppRight: undefined,
    });
  });

  it("come with the inputs and their sum", () => {
    const funding = fundingForMerge(view, network, operator, start);
    expect(funding.inputs).to.deep.equal([{ tag: "InputValidatorRewardCoupon", value: "b" }]);
    expect(funding.context.amuletRules).to.equal(network.amuletRules);
    expect(funding.total).to.equal(cc("2"));
  });
});
