import { choice, contractId, party, record, template, enumeration } from "@tallystick/core";
import { modulePart } from "../../model/module-part.js";
import { Round } from "../configuration/round-number.js";
import { requireClosed } from "./usage-coupons.js";

/** The older form of {@link ValidatorLivenessActivityRecord}, which the validator signs too. */
export const ValidatorFaucetCoupon = template("Splice.ValidatorLicense:ValidatorFaucetCoupon", {
  payload: record({ dso: party, validator: party, round: Round }),
  signatories: ({ dso, validator }) => [dso, validator],
});

/** Says that a validator was there in a round; minted by the validator (wallet 12.1). */
export const ValidatorLivenessActivityRecord = template(
  "Splice.ValidatorLicense:ValidatorLivenessActivityRecord",
  {
    payload: record({ dso: party, validator: party, round: Round }),
    signatories: ({ dso }) => [dso],
    observers: ({ validator }) => [validator],
  },
);

/** The DSO removes what no one minted while it could be minted. */
export const ValidatorFaucetCoupon_DsoExpire = choice(
  ValidatorFaucetCoupon,
  "ValidatorFaucetCoupon_DsoExpire",
  {
    argument: record({ closedRoundCid: contractId }),
    result: enumeration("ValidatorFaucetCoupon_DsoExpireResult"),
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso, round } }, { closedRoundCid }) {
      yield* requireClosed(closedRoundCid, dso, round);
      return "ValidatorFaucetCoupon_DsoExpireResult";
    },
  },
);

/** The DSO removes what no one minted while it could be minted. */
export const ValidatorLivenessActivityRecord_DsoExpire = choice(
  ValidatorLivenessActivityRecord,
  "ValidatorLivenessActivityRecord_DsoExpire",
  {
    argument: record({ closedRoundCid: contractId }),
    result: enumeration("ValidatorLivenessActivityRecord_DsoExpireResult"),
    controllers: ({ dso }) => [dso],
    *body({ payload: { dso, round } }, { closedRoundCid }) {
      yield* requireClosed(closedRoundCid, dso, round);
      return "ValidatorLivenessActivityRecord_DsoExpireResult";
    },
  },
);

export const livenessModule = modulePart({
  templates: [ValidatorFaucetCoupon, ValidatorLivenessActivityRecord],
  choices: [ValidatorFaucetCoupon_DsoExpire, ValidatorLivenessActivityRecord_DsoExpire],
});
