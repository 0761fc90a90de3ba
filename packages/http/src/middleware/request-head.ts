import { type TextAnswer, textAnswer } from "../answers/answer.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import { type LedgerApiContext, type LedgerApiMiddleware, writeAnswer } from "./exchange.js";

/** Longest path with its query, as on a public node; characters. */
export const maxTargetLength = 2_048;

/** What a public node says of a method that it does not know. */
export const unknownMethodSentence = "Unsupported HTTP method";

const methods = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

const headError = ({ method, url }: LedgerApiContext): TextAnswer | undefined => {
  if (!methods.has(method)) return textAnswer(501, unknownMethodSentence);
  return url.length > maxTargetLength
    ? textAnswer(414, `URI length exceeds the configured limit of ${maxTargetLength} characters`)
    : undefined;
};

const isOfLedger = ({ path }: LedgerApiContext): boolean => path.startsWith("/v2/");

/** 406, as a public node answers who accepts no JSON where it answers JSON. */
export const notAcceptable = textAnswer(406, "Not Acceptable");

/** False where the endpoint answers JSON and the request's `Accept` excludes it. */
export const isAcceptable = (ctx: LedgerApiContext, { response }: ServedEndpoint): boolean =>
  response.kind !== "json" ||
  !isOfLedger(ctx) ||
  ctx.headers.accept === undefined ||
  ctx.accepts("application/json") !== false;

/** 501 for an unknown method and 414 for a long address below `/v2`, whatever is there. */
export const checkedHead: LedgerApiMiddleware = (ctx, next) => {
  const answer = isOfLedger(ctx) ? headError(ctx) : undefined;
  if (answer === undefined) return next();
  writeAnswer(ctx, answer);
  return Promise.resolve();
};
