import type { TransitionError } from "../../model/deadline.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** How a transfer instruction ended (specification 3). */
export type TransferEndReason = "completed" | "rejected" | "withdrawn" | "expired";

/** The state of a two-step transfer: the sender's CC is locked, or it is over. */
export type TransferInstructionState =
  | { readonly status: "pending" }
  | { readonly status: "ended"; readonly reason: TransferEndReason };

/** The actions on a transfer instruction. */
export type TransferInstructionAction = "accept" | "reject" | "withdraw" | "expire";

/** When it is done, and the transfer's deadline; microseconds since the Unix epoch. */
export interface TransferInstructionTimes {
  readonly now: bigint;
  /** Exclusive: at this very time it is too late to accept and time to expire. */
  readonly executeBefore: bigint;
}

export const pendingTransfer: TransferInstructionState = { status: "pending" };

const endedBy: Readonly<Record<TransferInstructionAction, TransferEndReason>> = {
  accept: "completed",
  reject: "rejected",
  withdraw: "withdrawn",
  expire: "expired",
};

/**
 * The state machine of a two-step transfer (specification 3). Accepting needs time left, expiring
 * needs it to be over; rejecting and withdrawing are possible as long as no one has ended it. Left:
 * why not.
 */
export const nextTransferState = (
  state: TransferInstructionState,
  action: TransferInstructionAction,
  { now, executeBefore }: TransferInstructionTimes,
): Either<TransitionError, TransferInstructionState> => {
  if (state.status === "ended") return left("already-ended");
  if (action === "accept" && now >= executeBefore) return left("deadline-exceeded");
  if (action === "expire" && now < executeBefore) return left("deadline-not-exceeded");
  return right({ status: "ended", reason: endedBy[action] });
};
