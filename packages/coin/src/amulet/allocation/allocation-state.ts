import type { TransitionError } from "../../model/deadline.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** How an allocation ended: its leg was carried out, or the CC went back to the sender. */
export type AllocationEndReason = "executed" | "cancelled" | "withdrawn" | "expired";

/** The state of an allocation: the sender's CC is locked for its leg, or it is over. */
export type AllocationState =
  | { readonly status: "allocated" }
  | { readonly status: "ended"; readonly reason: AllocationEndReason };

/** The actions on an allocation. */
export type AllocationAction = "execute" | "cancel" | "withdraw" | "expire";

/** When it is done, and the settlement's deadline; microseconds since the Unix epoch. */
export interface AllocationTimes {
  readonly now: bigint;
  /** Exclusive: at this very time it is too late to execute and time to expire. */
  readonly settleBefore: bigint;
}

export const allocated: AllocationState = { status: "allocated" };

const endedBy: Readonly<Record<AllocationAction, AllocationEndReason>> = {
  execute: "executed",
  cancel: "cancelled",
  withdraw: "withdrawn",
  expire: "expired",
};

/**
 * The state machine of an allocation (wallet 11.7). Executing needs time left, expiring needs it to
 * be over; cancelling and withdrawing are possible as long as no one has ended it. Left: why not.
 */
export const nextAllocationState = (
  state: AllocationState,
  action: AllocationAction,
  { now, settleBefore }: AllocationTimes,
): Either<TransitionError, AllocationState> => {
  if (state.status === "ended") return left("already-ended");
  if (action === "execute" && now >= settleBefore) return left("deadline-exceeded");
  if (action === "expire" && now < settleBefore) return left("deadline-not-exceeded");
  return right({ status: "ended", reason: endedBy[action] });
};
