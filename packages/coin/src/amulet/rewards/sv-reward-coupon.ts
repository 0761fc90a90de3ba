import { choice, contractId, int64, party, record, template, enumeration } from "@tallystick/core";
import { modulePart } from "../../model/module-part.js";
import { Round } from "../configuration/round-number.js";
import { requireClosed } from "./usage-coupons.js";

/**
 * A share in what a round issues to the operators of the network, by weight; minted by the
 * beneficiary (wallet 12.1). The DSO creates one per SV, beneficiary and round.
 */
export const SvRewardCoupon = template("Splice.Amulet:SvRewardCoupon", {
  payload: record({ dso: party, sv: party, beneficiary: party, round: Round, weight: int64 }),
  signatories: ({ dso }) => [dso],
  observers: ({ sv, beneficiary }) => [sv, beneficiary],
  ensure: ({ weight }) => weight > 0n,
});

/** The DSO removes what no one minted while it could be minted. */
export const SvRewardCoupon_DsoExpire = choice(SvRewardCoupon, "SvRewardCoupon_DsoExpire", {
  argument: record({ closedRoundCid: contractId }),
  result: record({ weight: int64 }),
  controllers: ({ dso }) => [dso],
  *body({ payload: { dso, round, weight } }, { closedRoundCid }) {
    yield* requireClosed(closedRoundCid, dso, round);
    return { weight };
  },
});

/** The beneficiary uses the coupon up; a transfer that mints it does so. */
export const SvRewardCoupon_ArchiveAsBeneficiary = choice(
  SvRewardCoupon,
  "SvRewardCoupon_ArchiveAsBeneficiary",
  {
    argument: record({}),
    result: enumeration("SvRewardCoupon_ArchiveAsBeneficiaryResult"),
    controllers: ({ beneficiary }) => [beneficiary],
    *body() {
      return "SvRewardCoupon_ArchiveAsBeneficiaryResult";
    },
  },
);

export const svRewardCouponModule = modulePart({
  templates: [SvRewardCoupon],
  choices: [SvRewardCoupon_DsoExpire, SvRewardCoupon_ArchiveAsBeneficiary],
});
