import type { ReadFor } from "@tallystick/views";
import type { Caller } from "../auth/authenticator.js";

export interface AnswerRead extends ReadFor {
  /** Reserves room for a part of the answer. False: there is none, and the read is aborted. */
  readonly hold: (bytes: number) => boolean;
}

/** The parameters of a query string by name. */
export type QueryTexts = Readonly<Record<string, string | ReadonlyArray<string>>>;

/** A body that is no JSON or of another media type; `error` rejects the request. */
export class UnreadableBody {
  constructor(readonly error: Error) {}
}

/** A request before decoding: texts of path and query, and the JSON value of the body. */
export interface RawInput {
  readonly parameters: Readonly<Record<string, string>>;
  /** A repeated parameter has all its values, in order. */
  readonly query: QueryTexts;
  readonly body: unknown;
  readonly caller: Caller;
  readonly read?: AnswerRead | undefined;
  readonly traceParent?: string | undefined;
  readonly traceState?: string | undefined;
}

export interface Input<P, Q, B> {
  readonly parameters: P;
  readonly query: Q;
  readonly body: B;
  readonly caller: Caller;
  /** The read that answers it; bounded if the row is a long read. */
  readonly read: AnswerRead;
  /** The W3C `traceparent` of the request, when it has a well-formed one. */
  readonly traceParent?: string | undefined;
  /** The W3C `tracestate` beside it. */
  readonly traceState?: string | undefined;
}

/** A valid request; `valid` is the result of the row's `validate`. */
export interface ValidInput<P, Q, B, V> extends Input<P, Q, B> {
  readonly valid: V;
}

/**
 * Access: `open` for everyone, without a token; `token` for the active users of this node;
 * `subject` for anyone with a valid token, also when no user of this node is its subject. Of the
 * wallet: `user` for those who have one, `admin` for the validator's operator.
 */
export type Access = "open" | "token" | "subject" | "user" | "admin";
