import { type Either, left, right } from "fp-ts/lib/Either.js";

/** How an app payment ended. */
export type AppPaymentEndReason = "collected" | "rejected" | "withdrawn" | "expired";

/** The state of an app payment (wallet 18): requested, paid into a lock, or over. */
export type AppPaymentState =
  | { readonly status: "requested" }
  | { readonly status: "accepted" }
  | { readonly status: "ended"; readonly reason: AppPaymentEndReason };

/** What can be done with an app payment. */
export type AppPaymentAction = "accept" | "reject" | "withdraw" | "expire" | "collect";

/** Why it cannot be done: too late, too early, in another state, or it is over. */
export type AppPaymentStateError =
  | "deadline-exceeded"
  | "deadline-not-exceeded"
  | "not-accepted"
  | "already-accepted"
  | "already-ended";

/** When it is done, and the deadline; microseconds since the Unix epoch. */
export interface AppPaymentTimes {
  readonly now: number;
  /**
   * Of a request its `expiresAt`, of an accepted payment its lock's; at this very time it is over.
   */
  readonly expiresAt: number;
}

/** An app payment as it comes into being. */
export const requestedAppPayment: AppPaymentState = { status: "requested" };

const endedBy = (reason: AppPaymentEndReason): Either<AppPaymentStateError, AppPaymentState> =>
  right({ status: "ended", reason });

const afterRequest = (
  action: AppPaymentAction,
  isOver: boolean,
): Either<AppPaymentStateError, AppPaymentState> => {
  switch (action) {
    case "accept":
      return isOver ? left("deadline-exceeded") : right({ status: "accepted" });
    case "reject":
      return endedBy("rejected");
    case "withdraw":
      return endedBy("withdrawn");
    case "expire":
      return isOver ? endedBy("expired") : left("deadline-not-exceeded");
    case "collect":
      return left("not-accepted");
  }
};

const afterAcceptance = (
  action: AppPaymentAction,
  isOver: boolean,
): Either<AppPaymentStateError, AppPaymentState> => {
  switch (action) {
    case "accept":
    case "withdraw":
      return left("already-accepted");
    case "reject":
      return endedBy("rejected");
    case "expire":
      return isOver ? endedBy("expired") : left("deadline-not-exceeded");
    case "collect":
      return endedBy("collected");
  }
};

/**
 * The state machine of an app payment (wallet 18). A request is accepted before its time is over
 * and expired after it; an accepted payment can be collected as long as nobody has ended it, which
 * the sender alone can only after the lock has expired. Left: why not.
 */
export const nextAppPaymentState = (
  state: AppPaymentState,
  action: AppPaymentAction,
  { now, expiresAt }: AppPaymentTimes,
): Either<AppPaymentStateError, AppPaymentState> => {
  const isOver = now >= expiresAt;
  switch (state.status) {
    case "requested":
      return afterRequest(action, isOver);
    case "accepted":
      return afterAcceptance(action, isOver);
    case "ended":
      return left("already-ended");
  }
};

const stateAfterChoice: Readonly<Record<string, AppPaymentState>> = {
  AppPaymentRequest_Accept: { status: "accepted" },
  AppPaymentRequest_Reject: { status: "ended", reason: "rejected" },
  AppPaymentRequest_Withdraw: { status: "ended", reason: "withdrawn" },
  AppPaymentRequest_Expire: { status: "ended", reason: "expired" },
  AcceptedAppPayment_Collect: { status: "ended", reason: "collected" },
  AcceptedAppPayment_Reject: { status: "ended", reason: "rejected" },
  AcceptedAppPayment_Expire: { status: "ended", reason: "expired" },
};

/** Where a choice has brought an app payment; undefined for other choices. */
export const appPaymentStateOfChoice = (choice: string): AppPaymentState | undefined =>
  Object.hasOwn(stateAfterChoice, choice) ? stateAfterChoice[choice] : undefined;
