import { Amulet, RewardCouponV2 } from "@tallystick/coin";
import { commandsOf, numericToText } from "@tallystick/core";
import { amuletPackage } from "@tallystick/coin";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { walletConfigOf, WalletSettings } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { alice, bob, carol, cc, dso, minute, WalletLedger } from "../wallet-ledger.js";

const shareRewards = automationOf("share-rewards");
const collectRewards = automationOf("collect-rewards-and-merge");
const hour = 60 * minute;

const { create } = commandsOf(amuletPackage);

/** A ledger on which a provider has earned CC by its app, each coupon for 36 hours. */
const earned = (...amounts: ReadonlyArray<string>): WalletLedger => {
  const ledger = new WalletLedger().bootstrap().withWallets();
  for (const [at, amount] of amounts.entries()) {
    const coupon = {
      dso,
      provider: alice,
      round: ledger.networkState.round.payload.round,
      amount: cc(amount),
      expiresAt: BigInt(ledger.now + 36 * hour + at),
      providerIsObserver: true,
      beneficiary: undefined,
    };
    ledger.run({
      commandId: `earn ${at}`,
      actAs: [dso],
      readAs: [],
      commands: [create(RewardCouponV2, coupon)],
    });
  }
  return ledger;
};

const sharing = {
  beneficiaries: [
    { beneficiary: bob, percentage: cc("0.25") },
    { beneficiary: carol, percentage: cc("0.5") },
  ],
  minTtlAfterSharingMicros: 30 * hour,
  batchSize: 2,
};
const rewardSharing = new Map([[alice, sharing]]);

const amountsOf = (ledger: WalletLedger, party: string): ReadonlyArray<string> =>
  ledger.view
    .of(RewardCouponV2, party)
    .filter(({ payload }) => payload.beneficiary === party)
    .map(({ payload }) => numericToText(payload.amount))
    .sort();

const minted = (ledger: WalletLedger, party: string): bigint =>
  ledger.view
    .of(Amulet, party)
    .reduce((sum, { payload }) => sum + payload.amount.initialAmount, 0n);

describe("rewards for the traffic of apps", () => {
  it("are minted by their provider, until they expire", () => {
    const ledger = earned("4", "8");
    ledger.automate(collectRewards, alice);
    expect(minted(ledger, alice)).to.equal(cc("12"));
    expect(ledger.view.of(RewardCouponV2, alice)).to.deep.equal([]);
    const late = earned("4");
    late.now += 36 * hour;
    expect(late.plan(collectRewards, alice)).to.deep.equal([]);
  });

  it("are shared a while after they were made, in batches, and then minted", () => {
    const ledger = earned("4", "8", "12");
    const network = { ...ledger.networkState, sharing: new Set([alice]) };
    const planned = () => ledger.plan(shareRewards, alice, { rewardSharing }, { network });
    expect(planned(), "they last longer").to.deep.equal([]);
    expect(ledger.plan(collectRewards, alice, {}, { network }), "not minted before").to.deep.equal(
      [],
    );
    ledger.now += 6 * hour + 2;
    expect(ledger.automate(shareRewards, alice, { rewardSharing })).to.equal(2);
    expect(amountsOf(ledger, bob)).to.deep.equal(["1.0000000000", "2.0000000000", "3.0000000000"]);
    expect(amountsOf(ledger, carol)).to.deep.equal([
      "2.0000000000",
      "4.0000000000",
      "6.0000000000",
    ]);
    expect(amountsOf(ledger, alice)).to.deep.equal([
      "1.0000000000",
      "2.0000000000",
      "3.0000000000",
    ]);
    ledger.automate(collectRewards, carol);
    expect(minted(ledger, carol)).to.equal(cc("12"));
    expect(ledger.plan(shareRewards, bob, { rewardSharing })).to.deep.equal([]);
  });

  it("are all their beneficiaries' where the parts add up to 1", () => {
    const ledger = earned("4");
    ledger.now += 6 * hour;
    const [only] = sharing.beneficiaries;
    const whole = {
      ...sharing,
      beneficiaries: [{ beneficiary: only?.beneficiary ?? "", percentage: cc("1") }],
    };
    ledger.automate(shareRewards, alice, { rewardSharing: new Map([[alice, whole]]) });
    expect([amountsOf(ledger, alice), amountsOf(ledger, bob)]).to.deep.equal([
      [],
      ["4.0000000000"],
    ]);
  });
});

describe("the setting for sharing rewards", () => {
  const read = (beneficiaries: ReadonlyArray<object>) =>
    WalletSettings.read({ "reward-sharing": { [alice]: { beneficiaries } } });
  const half = { beneficiary: bob, percentage: 0.5 };

  it("has the public validator's usual time and batch", () => {
    const settings = read([half]);
    if (isLeft(settings)) throw new Error(JSON.stringify(settings.left));
    expect(walletConfigOf(settings.right).rewardSharing.get(alice)).to.deep.equal({
      beneficiaries: [{ beneficiary: bob, percentage: cc("0.5") }],
      minTtlAfterSharingMicros: 30 * hour,
      batchSize: 100,
    });
  });

  for (const [name, beneficiaries, reason] of [
    ["more than everything", [half, { beneficiary: carol, percentage: "0.6" }], /at most 1\.0/],
    ["nothing", [{ ...half, percentage: 0 }], /above 0/],
    ["a beneficiary twice", [half, half], /once/],
    [
      "too many",
      Array.from({ length: 20 }, (_, at) => ({
        ...half,
        beneficiary: `p${at}::1220ab`,
        percentage: 0.01,
      })),
      /at most 20/,
    ],
  ] as const) {
    it(`refuses ${name}`, () => {
      const settings = read(beneficiaries);
      expect(isLeft(settings) ? JSON.stringify(settings.left) : "read").to.match(reason);
    });
  }
});
