import type { TransitionError } from "../../model/deadline.js";
import type { Int64 } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  invalidTransferReasonText,
  type TransferCommandResult,
} from "./transfer-command-result.js";

/** The state of a transfer command, as its status endpoint says it (wallet 5.1). */
export type TransferCommandState =
  | { readonly status: "created" }
  | { readonly status: "sent" }
  | {
      readonly status: "failed";
      readonly failureKind: "failed" | "expired" | "withdrawn";
      readonly reason: string;
    };

/** The actions on a transfer command. */
export type TransferCommandAction =
  | {
      readonly kind: "send";
      /** The sender's next nonce. */
      readonly nextNonce: Int64;
      /** True when the receiver has a preapproval to send over. */
      readonly isPreapproved: boolean;
    }
  | { readonly kind: "withdraw" }
  | { readonly kind: "expire" };

/** Why it cannot be done: a matter of time, or earlier commands come first. */
export type TransferCommandError = TransitionError | "nonce-not-reached";

/** When it is done, and what the command says. */
export interface TransferCommandTerms {
  /** Microseconds since the Unix epoch. */
  readonly now: bigint;
  /**
   * Microseconds since the Unix epoch; at this very time it is too late to send and time to expire.
   */
  readonly expiresAt: bigint;
  readonly nonce: Int64;
}

export const createdTransferCommand: TransferCommandState = { status: "created" };

const expired: TransferCommandState = {
  status: "failed",
  failureKind: "expired",
  reason: "The command has expired.",
};
const withdrawn: TransferCommandState = {
  status: "failed",
  failureKind: "withdrawn",
  reason: "The sender has withdrawn the command.",
};
const failed = (reason: string): TransferCommandState => ({
  status: "failed",
  failureKind: "failed",
  reason,
});

const afterSend = (
  { nextNonce, isPreapproved }: Extract<TransferCommandAction, { readonly kind: "send" }>,
  { now, expiresAt, nonce }: TransferCommandTerms,
): Either<TransferCommandError, TransferCommandState> => {
  if (nonce < nextNonce)
    return right(failed(`Expected nonce ${nonce} is smaller than current counter ${nextNonce}`));
  if (nonce > nextNonce) return left("nonce-not-reached");
  if (!isPreapproved) return right(failed("No TransferPreapproval for receiver"));
  return now >= expiresAt ? left("deadline-exceeded") : right({ status: "sent" });
};

/**
 * The state machine of a transfer command (wallet 4.6). Commands of a sender are sent in the order
 * of their nonces, each nonce once: a used one fails the command, one that is not reached yet
 * leaves it, and so does a receiver without preapproval. Sending needs time left, expiring needs it
 * to be over; withdrawing is always possible.
 */
export const nextTransferCommandState = (
  state: TransferCommandState,
  action: TransferCommandAction,
  terms: TransferCommandTerms,
): Either<TransferCommandError, TransferCommandState> => {
  if (state.status !== "created") return left("already-ended");
  switch (action.kind) {
    case "send":
      return afterSend(action, terms);
    case "withdraw":
      return right(withdrawn);
    case "expire":
      return terms.now < terms.expiresAt ? left("deadline-not-exceeded") : right(expired);
  }
};

const afterResult = (result: TransferCommandResult): TransferCommandState =>
  result.tag === "TransferCommandResultSuccess"
    ? { status: "sent" }
    : failed(invalidTransferReasonText(result.value.reason));

/**
 * How a choice has ended a transfer command; undefined for other choices.
 *
 * @param result what `TransferCommand_Send` said
 */
export const transferCommandStateOfChoice = (
  choice: string,
  result: TransferCommandResult | undefined,
): TransferCommandState | undefined => {
  switch (choice) {
    case "TransferCommand_Send":
      return result === undefined ? undefined : afterResult(result);
    case "TransferCommand_Withdraw":
      return withdrawn;
    case "TransferCommand_Expire":
      return expired;
    default:
      return undefined;
  }
};
