import { LedgerFailure } from "@tallystick/node";
import type Koa from "koa";
import { type Answer, noSniff } from "../answers/answer.js";
import type { AccessDenied } from "../auth/request-caller.js";
import type { Caller } from "../auth/authenticator.js";
import { rightsOf } from "../auth/rights.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { RunningRead } from "../limits/running-reads.js";

/** The state of a request in the middlewares. */
export interface Exchange {
  /** Time since the request arrived; milliseconds. */
  readonly elapsedMs: () => number;
  /** Created on first use: most requests do not need it. */
  readonly traceId: () => string;
  /** Undefined until the router has found it. */
  endpoint: ServedEndpoint | undefined;
  /** The caller; undefined before authentication and at open endpoints. */
  caller: Caller;
  /** The read that answers the request, if it may take long. */
  read: RunningRead | undefined;
  /** The body before decoding: a JSON value, bytes, or undefined. */
  body: unknown;
  /** The error of the request, after the errors middleware answered it. */
  error: AccessDenied | undefined;
}

/** An exception that ends the request with an error. */
export class RequestDenied extends LedgerFailure {
  constructor(readonly denied: AccessDenied) {
    super(denied.error);
  }
}

/** The interface's data in Koa's `ctx.state`. */
export interface LedgerApiState {
  ledgerApi: Exchange;
}

/** Context of the interface's middlewares. */
export type LedgerApiContext = Koa.ParameterizedContext<LedgerApiState>;

export type LedgerApiMiddleware = Koa.Middleware<LedgerApiState>;

const noOne: Caller = { userId: "", rights: rightsOf([]), identityProviderId: "" };

/**
 * A new exchange.
 *
 * @param nowMs a monotonic clock; milliseconds
 */
export const newExchange = (traceId: () => string, nowMs: () => number): Exchange => {
  const startedMs = nowMs();
  return {
    elapsedMs: () => nowMs() - startedMs,
    traceId,
    endpoint: undefined,
    caller: noOne,
    read: undefined,
    body: undefined,
    error: undefined,
  };
};

/** Sets Koa's response, which Koa writes after all middlewares. */
export const writeAnswer = (
  ctx: LedgerApiContext,
  { status, contentType, body, headers }: Answer,
): void => {
  ctx.status = status;
  ctx.set("Content-Type", contentType);
  ctx.set(noSniff);
  if (headers !== undefined) ctx.set(headers);
  // Koa accepts bytes as a body only as a Buffer
  ctx.body =
    typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // Koa takes a text without a type for plain text
  if (contentType === "") ctx.remove("Content-Type");
};
