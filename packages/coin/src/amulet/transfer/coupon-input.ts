import { archive, type ChoiceProgram, exercise, type ContractId } from "@tallystick/core";
import { times, zero } from "../../model/arithmetic.js";
import { fetchOfDso, fetchOwned } from "../../model/checked-fetch.js";
import { generalError } from "../../model/coin-error.js";
import type { InputValue } from "./input-totals.js";
import { issuingRound, type TransferTerms } from "./transfer-terms.js";
import {
  consumeDevelopmentFundCoupon,
  consumeFaucetCoupon,
  consumeLivenessRecord,
  consumeRewardCouponV2,
  consumeSvCoupon,
  consumeUnclaimedActivityRecord,
} from "./reward-inputs.js";
import type { TransferInput } from "./transfer-types.js";
import {
  AppRewardCoupon,
  ValidatorRewardCoupon,
  ValidatorRewardCoupon_ArchiveAsValidator,
} from "../rewards/usage-coupons.js";
import { shownParty } from "../../model/shown.js";

type CouponInput = Exclude<TransferInput, { readonly tag: "InputAmulet" }>;

/** Uses a coupon up. @returns the CC it mints (wallet 12.1) */
export function* consumeCoupon(
  input: CouponInput,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  switch (input.tag) {
    case "InputAppRewardCoupon":
      return yield* consumeAppCoupon(input.value, terms);
    case "InputValidatorRewardCoupon":
      return yield* consumeValidatorCoupon(input.value, terms);
    case "InputSvRewardCoupon":
      return yield* consumeSvCoupon(input.value, terms);
    case "InputValidatorLivenessActivityRecord":
      return yield* consumeLivenessRecord(input.value, terms);
    case "InputUnclaimedActivityRecord":
      return yield* consumeUnclaimedActivityRecord(input.value, terms);
    case "InputDevelopmentFundCoupon":
      return yield* consumeDevelopmentFundCoupon(input.value, terms);
    case "InputRewardCouponV2":
      return yield* consumeRewardCouponV2(input.value, terms);
    case "ExtTransferInput":
      return yield* consumeExtension(input.value.optInputValidatorFaucetCoupon, terms);
  }
}

/** The extension of the inputs carries the older form of liveness records. */
function* consumeExtension(
  faucetCoupon: string | undefined,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  return faucetCoupon === undefined
    ? { to: "validatorFaucets", amount: zero }
    : yield* consumeFaucetCoupon(faucetCoupon, terms);
}

function* consumeAppCoupon(
  contractId: ContractId,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  const { dso, sender } = terms;
  const coupon = yield* fetchOwned(
    AppRewardCoupon,
    contractId,
    dso,
    sender,
    ({ beneficiary, provider }) => beneficiary ?? provider,
  );
  yield* archive(AppRewardCoupon, contractId);
  const issuing = yield* issuingRound(coupon.round, terms);
  const perUnit = coupon.featured
    ? issuing.issuancePerFeaturedAppRewardCoupon
    : issuing.issuancePerUnfeaturedAppRewardCoupon;
  return { to: "appRewards", amount: yield* times(coupon.amount, perUnit) };
}

function* consumeValidatorCoupon(
  contractId: ContractId,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  const { dso, sender, validatorRights } = terms;
  const coupon = yield* fetchOfDso(ValidatorRewardCoupon, contractId, dso);
  const rightCid = validatorRights.get(coupon.user);
  if (rightCid === undefined) {
    // the public system leaves the "not" out
    return yield* generalError(
      `TransferContext did contain validator right for user: ${shownParty(coupon.user)}`,
    );
  }
  yield* exercise(ValidatorRewardCoupon_ArchiveAsValidator, contractId, {
    validator: sender,
    rightCid,
  });
  const issuing = yield* issuingRound(coupon.round, terms);
  return {
    to: "validatorRewards",
    amount: yield* times(coupon.amount, issuing.issuancePerValidatorRewardCoupon),
  };
}
