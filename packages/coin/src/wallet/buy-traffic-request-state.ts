import type { TransitionError } from "../model/deadline.js";
import type { Int64, Numeric } from "@tallystick/core";
import { shownDecimal } from "../model/shown.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** The state of a request to buy traffic, as its status endpoint shows it (wallet 2.5 and 7). */
export type BuyTrafficRequestState =
  | { readonly status: "created" }
  | { readonly status: "completed" }
  | { readonly status: "failed"; readonly failureReason: "expired" }
  | {
      readonly status: "failed";
      readonly failureReason: "rejected";
      readonly rejectionReason: string;
    };

/** The actions on a request. */
export type BuyTrafficRequestAction =
  | { readonly kind: "complete" }
  | { readonly kind: "cancel"; readonly reason: string }
  | { readonly kind: "expire" };

export const createdBuyTrafficRequest: BuyTrafficRequestState = { status: "created" };

const ended = (action: BuyTrafficRequestAction): BuyTrafficRequestState => {
  switch (action.kind) {
    case "complete":
      return { status: "completed" };
    case "cancel":
      return {
        status: "failed",
        failureReason: "rejected",
        rejectionReason: action.reason,
      };
    case "expire":
      return { status: "failed", failureReason: "expired" };
  }
};

/**
 * The state machine of a request to buy traffic (wallet 7): completing and cancelling need time
 * left, expiring needs it to be over. Left: why not.
 *
 * @param now microseconds since the Unix epoch
 * @param expiresAt microseconds since the Unix epoch; at this very time it is too late to complete
 * and time to expire
 */
export const nextBuyTrafficRequestState = (
  state: BuyTrafficRequestState,
  action: BuyTrafficRequestAction,
  { now, expiresAt }: { readonly now: bigint; readonly expiresAt: bigint },
): Either<TransitionError, BuyTrafficRequestState> => {
  if (state.status !== "created") return left("already-ended");
  const isOver = now >= expiresAt;
  if (action.kind === "expire" && !isOver) return left("deadline-not-exceeded");
  if (action.kind !== "expire" && isOver) return left("deadline-exceeded");
  return right(ended(action));
};

/** Why a request can never be completed. */
export type BuyTrafficRejection =
  | { readonly kind: "out-of-funds"; readonly missing: Numeric }
  | { readonly kind: "unknown-synchronizer"; readonly synchronizerId: string }
  | {
      readonly kind: "insufficient-topup-amount";
      /** Bytes. */
      readonly trafficAmount: Int64;
      /** Bytes. */
      readonly minTopupAmount: Int64;
    };

/** A rejection as clients read it (wallet 7). */
export const buyTrafficRejectionText = (rejection: BuyTrafficRejection): string => {
  switch (rejection.kind) {
    case "out-of-funds":
      return `out of funds (missing ${shownDecimal(rejection.missing)} CC)`;
    case "unknown-synchronizer":
      return `unknown synchronizerId ${rejection.synchronizerId}`;
    case "insufficient-topup-amount":
      return `not enough traffic requested (trafficAmount ${rejection.trafficAmount} < minTopupAmount ${rejection.minTopupAmount})`;
  }
};
