import type { IncomingMessage } from "node:http";
import type { Turns } from "@tallystick/background";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Next } from "koa";
import { ThrownAnswer } from "../answers/thrown-answer.js";
import { nothing, rawBody, type ServedEndpoint } from "../endpoints/endpoint.js";
import { UnreadableBody } from "../endpoints/request.js";
import { type JsonError, readJsonInTurns } from "../json/json-text.js";
import { type BodyError, type BodyLimits, readBody } from "../limits/body-reader.js";
import {
  type LedgerApiContext,
  type LedgerApiMiddleware,
  RequestDenied,
  writeAnswer,
} from "./exchange.js";
import { codingError, mediaTypeError } from "./media-type.js";

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

// Clients compare the words of the size limit.
const tooLarge = (maxBytes: number): LedgerError => {
  const cause = `The request body exceeded size limit (${maxBytes} bytes)`;
  return ledgerError("REQUEST_BODY_TOO_LARGE", cause, { definiteAnswer: true });
};

/** Rejects a body with too long a declared length before any other work for its request. */
export const declaredLength =
  (maxBytes: number): LedgerApiMiddleware =>
  (ctx, next) => {
    if (Number(ctx.req.headers["content-length"] ?? 0) <= maxBytes) return next();
    throw new RequestDenied({ error: tooLarge(maxBytes) });
  };

const errorOf = (error: Exclude<BodyError, "aborted">, maxBytes: number): LedgerError => {
  switch (error) {
    case "too-large":
      return tooLarge(maxBytes);
    case "consumed": {
      const cause =
        "Another middleware has already read the request body: mount the interface before it, or exclude the interface's paths there";
      return ledgerError("REQUEST_BODY_CONSUMED", cause, { definiteAnswer: true });
    }
    case "no-room": {
      const cause =
        "The bodies of other requests use all memory for bodies, or all that one user may use; try again later";
      return ledgerError("PARTICIPANT_OVERLOADED", cause, { definiteAnswer: true });
    }
  }
};

/** The answer to a body that is no JSON. */
const undecodable = ({ family }: ServedEndpoint, { reason, isCutShort }: JsonError): ThrownAnswer =>
  new ThrownAnswer(
    family.undecodableAnswer({
      part: "body",
      reason,
      ...(isCutShort === true ? { sentence: "exhausted input" } : {}),
    }),
  );

/** Rejects a body; endpoints of strict families do so themselves, after the caller is checked. */
const reject = async (
  ctx: LedgerApiContext,
  next: Next,
  { family }: ServedEndpoint,
  error: ThrownAnswer | RequestDenied,
): Promise<void> => {
  if (family.isStrict) {
    ctx.state.ledgerApi.body = new UnreadableBody(error);
    await next();
    return;
  }
  if (!(error instanceof ThrownAnswer)) throw error;
  writeAnswer(ctx, error.answer);
};

/**
 * Reads the body of a request if its endpoint has one, and parses it as JSON unless it is bytes.
 */
export const requestBody = (
  limits: Omit<BodyLimits, "user">,
  endpoint: ServedEndpoint,
  turns: Turns,
): LedgerApiMiddleware => {
  if (endpoint.body === nothing) return (_ctx, next) => next();
  const takesBytes = endpoint.body === rawBody;
  return async (ctx, next) => {
    const exchange = ctx.state.ledgerApi;
    if (endpoint.family.isBodyOptional && !hasBody(ctx.req)) {
      await next();
      return;
    }
    if (endpoint.method === "GET" && !hasBody(ctx.req)) {
      const reason = "expected a JSON body, although the method is GET";
      await reject(ctx, next, endpoint, undecodable(endpoint, { reason, isCutShort: true }));
      return;
    }
    const unsupported = takesBytes
      ? codingError(ctx.headers)
      : mediaTypeError(ctx.headers, !endpoint.family.isStrict);
    if (unsupported !== undefined) {
      const error = ledgerError("UNSUPPORTED_MEDIA_TYPE", unsupported, { definiteAnswer: true });
      await reject(ctx, next, endpoint, new RequestDenied({ error }));
      return;
    }
    const user = exchange.caller.userId;
    const kept = await readBody(ctx.req, { ...limits, user });
    if (isLeft(kept)) {
      if (kept.left !== "aborted")
        throw new RequestDenied({ error: errorOf(kept.left, limits.maxBytes) });
      ctx.respond = false;
      return;
    }
    try {
      const { bytes } = kept.right;
      const value = takesBytes ? undefined : await readJsonInTurns(bytes, turns, user);
      if (value !== undefined && isLeft(value)) {
        await reject(ctx, next, endpoint, undecodable(endpoint, value.left));
        return;
      }
      exchange.body = value === undefined ? bytes : value.right;
      await next();
    } finally {
      // the exchange stays in memory until the next request of its connection
      exchange.body = undefined;
      limits.room.give(kept.right.roomBytes, user);
    }
  };
};
