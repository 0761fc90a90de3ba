import { expect } from "chai";
import type { Template } from "@tallystick/core";
import {
  AmuletAllocation,
  type AmuletConfig,
  AmuletRules,
  AmuletTransferInstruction,
  AppRewardCoupon,
  ClosedMiningRound,
  coinInstrument,
  defaultAmuletConfig,
  DevelopmentFundCoupon,
  FeaturedAppActivityMarker,
  IssuingMiningRound,
  MemberTraffic,
  newLicense,
  OpenMiningRound,
  SummarizingMiningRound,
  SvRewardCoupon,
  TransferPreapproval,
  UnclaimedActivityRecord,
  UnclaimedDevelopmentFundCoupon,
  UnclaimedReward,
  ValidatorLicense,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
} from "../../src/index.js";
import { ExternalPartySetupProposal } from "../../src/amulet/preapproval/external-party-setup.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  dso,
  provider,
  start,
  synchronizerId,
} from "../coin-fixture.js";
import { int } from "../int-values.js";

const round = { number: int(0n) };
const none = { values: new Map<string, string>() };
const fundCoupon = {
  dso,
  beneficiary: alice,
  fundManager: bob,
  amount: cc("1"),
  expiresAt: BigInt(start + 2),
  reason: "",
};
const marker = { dso, provider, beneficiary: alice, weight: cc("1") };
const preapproval = {
  dso,
  receiver: alice,
  provider,
  validFrom: BigInt(start),
  lastRenewedAt: BigInt(start),
  expiresAt: BigInt(start + 1),
};
const leg = {
  sender: alice,
  receiver: bob,
  amount: cc("1"),
  instrumentId: coinInstrument(dso),
  meta: none,
};

interface Guard {
  readonly what: string;
  readonly holds: boolean;
  readonly wanted: boolean;
}

const guard = <P>(of: Template<P>, what: string, payload: P, wanted: boolean): Guard => ({
  what: `${of.name.split(":")[1]} ${what}`,
  holds: of.ensure(payload),
  wanted,
});

const amounts = [
  ["of 0", "0", false],
  ["below 0", "-0.0000000001", false],
  ["of the least amount", "0.0000000001", true],
] as const;

const guards: ReadonlyArray<Guard> = [
  ...amounts.flatMap(([what, shown, wanted]) => {
    const amount = cc(shown);
    const coupon = { dso, amount, round };
    return [
      guard(DevelopmentFundCoupon, what, { ...fundCoupon, amount }, wanted),
      guard(UnclaimedDevelopmentFundCoupon, what, { dso, amount }, wanted),
      guard(UnclaimedReward, what, { dso, amount }, wanted),
      guard(FeaturedAppActivityMarker, what, { ...marker, weight: amount }, wanted),
      guard(
        AppRewardCoupon,
        what,
        { ...coupon, provider, featured: true, beneficiary: undefined },
        wanted,
      ),
      guard(ValidatorRewardCoupon, what, { ...coupon, user: alice }, wanted),
      guard(
        UnclaimedActivityRecord,
        what,
        { dso, beneficiary: alice, amount, reason: "", expiresAt: BigInt(start) },
        wanted,
      ),
    ];
  }),
  guard(FeaturedAppActivityMarker, "of weight 10,000", { ...marker, weight: cc("10000") }, true),
  guard(
    FeaturedAppActivityMarker,
    "of a weight above",
    { ...marker, weight: cc("10000.0000000001") },
    false,
  ),
  guard(DevelopmentFundCoupon, "over something", fundCoupon, true),
  guard(TransferPreapproval, "that has a lifetime", preapproval, true),
  guard(
    TransferPreapproval,
    "without a lifetime",
    { ...preapproval, expiresAt: BigInt(start) },
    false,
  ),
  guard(
    TransferPreapproval,
    "renewed before it began",
    { ...preapproval, lastRenewedAt: BigInt(start - 1) },
    false,
  ),
  ...(
    [
      [0n, false],
      [1n, true],
    ] as const
  ).map(([weight, wanted]) =>
    guard(
      SvRewardCoupon,
      `of weight ${weight}`,
      { dso, sv: dso, beneficiary: alice, round, weight: int(weight) },
      wanted,
    ),
  ),
];

const defaults = defaultAmuletConfig(synchronizerId);
const { tickDuration } = defaults;
const issuanceConfig = defaults.issuanceCurve.initialValue;
const open = {
  dso,
  amuletPrice: cc("1"),
  opensAt: BigInt(start),
  targetClosesAt: BigInt(start),
  issuingFor: tickDuration,
  transferConfigUsd: defaults.transferConfig,
  issuanceConfig,
  tickDuration,
};
const issuances = {
  issuancePerValidatorRewardCoupon: cc("0"),
  issuancePerFeaturedAppRewardCoupon: cc("0"),
  issuancePerUnfeaturedAppRewardCoupon: cc("0"),
  issuancePerSvRewardCoupon: cc("0"),
  optIssuancePerValidatorFaucetCoupon: undefined,
};
const times = { opensAt: BigInt(start), targetClosesAt: BigInt(start) };

const roundGuards = (
  [
    [0n, true],
    [-1n, false],
  ] as const
).flatMap(([value, wanted]): ReadonlyArray<Guard> => {
  const number = { number: int(value) };
  const what = `of round ${value}`;
  const closed = { dso, round: number, ...issuances };
  const amuletPrice = cc("1");
  const counted = { dso, round: number, amuletPrice, issuanceConfig, tickDuration };
  return [
    guard(OpenMiningRound, what, { ...open, round: number }, wanted),
    guard(SummarizingMiningRound, what, counted, wanted),
    guard(IssuingMiningRound, what, { ...closed, ...times }, wanted),
    guard(ClosedMiningRound, what, closed, wanted),
  ];
});

const traffic = {
  dso,
  memberId: "PAR::a",
  synchronizerId: "s",
  migrationId: int(0n),
  totalPurchased: int(0n),
  numPurchases: int(0n),
  amuletSpent: cc("0"),
  usdSpent: cc("0"),
};
const trafficGuards: ReadonlyArray<Guard> = [
  guard(MemberTraffic, "of nothing", traffic, true),
  ...(["memberId", "synchronizerId"] as const).flatMap((field) =>
    (
      [
        [0, false],
        [1, true],
        [300, true],
        [301, true],
      ] as const
    ).map(([length, wanted]) =>
      guard(
        MemberTraffic,
        `with ${length} characters of ${field}`,
        { ...traffic, [field]: "x".repeat(length) },
        wanted,
      ),
    ),
  ),
  ...(["migrationId", "totalPurchased", "numPurchases"] as const).map((field) =>
    guard(MemberTraffic, `with ${field} below 0`, { ...traffic, [field]: int(-1n) }, false),
  ),
  ...(["amuletSpent", "usdSpent"] as const).map((field) =>
    guard(MemberTraffic, `with ${field} below 0`, { ...traffic, [field]: cc("-1") }, false),
  ),
];

describe("what a contract may say", () => {
  for (const { what, holds, wanted } of [...guards, ...roundGuards, ...trafficGuards]) {
    it(`${what}: ${wanted ? "yes" : "no"}`, () => {
      expect(holds).to.equal(wanted);
    });
  }
});

describe("who sees a contract in addition to its signatories", () => {
  const settlement = {
    executor: carol,
    settlementRef: { id: "s", cid: undefined },
    requestedAt: BigInt(start),
    allocateBefore: BigInt(start),
    settleBefore: BigInt(start),
    meta: none,
  };
  const allocation = { settlement, transferLegId: "leg", transferLeg: leg };
  const transfer = {
    ...leg,
    requestedAt: BigInt(start),
    executeBefore: BigInt(start),
    inputHoldingCids: [],
  };
  const setup = {
    validator: provider,
    user: alice,
    dso,
    createdAt: BigInt(start),
    preapprovalExpiresAt: BigInt(start),
  };
  const coupon = { dso, provider, featured: true, amount: cc("1"), round };
  const sv = { dso, sv: bob, beneficiary: alice, round, weight: int(1n) };
  const table: Readonly<Record<string, readonly [ReadonlyArray<string>, ReadonlyArray<string>]>> = {
    "the executor sees an allocation": [
      AmuletAllocation.observers({ lockedAmulet: "", allocation }),
      [carol],
    ],
    "the receiver sees a transfer instruction": [
      AmuletTransferInstruction.observers({ lockedAmulet: "", transfer }),
      [bob],
    ],
    "the external party sees its setup": [ExternalPartySetupProposal.observers(setup), [alice]],
    "beneficiary and manager see a coupon of the fund": [
      DevelopmentFundCoupon.observers(fundCoupon),
      [alice, bob],
    ],
    "provider and beneficiary see a marker": [
      FeaturedAppActivityMarker.observers(marker),
      [provider, alice],
    ],
    "the provider sees an app's coupon": [
      AppRewardCoupon.observers({ ...coupon, beneficiary: undefined }),
      [provider],
    ],
    "the beneficiary sees an app's coupon too": [
      AppRewardCoupon.observers({ ...coupon, beneficiary: alice }),
      [provider, alice],
    ],
    "the validator sees its liveness record": [
      ValidatorLivenessActivityRecord.observers({
        dso,
        validator: bob,
        round,
      }),
      [bob],
    ],
    "the beneficiary sees a record of unclaimed CC": [
      UnclaimedActivityRecord.observers({
        dso,
        beneficiary: bob,
        amount: cc("1"),
        reason: "",
        expiresAt: BigInt(start),
      }),
      [bob],
    ],
    "the user sees the coupon of a burn": [
      ValidatorRewardCoupon.observers({ dso, user: bob, amount: cc("1"), round }),
      [bob],
    ],
    "the validator sees its licence": [
      ValidatorLicense.observers(newLicense(dso, bob, carol)),
      [bob],
    ],
    "SV and beneficiary see an SV's coupon": [SvRewardCoupon.observers(sv), [bob, alice]],
  };
  for (const [what, [found, wanted]] of Object.entries(table)) {
    it(what, () => {
      expect(found).to.deep.equal(wanted);
    });
  }
});

describe("a configuration", () => {
  const config = defaultAmuletConfig(synchronizerId);
  const isAccepted = (changes: Partial<AmuletConfig>): boolean =>
    AmuletRules.ensure({
      dso,
      configSchedule: { initialValue: { ...config, ...changes }, futureValues: [] },
      isDevNet: false,
      contractStateSchemaVersion: undefined,
    });
  const { transferConfig, decentralizedSynchronizer: synchronizer } = config;
  const { initialValue: issuance } = config.issuanceCurve;
  const wrong = { ...issuance, amuletToIssuePerYear: cc("-1") };
  const span = (microseconds: bigint) => ({ microseconds: int(microseconds) });
  const table: Readonly<Record<string, readonly [Partial<AmuletConfig>, boolean]>> = {
    "without holding fee": [
      { transferConfig: { ...transferConfig, holdingFee: { rate: cc("0") } } },
      true,
    ],
    "with a second step of fees above 0": [
      {
        transferConfig: {
          ...transferConfig,
          transferFee: {
            initialRate: cc("0"),
            steps: [
              { _1: cc("1"), _2: cc("0") },
              { _1: cc("2"), _2: cc("0.1") },
            ],
          },
        },
      },
      false,
    ],
    "with steps of fees that are all 0": [
      {
        transferConfig: {
          ...transferConfig,
          transferFee: { initialRate: cc("0"), steps: [{ _1: cc("1"), _2: cc("0") }] },
        },
      },
      true,
    ],
    "of a tick without length": [{ tickDuration: span(0n) }, false],
    "of a tick that is as short as can be": [{ tickDuration: span(1n) }, true],
    "whose issuance begins below 0": [
      { issuanceCurve: { initialValue: wrong, futureValues: [] } },
      false,
    ],
    "whose issuance goes below 0 later": [
      { issuanceCurve: { initialValue: issuance, futureValues: [{ _1: span(1n), _2: wrong }] } },
      false,
    ],
    "with several synchronizers, of which one is in use": [
      {
        decentralizedSynchronizer: {
          ...synchronizer,
          requiredSynchronizers: {
            map: [
              ["another::1220", {}],
              [synchronizerId, {}],
            ],
          },
        },
      },
      true,
    ],
  };
  for (const [what, [changes, wanted]] of Object.entries(table)) {
    it(`${what} is ${wanted ? "accepted" : "refused"}`, () => {
      expect(isAccepted(changes)).to.equal(wanted);
    });
  }
});

describe("an open round", () => {
  it("has a number from 0 on, and any price", () => {
    const ledger = new CoinLedger();
    const reasons = [
      () => ledger.openRound(0n, { amuletPrice: cc("0") }),
      () => ledger.openRound(-1n),
      () => ledger.openRound(0n, { amuletPrice: cc("0.0000000001") }),
    ].map((attempt) => ledger.reasonOf(attempt));
    expect(reasons).to.deep.equal(["accepted", "PreconditionFailed", "accepted"]);
  });
});
