import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { TransitionError } from "../model/deadline.js";

/** The state of an older transfer offer, as its status endpoint shows it (wallet 6.2). */
export type TransferOfferState =
  | { readonly status: "created" }
  | { readonly status: "accepted" }
  | { readonly status: "completed" }
  | { readonly status: "failed"; readonly failureKind: "rejected" | "expired" }
  | {
      readonly status: "failed";
      readonly failureKind: "withdrawn";
      readonly withdrawnReason: string;
    };

/** The actions on an offer before it is accepted, in its own words of the choices. */
export type OfferAction =
  | { readonly kind: "accept" | "reject" | "expire" }
  | { readonly kind: "withdraw"; readonly reason: string };

/** The actions on an accepted offer; `abort` is the sender's, `withdraw` the receiver's. */
export type AcceptedOfferAction =
  | { readonly kind: "complete" | "expire" }
  | { readonly kind: "abort" | "withdraw"; readonly reason: string };

/** When it is done, and the offer's own time; microseconds since the Unix epoch. */
export interface OfferTimes {
  readonly now: bigint;
  /** At this very time it is too late to accept and to pay, and time to expire. */
  readonly expiresAt: bigint;
}

type Next = Either<TransitionError, TransferOfferState>;

const withdrawn = (withdrawnReason: string): Next =>
  right({ status: "failed", failureKind: "withdrawn", withdrawnReason });

const inTime = (isOver: boolean, state: TransferOfferState): Next =>
  isOver ? left("deadline-exceeded") : right(state);

const expired = (isOver: boolean): Next =>
  isOver ? right({ status: "failed", failureKind: "expired" }) : left("deadline-not-exceeded");

/**
 * The state after something is done with an offer that is `created`. Left: why it cannot be done.
 */
export const nextOfferState = (action: OfferAction, { now, expiresAt }: OfferTimes): Next => {
  const isOver = now >= expiresAt;
  switch (action.kind) {
    case "accept":
      return inTime(isOver, { status: "accepted" });
    case "reject":
      return right({ status: "failed", failureKind: "rejected" });
    case "withdraw":
      return withdrawn(action.reason);
    case "expire":
      return expired(isOver);
  }
};

/**
 * The state after something is done with an offer that is `accepted`. Left: why it cannot be done.
 */
export const nextAcceptedOfferState = (
  action: AcceptedOfferAction,
  { now, expiresAt }: OfferTimes,
): Next => {
  const isOver = now >= expiresAt;
  switch (action.kind) {
    case "complete":
      return inTime(isOver, { status: "completed" });
    case "abort":
    case "withdraw":
      return withdrawn(action.reason);
    case "expire":
      return expired(isOver);
  }
};
