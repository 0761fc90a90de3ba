import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TransitionError } from "../model/deadline.js";

/**
 * The state of a request to pay an app (wallet 18): open, paid into a lock, or ended without a
 * payment.
 */
export type AppPaymentRequestState =
  | "requested"
  | "accepted"
  | "rejected"
  | "withdrawn"
  | "expired";

/** The actions on a request. */
export type AppPaymentRequestAction = "accept" | "reject" | "withdraw" | "expire";

/** When it is done, and the request's own time; microseconds since the Unix epoch. */
export interface AppPaymentTimes {
  readonly now: bigint;
  /** At this very time it is too late to accept and time to expire. */
  readonly expiresAt: bigint;
}

/**
 * The state after something is done with a request to pay an app (wallet 18). An accepted payment
 * has no deadline of its own: its lock has one, and with it the coin's rules. Left: why it cannot
 * be done.
 */
export const nextAppPaymentRequestState = (
  state: AppPaymentRequestState,
  action: AppPaymentRequestAction,
  { now, expiresAt }: AppPaymentTimes,
): Either<TransitionError, AppPaymentRequestState> => {
  if (state !== "requested") return left("already-ended");
  const isOver = now >= expiresAt;
  switch (action) {
    case "accept":
      return isOver ? left("deadline-exceeded") : right("accepted");
    case "reject":
      return right("rejected");
    case "withdraw":
      return right("withdrawn");
    case "expire":
      return isOver ? right("expired") : left("deadline-not-exceeded");
  }
};
