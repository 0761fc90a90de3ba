import { archive, exercise, fetch, type Static, type Steps } from "@tallystick/core";
import { times } from "../arithmetic.js";
import { fetchOfDso, foreign } from "../checked-fetch.js";
import { demandReached, refuse } from "../failure.js";
import type { InputValue } from "./input-totals.js";
import { IssuingMiningRound } from "./round.js";
import type { TransferContext, TransferInput } from "./transfer-types.js";
import type { Round } from "./types.js";
import {
  AppRewardCoupon,
  ValidatorRewardCoupon,
  ValidatorRewardCoupon_ArchiveAsValidator,
} from "./usage-coupons.js";

/** A coupon among the inputs of a transfer. */
export type CouponInput = Exclude<TransferInput, { readonly tag: "InputAmulet" }>;

/** Who mints, on whose ledger, and the rounds and rights to do it with. */
export interface MintingContext {
  readonly dso: string;
  readonly sender: string;
  readonly context: TransferContext;
}

/** Uses a coupon up. @returns the CC it mints (wallet 12.1) */
export function* consumeCoupon(input: CouponInput, minting: MintingContext): Steps<InputValue> {
  switch (input.tag) {
    case "InputAppRewardCoupon":
      return yield* consumeAppCoupon(input.value, minting);
    case "InputValidatorRewardCoupon":
      return yield* consumeValidatorCoupon(input.value, minting);
    case "InputSvRewardCoupon":
    case "ExtTransferInput":
    case "InputValidatorLivenessActivityRecord":
    case "InputUnclaimedActivityRecord":
    case "InputDevelopmentFundCoupon":
      return yield* refuse("invalid-argument", `${input.tag} is no input of a transfer.`);
  }
}

/** The issuing round of a coupon, from the transfer's context. Stops the command when it is missing, foreign or not open yet. */
export function* issuingRound(
  round: Round,
  { dso, context }: MintingContext,
): Steps<Static<(typeof IssuingMiningRound)["payload"]>> {
  const found = context.issuingMiningRounds.find(([{ number }]) => number === round.number);
  if (found === undefined)
    return yield* refuse(
      "missing-context",
      `The context lacks the issuing round ${round.number} of a coupon.`,
    );
  const issuing = yield* fetchOfDso(IssuingMiningRound, found[1], dso);
  if (issuing.round.number !== round.number)
    return yield* refuse(
      "wrong-contract",
      `The context has round ${issuing.round.number} in the place of round ${round.number}.`,
    );
  yield* demandReached("IssuingMiningRound.opensAt", issuing.opensAt);
  return issuing;
}

function* consumeAppCoupon(contractId: string, minting: MintingContext): Steps<InputValue> {
  const { dso, sender } = minting;
  const coupon = yield* fetchOfDso(AppRewardCoupon, contractId, dso);
  const owner = coupon.beneficiary ?? coupon.provider;
  if (owner !== sender) return yield* foreign(AppRewardCoupon, contractId, owner, sender);
  yield* archive(AppRewardCoupon, contractId);
  const issuing = yield* issuingRound(coupon.round, minting);
  const perUnit = coupon.featured
    ? issuing.issuancePerFeaturedAppRewardCoupon
    : issuing.issuancePerUnfeaturedAppRewardCoupon;
  return { to: "appRewards", amount: yield* times(coupon.amount, perUnit) };
}

function* consumeValidatorCoupon(contractId: string, minting: MintingContext): Steps<InputValue> {
  const { dso, sender, context } = minting;
  const coupon = yield* fetch(ValidatorRewardCoupon, contractId);
  if (coupon.dso !== dso) return yield* foreign(ValidatorRewardCoupon, contractId, coupon.dso, dso);
  const right = context.validatorRights.find(([user]) => user === coupon.user);
  if (right === undefined)
    return yield* refuse(
      "missing-context",
      `The context lacks the right to mint for ${coupon.user}.`,
    );
  yield* exercise(ValidatorRewardCoupon_ArchiveAsValidator, contractId, {
    validator: sender,
    rightCid: right[1],
  });
  const issuing = yield* issuingRound(coupon.round, minting);
  return {
    to: "validatorRewards",
    amount: yield* times(coupon.amount, issuing.issuancePerValidatorRewardCoupon),
  };
}
