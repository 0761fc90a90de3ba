import {
  type ChoiceProgram,
  contractId,
  defineInterface,
  int64,
  interfaceChoice,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
  timestamp,
} from "@tallystick/core";
import { pair } from "../model/pair.js";
import { ExtraArgs, Metadata } from "./metadata-v1.js";

/** The view of a coupon whose provider may share it; the amount in CC. */
const RewardCouponView = record(
  {
    dso: party,
    provider: party,
    beneficiary: optional(party),
    amount: numeric,
    expiresAt: timestamp,
    maxNumNewBeneficiaries: int64,
    meta: Metadata,
  },
  "RewardCouponView",
);

/** Who gets what part of a coupon; the parts add up to 1. */
const RewardBeneficiary = record({ beneficiary: party, percentage: numeric }, "RewardBeneficiary");

/** The argument of {@link RewardCoupon_AssignBeneficiaries}. */
export const AssignBeneficiariesArgument = record({
  additionalCoupons: list(contractId),
  newBeneficiaries: list(RewardBeneficiary),
  extraArgs: ExtraArgs,
});
export type AssignBeneficiariesArgument = Static<typeof AssignBeneficiariesArgument>;

const AssignBeneficiariesResult = record({
  newBeneficiariesCouponCids: list(pair(party, list(contractId))),
});

/** A template's implementation of the choice of {@link RewardCoupon}. */
export interface RewardCouponMethods {
  assignBeneficiaries(
    argument: AssignBeneficiariesArgument,
  ): ChoiceProgram<Static<typeof AssignBeneficiariesResult>>;
}

/** A reward that its provider can share with others before it is minted. */
export const RewardCoupon = defineInterface<Static<typeof RewardCouponView>, RewardCouponMethods>(
  "Splice.Api.RewardAssignmentV1:RewardCoupon",
  RewardCouponView,
);

/** The provider shares this coupon and others of the same kind. */
export const RewardCoupon_AssignBeneficiaries = interfaceChoice(
  RewardCoupon,
  "RewardCoupon_AssignBeneficiaries",
  {
    argument: AssignBeneficiariesArgument,
    result: AssignBeneficiariesResult,
    controllers: ({ provider }) => [provider],
    observers: (_view, { newBeneficiaries }) =>
      newBeneficiaries.map(({ beneficiary }) => beneficiary),
    *body({ methods }, argument) {
      return yield* methods.assignBeneficiaries(argument);
    },
  },
);
