import type { LedgerError } from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";
import type Koa from "koa";
import type { Answer } from "../answers/answer.js";
import type { AccessDenied } from "../auth/request-caller.js";
import type { Caller } from "../auth/authenticator.js";
import { rightsOf } from "../auth/rights.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { RunningRead } from "../limits/running-reads.js";

/** One request on its way through the middlewares. */
export interface Exchange {
  /** When the request came, by the clock of `performance`; milliseconds. */
  readonly startedMs: number;
  /** Made when it is first needed: most requests end without it. */
  readonly traceId: () => string;
  /** Undefined until the router has found it. */
  endpoint: ServedEndpoint | undefined;
  /** Who makes the request; no one before authentication and at open endpoints. */
  caller: Caller;
  /** The read that answers the request, where it may take long. */
  read: RunningRead | undefined;
  /** The body before decoding: a JSON value, bytes, or undefined. */
  body: unknown;
  /** The error that the request ended with, once the errors middleware has answered it. */
  error: AccessDenied | undefined;
}

/** What a middleware throws that ends the request with an error. */
export class RequestDenied extends LedgerFailure<LedgerError> {
  constructor(readonly denied: AccessDenied) {
    super(denied.error);
  }
}

/** What the interface keeps in Koa's `ctx.state`. */
export interface LedgerApiState {
  ledgerApi: Exchange;
}

/** Context of the interface's middlewares. */
export type LedgerApiContext = Koa.ParameterizedContext<LedgerApiState>;

/** A middleware of the interface. */
export type LedgerApiMiddleware = Koa.Middleware<LedgerApiState>;

const noOne: Caller = { userId: "", rights: rightsOf([]), identityProviderId: "" };

/** An exchange that has just begun. */
export const newExchange = (traceId: () => string): Exchange => ({
  startedMs: performance.now(),
  traceId,
  endpoint: undefined,
  caller: noOne,
  read: undefined,
  body: undefined,
  error: undefined,
});

/** Puts an answer into Koa's response, which Koa writes when all middlewares are done. */
export const writeAnswer = (
  ctx: LedgerApiContext,
  { status, contentType, body, headers }: Answer,
): void => {
  ctx.status = status;
  ctx.set("Content-Type", contentType);
  if (headers !== undefined) ctx.set(headers);
  // Koa takes bytes as a body only when they are a Buffer
  ctx.body =
    typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
};
