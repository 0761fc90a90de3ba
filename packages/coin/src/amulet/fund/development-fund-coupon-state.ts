import type { TransitionError } from "../../model/deadline.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** The state of a coupon of the development fund, as its history says (wallet 3.11). */
export type DevelopmentFundCouponState =
  | { readonly status: "active" }
  | { readonly status: "withdrawn" | "rejected"; readonly reason: string }
  | { readonly status: "claimed" }
  | { readonly status: "expired" };

/**
 * The actions on a coupon: the manager withdraws, the beneficiary rejects or claims, the DSO
 * expires.
 */
export type DevelopmentFundCouponAction =
  | { readonly kind: "withdraw" | "reject"; readonly reason: string }
  | { readonly kind: "claim" }
  | { readonly kind: "expire" };

/** When something is done, and the coupon's own times; microseconds since the Unix epoch. */
export interface DevelopmentFundCouponTimes {
  readonly now: bigint;
  /** Exclusive: at this very time it is too late for all but expiry. */
  readonly expiresAt: bigint;
}

export const activeDevelopmentFundCoupon: DevelopmentFundCouponState = { status: "active" };

const ended = (action: DevelopmentFundCouponAction): DevelopmentFundCouponState => {
  switch (action.kind) {
    case "withdraw":
      return { status: "withdrawn", reason: action.reason };
    case "reject":
      return { status: "rejected", reason: action.reason };
    case "claim":
      return { status: "claimed" };
    case "expire":
      return { status: "expired" };
  }
};

/** The state machine of a coupon of the development fund (wallet 12.1 and 18). Left: why not. */
export const nextDevelopmentFundCouponState = (
  state: DevelopmentFundCouponState,
  action: DevelopmentFundCouponAction,
  { now, expiresAt }: DevelopmentFundCouponTimes,
): Either<TransitionError, DevelopmentFundCouponState> => {
  if (state.status !== "active") return left("already-ended");
  const isOver = now >= expiresAt;
  if (action.kind === "expire")
    return isOver ? right(ended(action)) : left("deadline-not-exceeded");
  return isOver ? left("deadline-exceeded") : right(ended(action));
};

/**
 * How a choice has ended a coupon. A coupon that a transfer used up was archived without a choice
 * of its own, which is `Archive`; undefined for choices that end none.
 *
 * @param reason what the argument of a withdrawal or rejection said
 */
export const developmentFundCouponEndedBy = (
  choice: string,
  reason: string,
): DevelopmentFundCouponState | undefined => {
  switch (choice) {
    case "DevelopmentFundCoupon_Withdraw":
      return ended({ kind: "withdraw", reason });
    case "DevelopmentFundCoupon_Reject":
      return ended({ kind: "reject", reason });
    case "DevelopmentFundCoupon_DsoExpire":
      return ended({ kind: "expire" });
    case "Archive":
      return ended({ kind: "claim" });
    default:
      return undefined;
  }
};
