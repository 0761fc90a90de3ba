import { isJsonObject, type Json } from "@tallystick/core";
import { at, isOfCoin, unitsOf } from "./coin-reading.js";
import { unitsPerCoin } from "./decimals.js";

/** Kinds of coupons of a round, each with its own rate. */
export const couponKinds = [
  {
    kind: "validator",
    total: "totalValidatorRewardCoupons",
    rate: "issuancePerValidatorRewardCoupon",
  },
  {
    kind: "featured app",
    total: "totalFeaturedAppRewardCoupons",
    rate: "issuancePerFeaturedAppRewardCoupon",
  },
  {
    kind: "unfeatured app",
    total: "totalUnfeaturedAppRewardCoupons",
    rate: "issuancePerUnfeaturedAppRewardCoupon",
  },
  { kind: "SV", total: "totalSvRewardWeight", rate: "issuancePerSvRewardCoupon" },
  {
    kind: "liveness",
    total: "optTotalValidatorFaucetCoupons",
    rate: "optIssuancePerValidatorFaucetCoupon",
  },
] as const;

export type CouponKind = (typeof couponKinds)[number]["kind"];

/** A coupon of a round: its kind, and how many units of the kind's rate it is worth. */
export interface Coupon {
  readonly kind: CouponKind;
  /** In units of 10^-10. */
  readonly units: bigint;
}

const amountOf = (payload: Json): bigint => unitsOf(at(payload, "amount")) ?? 0n;

const couponsByTemplate: Readonly<Record<string, (payload: Json) => Coupon>> = {
  "Splice.Amulet:AppRewardCoupon": (payload) => ({
    kind: at(payload, "featured") === true ? "featured app" : "unfeatured app",
    units: amountOf(payload),
  }),
  "Splice.Amulet:ValidatorRewardCoupon": (payload) => ({
    kind: "validator",
    units: amountOf(payload),
  }),
  "Splice.Amulet:SvRewardCoupon": (payload) => ({
    kind: "SV",
    units: unitsOf(at(payload, "weight")) ?? 0n,
  }),
  "Splice.ValidatorLicense:ValidatorLivenessActivityRecord": () => ({
    kind: "liveness",
    units: unitsPerCoin,
  }),
  "Splice.ValidatorLicense:ValidatorFaucetCoupon": () => ({
    kind: "liveness",
    units: unitsPerCoin,
  }),
};

const mayBeCoupon = (templateId: string): boolean =>
  templateId.endsWith("Coupon") || templateId.endsWith("Record");

const readers = new Map(Object.entries(couponsByTemplate));

/** The coupon in a contract; undefined when it is none of a round. */
export const couponIn = (contract: {
  readonly templateId: string;
  readonly packageName: string;
  readonly payload: Json;
}): Coupon | undefined => {
  const { templateId, payload } = contract;
  // most contracts of the coin are coins
  if (!isOfCoin(contract) || !mayBeCoupon(templateId) || !isJsonObject(payload)) return undefined;
  return readers.get(templateId.slice(templateId.indexOf(":") + 1))?.(payload);
};

/** Units of coin that one unit of a kind yields, by an issuing or closed round. */
export const rateOf = (kind: CouponKind, round: Json | undefined): bigint => {
  const row = couponKinds.find((each) => each.kind === kind);
  return unitsOf(at(round, row?.rate ?? "")) ?? 0n;
};
