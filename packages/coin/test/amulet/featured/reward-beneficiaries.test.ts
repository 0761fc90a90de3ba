import { expect } from "chai";
import { numericToText } from "@tallystick/core";
import {
  AmuletRules_DevNet_FeatureApp,
  allocationV1,
  FeaturedAppActivityMarker,
  contextKeys,
  metadataKeys,
  transferInstructionV1,
  TransferPreapproval,
} from "../../../src/index.js";
import { allocate, allocationIn } from "../../allocation-fixture.js";
import { alice, bob, carol, CoinLedger, day, dso, partyOf, provider } from "../../coin-fixture.js";

const others = (count: number) =>
  Array.from({ length: count }, (_, n) => partyOf(`r${n}`)).join(",");

/** Alice has reserved 30 CC for bob in a settlement of the provider, who is featured. */
const settling = () => {
  const ledger = new CoinLedger({ parties: others(20).split(",") });
  ledger.tap(alice, "50");
  const allocation = allocationIn(allocate(ledger));
  const { featuredAppRightCid: right } = ledger.exercise(
    [provider],
    AmuletRules_DevNet_FeatureApp,
    ledger.rules,
    { provider },
  );
  return { ledger, allocation, right };
};

const execute = (
  { ledger, allocation, right }: ReturnType<typeof settling>,
  said: Readonly<Record<string, string>>,
  isFeatured = true,
) => {
  const { context } = ledger.extraArgs(isFeatured ? { [contextKeys.featuredAppRight]: right } : {});
  const meta = { values: new Map(Object.entries(said)) };
  return ledger.exercise(
    [provider, alice, bob],
    allocationV1.Allocation_ExecuteTransfer,
    allocation,
    { extraArgs: { context, meta } },
  );
};

const shares = (parties: string, weights: string) => ({
  [metadataKeys.appRewardBeneficiaries]: parties,
  [metadataKeys.appRewardBeneficiaryWeights]: weights,
});

/** The markers as `party weight`, in the order of the parties. */
const earned = (ledger: CoinLedger): ReadonlyArray<string> =>
  ledger
    .active(FeaturedAppActivityMarker)
    .map(({ payload }) => `${payload.beneficiary.split("::")[0]} ${numericToText(payload.weight)}`)
    .sort();

const equal = (count: number, weight: string) => Array.from({ length: count }, () => weight).join();

describe("the reward of an executed allocation", () => {
  it("has its metadata under the names clients write", () => {
    expect(shares("", "")).to.have.all.keys(
      "amulet.splice.lfdecentralizedtrust.org/app-reward-beneficiaries",
      "amulet.splice.lfdecentralizedtrust.org/app-reward-beneficiary-weights",
    );
  });

  const shared: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string[]]> = [
    ["the executor's alone when nobody is named", {}, ["provider 1.0000000000"]],
    ["one other's", shares(carol, "1"), ["carol 1.0000000000"]],
    [
      "shared by two",
      shares(`${carol},${alice}`, "0.25,0.75"),
      ["alice 0.7500000000", "carol 0.2500000000"],
    ],
    [
      "added up for one named twice",
      shares(`${carol},${carol}`, "0.4,0.6"),
      ["carol 1.0000000000"],
    ],
    [
      "shared by 20",
      shares(others(20), equal(20, "0.05")),
      Array.from({ length: 20 }, (_, n) => `r${n} 0.0500000000`).sort(),
    ],
  ];
  for (const [name, said, markers] of shared) {
    it(`is ${name}`, () => {
      const world = settling();
      execute(world, said);
      expect(earned(world.ledger)).to.deep.equal(markers);
      for (const { payload } of world.ledger.active(FeaturedAppActivityMarker))
        expect(payload).to.include({ dso, provider });
      expect(world.ledger.balanceOf(bob)).to.equal("30.0000000000");
    });
  }

  const between = "Beneficiary weights are between 0.0 and 1.0";
  const sum = "Beneficiary weights add up to 1.0";
  const parties = "Failed to parse beneficiaries";
  const weights = "Failed to parse weights";
  const both = "Expected both beneficiaries and weights to be present, but got";
  const unlike = (beneficiaries: number, count: number) =>
    `Number of beneficiaries (${beneficiaries}) does not match number of weights (${count})`;
  const refused: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, string]> = [
    [
      "21 beneficiaries",
      shares(others(21), `${equal(20, "0.04")},0.2`),
      "There are at most 20 beneficiaries",
    ],
    ["weights below 1 together", shares(`${carol},${alice}`, "0.5,0.4999999999"), sum],
    ["weights above 1 together", shares(`${carol},${alice}`, "0.5,0.5000000001"), sum],
    ["a weight of 0", shares(`${carol},${alice}`, "1,0"), between],
    ["a weight below 0", shares(`${carol},${alice}`, "2,-1"), between],
    ["a weight above 1", shares(carol, "1.0000000001"), between],
    ["a weight that is no number", shares(carol, "all"), weights],
    [
      "a weight with eleven places",
      shares(`${carol},${alice}`, "0.49999999999,0.50000000001"),
      weights,
    ],
    ["fewer weights than parties", shares(`${carol},${alice}`, "1"), unlike(2, 1)],
    ["more weights than parties", shares(carol, "0.5,0.5"), unlike(1, 2)],
    ["a weight of nobody", shares(carol, "1,0.5"), unlike(1, 2)],
    ["nobody", shares("", "1"), parties],
    ["something that is no party", shares(`${carol};${alice}`, "1"), parties],
    ["parties without weights", { [metadataKeys.appRewardBeneficiaries]: carol }, both],
    ["weights without parties", { [metadataKeys.appRewardBeneficiaryWeights]: "1" }, both],
  ];
  for (const [name, said, reason] of refused) {
    it(`is refused with ${name}, featured or not`, () => {
      const world = settling();
      for (const isFeatured of [true, false])
        expect(world.ledger.reasonOf(() => execute(world, said, isFeatured))).to.equal(reason);
      expect(world.ledger.balanceOf(bob)).to.equal("0.0000000000");
    });
  }

  it("is absent when the executor is not featured", () => {
    const world = settling();
    execute(world, shares(carol, "1"), false);
    expect(earned(world.ledger)).to.deep.equal([]);
  });
});

describe("the reward of a direct transfer", () => {
  /**
   * Bob accepts transfers over the provider; alice sends and names herself as the one to be
   * rewarded.
   */
  const sent = (factoryMeta: Readonly<Record<string, string>>, argsMeta = factoryMeta) => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "50");
    const preapproval = ledger.create([dso, bob, provider], TransferPreapproval, {
      dso,
      receiver: bob,
      provider,
      validFrom: BigInt(ledger.now),
      lastRenewedAt: BigInt(ledger.now),
      expiresAt: BigInt(ledger.now + day),
    });
    const { featuredAppRightCid } = ledger.exercise(
      [provider],
      AmuletRules_DevNet_FeatureApp,
      ledger.rules,
      { provider },
    );
    const { context } = ledger.extraArgs({
      [contextKeys.transferPreapproval]: preapproval,
      [contextKeys.featuredAppRight]: featuredAppRightCid,
    });
    const { TransferFactory_Transfer } = transferInstructionV1;
    ledger.exercise([alice], TransferFactory_Transfer, ledger.externalRules, {
      expectedAdmin: dso,
      transfer: ledger.transferOf(alice, bob, "1", {
        meta: { values: new Map(Object.entries(factoryMeta)) },
      }),
      extraArgs: { context, meta: { values: new Map(Object.entries(argsMeta)) } },
    });
    return ledger;
  };

  it("is the receiver's provider's, whatever the sender says", () => {
    expect(earned(sent(shares(alice, "1")))).to.deep.equal(["provider 1.0000000000"]);
  });

  it("does not look at beneficiaries, not even at wrong ones", () => {
    expect(earned(sent(shares(alice, "2")))).to.deep.equal(["provider 1.0000000000"]);
  });
});
