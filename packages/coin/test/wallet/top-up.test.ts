import {
  choice,
  contractId,
  definePackage,
  int64,
  list,
  party,
  record,
  template,
} from "@tallystick/core";
import { expect } from "chai";
import {
  coinPackages,
  isTopUpDue,
  MemberTraffic,
  metadataV1,
  neverToppedUp,
  PaymentTransferContext,
  topUp,
  topUpPlan,
  type TopUpSituation,
  type TopUpTarget,
  TransferInput,
  ValidatorTopUpState,
} from "../../src/index.js";
import {
  alice,
  cc,
  CoinLedger,
  dso,
  minute,
  start,
  synchronizerId,
  validator,
} from "../coin-fixture.js";
import { int } from "../coin-values.js";

const second = 1_000_000n;

const target = (changes: Partial<TopUpTarget> = {}): TopUpTarget => ({
  targetThroughput: cc("20000"),
  minTopupIntervalMicros: 60n * second,
  pollIntervalMicros: 30n * second,
  minTopupAmountBytes: 200_000n,
  ...changes,
});

describe("the plan of a top-up", () => {
  const rows: ReadonlyArray<readonly [string, Partial<TopUpTarget>, bigint, bigint]> = [
    ["20 kB/s, once a minute", {}, 1_200_000n, 60n],
    ["an interval below the polling", { minTopupIntervalMicros: second }, 600_000n, 30n],
    ["an interval between pollings", { minTopupIntervalMicros: 61n * second }, 1_800_000n, 90n],
    ["a part of a byte", { targetThroughput: cc("20000.01") }, 1_200_001n, 60n],
    ["less than is sold at once", { targetThroughput: cc("1000") }, 210_000n, 210n],
    ["just more than is sold at once", { targetThroughput: cc("3333.3333333334") }, 200_001n, 60n],
    ["exactly what is sold at once", { targetThroughput: cc("3333.325") }, 200_000n, 60n],
    ["hardly anything", { targetThroughput: cc("0.5") }, 200_010n, 400_020n],
  ];
  for (const [name, changes, amountBytes, seconds] of rows) {
    it(`for ${name} is ${amountBytes} bytes every ${seconds} s`, () => {
      expect(topUpPlan(target(changes))).to.deep.equal({
        amountBytes,
        intervalMicros: seconds * second,
      });
    });
  }

  it("is none when it is switched off", () => {
    expect(topUpPlan(target({ targetThroughput: cc("0") }))).to.equal(undefined);
    expect(topUpPlan(target({ targetThroughput: cc("-1") }))).to.equal(undefined);
    expect(topUpPlan(target({ pollIntervalMicros: 0n }))).to.equal(undefined);
  });

  const plan = { amountBytes: 1_200_000n, intervalMicros: 60n * second };
  const due: TopUpSituation = {
    extraTrafficRemainderBytes: 1_199_999n,
    lastPurchasedAt: start,
    now: start + minute,
    balance: cc("200.04"),
    cost: cc("200.04"),
  };
  const situations: ReadonlyArray<readonly [string, Partial<TopUpSituation>, boolean]> = [
    ["less left than one top-up, a minute over, the cost at hand", {}, true],
    ["one top-up left", { extraTrafficRemainderBytes: 1_200_000n }, false],
    ["not quite a minute over", { now: start + minute - 1 }, false],
    ["too little CC", { balance: cc("200.0399999999") }, false],
  ];
  for (const [name, changes, isDue] of situations) {
    it(`is ${isDue ? "" : "not "}due with ${name}`, () => {
      expect(isTopUpDue(plan, { ...due, ...changes })).to.equal(isDue);
    });
  }
});

/** Stands for the wallet, which tops up with its validator's authority and here has a partner's too. */
const Wallet = template("Test:Wallet", {
  payload: record({ validator: party, partner: party }),
  signatories: (payload) => [payload.validator, payload.partner],
});
const Wallet_TopUp = choice(Wallet, "Wallet_TopUp", {
  argument: record({
    topUpStateCid: contractId,
    minTopupInterval: metadataV1.RelTime,
    trafficAmount: int64,
    inputs: list(TransferInput),
    context: PaymentTransferContext,
  }),
  result: record({ topUpStateCid: contractId, purchasedTraffic: contractId }),
  consuming: false,
  controllers: (payload) => [payload.validator],
  body: ({ payload }, argument) => topUp({ validator: payload.validator, ...argument }),
});
const packages = [
  ...coinPackages,
  definePackage({
    name: "test-wallet",
    version: "1.0.0",
    templates: [Wallet],
    choices: [Wallet_TopUp],
  }),
];

describe("a top-up on the ledger", () => {
  const loop = (owner: string) =>
    neverToppedUp({
      dso,
      validator: owner,
      memberId: "PAR::node",
      synchronizerId,
      migrationId: int(0),
    });
  const set = () => {
    const ledger = new CoinLedger({ packages });
    ledger.tap(validator, "100");
    const wallet = ledger.create([validator, alice], Wallet, { validator, partner: alice });
    const state = ledger.create([validator], ValidatorTopUpState, loop(validator));
    const run = (topUpStateCid: string, trafficAmount = 200_000) =>
      ledger.exercise(
        [validator],
        Wallet_TopUp,
        wallet,
        {
          topUpStateCid,
          minTopupInterval: { microseconds: int(minute) },
          trafficAmount: int(trafficAmount),
          inputs: ledger
            .coinsOf(validator)
            .map((value): TransferInput => ({ tag: "InputAmulet", value })),
          context: { amuletRules: ledger.rules, context: ledger.context },
        },
        { readAs: [dso, alice] },
      );
    return { ledger, state, run };
  };

  it("buys for the loop's member and keeps the time", () => {
    const { ledger, state, run } = set();
    const { topUpStateCid, purchasedTraffic } = run(state);
    expect(ledger.active(MemberTraffic).map((it) => it.contractId)).to.deep.equal([
      purchasedTraffic,
    ]);
    expect(ledger.active(ValidatorTopUpState)).to.deep.equal([
      { contractId: topUpStateCid, payload: { ...loop(validator), lastPurchasedAt: start } },
    ]);
    expect(ledger.balanceOf(validator)).to.equal("66.6600000000");
  });

  it("is not done twice within the interval, nor twice from one state", () => {
    const { ledger, state, run } = set();
    const { topUpStateCid } = run(state);
    expect(ledger.reasonOf(() => run(state))).to.equal("CONTRACT_NOT_FOUND");
    ledger.pass(minute - 1);
    expect(ledger.reasonOf(() => run(topUpStateCid))).to.equal("deadline-not-reached");
    ledger.pass(1);
    run(topUpStateCid);
    expect(ledger.active(MemberTraffic)).to.have.length(2);
  });

  it("leaves the loop's time alone when it fails", () => {
    const { ledger, state, run } = set();
    expect(ledger.reasonOf(() => run(state, 2_000_000))).to.equal("insufficient-funds");
    expect(ledger.active(ValidatorTopUpState)[0]?.payload.lastPurchasedAt).to.equal(0);
  });

  it("is not done on another validator's state", () => {
    const { ledger, run } = set();
    const others = ledger.create([alice], ValidatorTopUpState, loop(alice));
    expect(ledger.reasonOf(() => run(others))).to.equal("wrong-contract");
  });
});
