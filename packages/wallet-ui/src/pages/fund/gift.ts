import { numericToText } from "@tallystick/core/numeric";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { noAmount, type TypedAmount } from "../../money/typed-amount.js";
import { readParty } from "../../parties/party-id.js";
import { type Checked, lacks } from "../../states/checked.js";
import { messages } from "./messages.js";

const dayMicros = 86_400_000_000;

/** How long a beneficiary may wait. */
export const terms = [
  ["7", messages.span.days({ count: 7 })],
  ["30", messages.span.days({ count: 30 })],
  ["90", messages.span.days({ count: 90 })],
] as const;

/** What is typed to give part of the fund. */
interface GiftDraft {
  readonly beneficiary: string;
  readonly reason: string;
  readonly amount: TypedAmount;
  readonly term: (typeof terms)[number][0];
}

export const noGift: GiftDraft = { beneficiary: "", reason: "", amount: noAmount, term: "30" };

/** A coupon as the API takes it. */
export type Gift = WalletSchemas["AllocateDevelopmentFundCouponRequest"];

/** The coupon that is requested; Left: what is missing. */
export const giftOf = (
  { beneficiary, reason, amount, term }: GiftDraft,
  nowMs: number,
): Checked<Gift> => {
  const party = readParty(beneficiary);
  const isComplete = amount.value !== undefined && reason.trim() !== "";
  return isLeft(party) || amount.value === undefined || !isComplete
    ? lacks(messages.give.missing)
    : right({
        beneficiary: party.right,
        amount: numericToText(amount.value),
        expiresAt: nowMs * 1_000 + Number(term) * dayMicros,
        reason: reason.trim(),
      });
};
