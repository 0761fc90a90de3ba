import type { Json } from "@tallystick/core";
import { expect } from "chai";
import { couponIn, couponKinds, rateOf } from "../../src/rules/coupons.js";

const one = 10n ** 10n;

describe("The coupons of a round", () => {
  const found = (template: string, payload: Json, packageName = "splice-amulet") =>
    couponIn({ templateId: `p:${template}`, packageName, payload });

  const coupons: ReadonlyArray<
    readonly [template: string, payload: Json, kind: string, units: bigint]
  > = [
    [
      "Splice.Amulet:AppRewardCoupon",
      { featured: true, amount: "1.5" },
      "featured app",
      15n * 10n ** 9n,
    ],
    [
      "Splice.Amulet:AppRewardCoupon",
      { featured: false, amount: "2.0" },
      "unfeatured app",
      2n * one,
    ],
    ["Splice.Amulet:ValidatorRewardCoupon", { amount: "0.0000000001" }, "validator", 1n],
    ["Splice.Amulet:SvRewardCoupon", { weight: "3" }, "SV", 3n * one],
    ["Splice.ValidatorLicense:ValidatorLivenessActivityRecord", {}, "liveness", one],
    ["Splice.ValidatorLicense:ValidatorFaucetCoupon", {}, "liveness", one],
    ["Splice.Amulet:ValidatorRewardCoupon", { amount: "many" }, "validator", 0n],
  ];
  for (const [template, payload, kind, units] of coupons) {
    it(`are worth ${units} units as ${kind}: ${template} ${JSON.stringify(payload)}`, () => {
      expect(found(template, payload)).to.deep.equal({ kind, units });
    });
  }

  it("are those of the coin's package only", () => {
    expect(found("Splice.Amulet:ValidatorRewardCoupon", { amount: "1" }, "fake")).to.equal(
      undefined,
    );
    expect(found("Splice.Amulet:Amulet", { amount: "1" })).to.equal(undefined);
    expect(found("Splice.Amulet:ValidatorRewardCoupon", "1")).to.equal(undefined);
    expect(found("toString", {})).to.equal(undefined);
  });

  it("have each the rate of its kind in a round, and none without a round", () => {
    const round = Object.fromEntries(couponKinds.map(({ rate }, at) => [rate, `${at + 1}.0`]));
    for (const [at, { kind }] of couponKinds.entries()) {
      expect(rateOf(kind, round)).to.equal(BigInt(at + 1) * one);
      expect(rateOf(kind, undefined)).to.equal(0n);
    }
  });
});
