import { type Either, left, right } from "fp-ts/lib/Either.js";

/** Where a coupon of the development fund stands, as its history tells it (wallet 3.11). */
export type DevelopmentFundCouponState =
  | { readonly status: "active" }
  | { readonly status: "withdrawn" | "rejected"; readonly reason: string }
  | { readonly status: "claimed" }
  | { readonly status: "expired" };

/** What can be done with a coupon: the manager withdraws, the beneficiary rejects or claims, the DSO expires. */
export type DevelopmentFundCouponAction =
  | { readonly kind: "withdraw" | "reject"; readonly reason: string }
  | { readonly kind: "claim" }
  | { readonly kind: "expire" };

/** Why it cannot be done: too late, too early, or it is over. */
export type DevelopmentFundCouponRefusal =
  | "deadline-exceeded"
  | "deadline-not-reached"
  | "already-ended";

/** When something is done, and the coupon's own times; microseconds since the Unix epoch. */
export interface DevelopmentFundCouponTimes {
  readonly now: number;
  /** From here on the coupon can be claimed; undefined means at once. */
  readonly mintAfter?: number | undefined;
  /** Exclusive: at this very time it is too late for all but expiry. */
  readonly expiresAt: number;
}

/** A coupon as it comes into being. */
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
  { now, mintAfter, expiresAt }: DevelopmentFundCouponTimes,
): Either<DevelopmentFundCouponRefusal, DevelopmentFundCouponState> => {
  if (state.status !== "active") return left("already-ended");
  const isOver = now >= expiresAt;
  if (action.kind === "expire") return isOver ? right(ended(action)) : left("deadline-not-reached");
  if (isOver) return left("deadline-exceeded");
  const isTooEarly = action.kind === "claim" && mintAfter !== undefined && now < mintAfter;
  return isTooEarly ? left("deadline-not-reached") : right(ended(action));
};

/**
 * How a choice has ended a coupon. A coupon that a transfer used up was archived without a choice of its own, which is
 * `Archive`; undefined for choices that end none.
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
