import { type TextAnswer, textAnswer } from "../answers/answer.js";
import { routedPath } from "../answers/request-target.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import { type EndpointFamily, ledgerApiFamily } from "../endpoints/endpoint-family.js";
import type { FamilyOfPath } from "../endpoints/path-families.js";
import { type LedgerApiContext, type LedgerApiMiddleware, writeAnswer } from "./exchange.js";

/** Longest path with its query, as on a public node; characters. */
export const maxTargetLength = 2_048;

/** The sentence of a public node about a method that it does not know. */
export const unknownMethodSentence = "Unsupported HTTP method";

/** Longest value of a header, as on a public node; characters. */
export const maxHeaderLength = 8_192;

/** The sentence of a public node about a longer one. */
export const longHeaderSentence = `HTTP header value exceeds the configured limit of ${maxHeaderLength} characters`;

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

const longTargetSentence = `URI length exceeds the configured limit of ${maxTargetLength} characters`;

const hasLongHeader = (rawHeaders: ReadonlyArray<string>): boolean => {
  for (const text of rawHeaders) if (text.length > maxHeaderLength) return true;
  return false;
};

const headError = ({ method, url, req }: LedgerApiContext): TextAnswer | undefined => {
  if (!methods.has(method)) return textAnswer(501, unknownMethodSentence);
  if (url.length > maxTargetLength) return textAnswer(414, longTargetSentence);
  return hasLongHeader(req.rawHeaders) ? textAnswer(431, longHeaderSentence) : undefined;
};

/** The wallet has paths below `/v2` too. */
const isOfLedger = ({ path }: LedgerApiContext, family: () => EndpointFamily): boolean =>
  path.startsWith("/v2/") && family() === ledgerApiFamily;

/** 406 without a body, as a public node responds to a caller that does not accept JSON. */
export const notAcceptable: TextAnswer = { status: 406, contentType: "", body: "" };

/** The type of a range of `Accept`; its parameters, weights too, are not looked at. */
const acceptedType = /^\s*([^\s/;,]+\/[^\s/;,]+)\s*(?:;.*)?$/;

const jsonRanges = new Set(["*/*", "application/*", "application/json"]);

/** True for ranges with JSON, and for a text that is no list of ranges, as on a public node. */
const acceptsJson = (accept: string): boolean => {
  if (accept.trim() === "") return true;
  const types = accept.split(",").map((range) => acceptedType.exec(range)?.[1]?.toLowerCase());
  return types.some((type) => type === undefined || jsonRanges.has(type));
};

/** False where the endpoint answers JSON and the request's `Accept` excludes it. */
export const isAcceptable = (
  ctx: LedgerApiContext,
  { response, family }: ServedEndpoint,
): boolean =>
  response.kind !== "json" ||
  !isOfLedger(ctx, () => family) ||
  acceptsJson(ctx.headers.accept ?? "");

/**
 * 501 for an unknown method, 414 for a long address and 431 for a long header at the ledger's paths
 * below `/v2`, whatever is there.
 */
export const checkedHead =
  (familyOf: FamilyOfPath): LedgerApiMiddleware =>
  (ctx, next) => {
    const answer = headError(ctx);
    if (answer === undefined || !isOfLedger(ctx, () => familyOf(routedPath(ctx.path))))
      return next();
    writeAnswer(ctx, answer);
    return Promise.resolve();
  };
