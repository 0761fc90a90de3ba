import {
  archive,
  exercise,
  type ChoiceProgram,
  type Template,
  type ContractId,
} from "@tallystick/core";
import { ofInteger, times, zero } from "../../model/arithmetic.js";
import { fetchOwned } from "../../model/checked-fetch.js";
import { requireBefore } from "../../model/deadline.js";
import type { Round } from "../configuration/round-number.js";
import { DevelopmentFundCoupon, requireCouponAction } from "../fund/development-fund.js";
import { minterOf, RewardCouponV2 } from "../rewards/reward-coupon-v2.js";
import { ValidatorFaucetCoupon, ValidatorLivenessActivityRecord } from "../rewards/liveness.js";
import {
  SvRewardCoupon,
  SvRewardCoupon_ArchiveAsBeneficiary,
} from "../rewards/sv-reward-coupon.js";
import { UnclaimedActivityRecord } from "../rewards/unclaimed.js";
import type { InputValue } from "./input-totals.js";
import { issuingRound, type TransferTerms } from "./transfer-terms.js";

/** A coupon of the DSO that the sender may mint. */
const fetchMintable = <P extends { readonly dso: string }>(
  template: Template<P>,
  contractId: ContractId,
  { dso, sender }: TransferTerms,
  ownerOf: (payload: P) => string,
): ChoiceProgram<P> => fetchOwned(template, contractId, dso, sender, ownerOf);

/** Uses up an SV's coupon: its weight times the issuance of its round. */
export function* consumeSvCoupon(
  contractId: ContractId,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  const { round, weight } = yield* fetchMintable(
    SvRewardCoupon,
    contractId,
    terms,
    ({ beneficiary }) => beneficiary,
  );
  yield* exercise(SvRewardCoupon_ArchiveAsBeneficiary, contractId, {});
  const { issuancePerSvRewardCoupon } = yield* issuingRound(round, terms);
  const amount = yield* times(yield* ofInteger(weight), issuancePerSvRewardCoupon);
  return { to: "svRewards", amount };
}

function* faucetOf(round: Round, terms: TransferTerms): ChoiceProgram<InputValue> {
  const { optIssuancePerValidatorFaucetCoupon } = yield* issuingRound(round, terms);
  return { to: "validatorFaucets", amount: optIssuancePerValidatorFaucetCoupon ?? zero };
}

/** Uses up a liveness record: the issuance per record of its round. */
export function* consumeLivenessRecord(
  contractId: ContractId,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  const of = ValidatorLivenessActivityRecord;
  const { round } = yield* fetchMintable(of, contractId, terms, ({ validator }) => validator);
  yield* archive(of, contractId);
  return yield* faucetOf(round, terms);
}

/** Uses up a liveness record of the older form. */
export function* consumeFaucetCoupon(
  contractId: ContractId,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  const of = ValidatorFaucetCoupon;
  const { round } = yield* fetchMintable(of, contractId, terms, ({ validator }) => validator);
  yield* archive(of, contractId);
  return yield* faucetOf(round, terms);
}

/** Uses up a record of unclaimed CC: its amount, before it expires. */
export function* consumeUnclaimedActivityRecord(
  contractId: ContractId,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  const of = UnclaimedActivityRecord;
  const record = yield* fetchMintable(of, contractId, terms, ({ beneficiary }) => beneficiary);
  yield* archive(of, contractId);
  yield* requireBefore("UnclaimedActivityRecord.expiresAt", record.expiresAt);
  return { to: "unclaimedActivityRecords", amount: record.amount };
}

/** Uses up a coupon of the development fund: its amount, before it expires. */
export function* consumeDevelopmentFundCoupon(
  contractId: ContractId,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  const of = DevelopmentFundCoupon;
  const coupon = yield* fetchMintable(of, contractId, terms, ({ beneficiary }) => beneficiary);
  yield* archive(of, contractId);
  yield* requireCouponAction({ kind: "claim" }, coupon);
  return { to: "developmentFund", amount: coupon.amount };
}

/** Uses up a coupon for traffic: its amount, before it expires. */
export function* consumeRewardCouponV2(
  contractId: ContractId,
  terms: TransferTerms,
): ChoiceProgram<InputValue> {
  const coupon = yield* fetchMintable(RewardCouponV2, contractId, terms, minterOf);
  yield* archive(RewardCouponV2, contractId);
  yield* requireBefore("RewardCouponV2.expiresAt", coupon.expiresAt);
  return { to: "appRewards", amount: coupon.amount };
}
