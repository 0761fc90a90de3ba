import { expect } from "chai";
import { numericToText } from "@tallystick/core";
import {
  AmuletRules_DevNet_FeatureApp,
  AppRewardCoupon,
  contextKeys,
  metadataKeys,
  transferInstructionV1,
  TransferPreapproval,
} from "../../../src/index.js";
import { alice, bob, carol, CoinLedger, day, dso, partyOf, provider } from "../../coin-fixture.js";

const { TransferFactory_Transfer } = transferInstructionV1;

const others = (count: number) =>
  Array.from({ length: count }, (_, n) => partyOf(`r${n}`)).join(",");

/** Bob accepts transfers over the provider, who is featured unless said otherwise; alice has 50 CC. */
const approved = () => {
  const ledger = new CoinLedger({ parties: others(20).split(",") });
  ledger.tap(alice, "50");
  const preapproval = ledger.create([dso, bob, provider], TransferPreapproval, {
    dso,
    receiver: bob,
    provider,
    validFrom: ledger.now,
    lastRenewedAt: ledger.now,
    expiresAt: ledger.now + day,
  });
  const { featuredAppRightCid } = ledger.exercise(
    [provider],
    AmuletRules_DevNet_FeatureApp,
    ledger.rules,
    { provider },
  );
  return { ledger, preapproval, right: featuredAppRightCid };
};

const send = (
  { ledger, preapproval, right }: ReturnType<typeof approved>,
  said: Readonly<Record<string, string>>,
  isFeatured = true,
) =>
  ledger.exercise([alice], TransferFactory_Transfer, ledger.externalRules, {
    expectedAdmin: dso,
    transfer: ledger.transferOf(alice, bob, "1", {
      meta: { values: new Map(Object.entries(said)) },
    }),
    extraArgs: ledger.extraArgs({
      [contextKeys.transferPreapproval]: preapproval,
      ...(isFeatured ? { [contextKeys.featuredAppRight]: right } : {}),
    }),
  });

const shares = (parties: string, weights: string) => ({
  [metadataKeys.appRewardBeneficiaries]: parties,
  [metadataKeys.appRewardBeneficiaryWeights]: weights,
});

/** The coupons as `party amount`. */
const earned = (ledger: CoinLedger): ReadonlyArray<string> =>
  ledger
    .active(AppRewardCoupon)
    .map(
      ({ payload }) => `${payload.beneficiary?.split("::")[0]} ${numericToText(payload.amount)}`,
    );

const equal = (count: number, weight: string) => Array.from({ length: count }, () => weight).join();

describe("the reward of a featured direct transfer", () => {
  it("has its metadata under the names clients write", () => {
    expect(shares("", "")).to.have.all.keys(
      "amulet.splice.lfdecentralizedtrust.org/app-reward-beneficiaries",
      "amulet.splice.lfdecentralizedtrust.org/app-reward-beneficiary-weights",
    );
  });

  // the activity is worth 1 USD at 0.10 USD per CC: 10 CC
  const shared: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string[]]> = [
    ["the provider's alone when nobody is named", {}, ["provider 10.0000000000"]],
    ["one other's", shares(carol, "1"), ["carol 10.0000000000"]],
    [
      "shared by two",
      shares(`${carol},${alice}`, "0.25,0.75"),
      ["carol 2.5000000000", "alice 7.5000000000"],
    ],
    [
      "added up for one named twice",
      shares(`${carol},${carol}`, "0.4,0.6"),
      ["carol 10.0000000000"],
    ],
    [
      "rounded half-even each",
      shares(`${carol},${alice}`, "0.3333333333,0.6666666667"),
      ["carol 3.3333333330", "alice 6.6666666670"],
    ],
    [
      "shared by 20",
      shares(others(20), equal(20, "0.05")),
      Array.from({ length: 20 }, (_, n) => `r${n} 0.5000000000`),
    ],
  ];
  for (const [name, said, coupons] of shared)
    it(`is ${name}`, () => {
      const world = approved();
      expect(send(world, said).output.tag).to.equal("TransferInstructionResult_Completed");
      expect([...earned(world.ledger)].sort()).to.deep.equal(coupons.sort());
      for (const { payload } of world.ledger.active(AppRewardCoupon))
        expect(payload).to.include({ dso, provider, featured: true });
    });

  const refused: ReadonlyArray<readonly [string, Readonly<Record<string, string>>]> = [
    ["21 beneficiaries", shares(others(21), `${equal(20, "0.04")},0.2`)],
    ["weights below 1 together", shares(`${carol},${alice}`, "0.5,0.4999999999")],
    ["weights above 1 together", shares(`${carol},${alice}`, "0.5,0.5000000001")],
    ["a weight of 0", shares(`${carol},${alice}`, "1,0")],
    ["a weight below 0", shares(`${carol},${alice}`, "2,-1")],
    ["a weight above 1", shares(carol, "1.0000000001")],
    ["a weight that is no number", shares(carol, "all")],
    ["a weight with eleven places", shares(`${carol},${alice}`, "0.49999999999,0.50000000001")],
    ["fewer weights than parties", shares(`${carol},${alice}`, "1")],
    ["more weights than parties", shares(carol, "0.5,0.5")],
    ["a weight of nobody", shares(carol, "1,0.5")],
    ["nobody", shares("", "1")],
    ["something that is no party", shares(`${carol};${alice}`, "1")],
    ["parties without weights", { [metadataKeys.appRewardBeneficiaries]: carol }],
    ["weights without parties", { [metadataKeys.appRewardBeneficiaryWeights]: "1" }],
  ];
  for (const [name, said] of refused)
    it(`is refused with ${name}, featured or not`, () => {
      const world = approved();
      for (const isFeatured of [true, false])
        expect(world.ledger.reasonOf(() => send(world, said, isFeatured))).to.equal(
          "invalid-argument",
        );
      expect(world.ledger.balanceOf(bob)).to.equal("0.0000000000");
    });

  it("is nobody's when the provider is not featured", () => {
    const world = approved();
    send(world, shares(carol, "1"), false);
    expect(earned(world.ledger)).to.deep.equal([]);
  });
});
