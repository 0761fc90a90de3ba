import type { LedgerError } from "@tallystick/core";
import { causeInRequest, isOfInterface, isRedacted, statusOf, toStatus } from "@tallystick/wire";
import { type TextAnswer, jsonContentType } from "../../answers/answer.js";
import { type EndpointFamily, missingParameter } from "../../endpoints/endpoint-family.js";
import { withoutPaths } from "../../answers/server-paths.js";

/** A wallet's operations take well below a second, so its queue has room again soon. */
const soon = { "Retry-After": "1" };

/** An error of the wallet's interface: `{"error": text}` (wallet 0.3). */
export const messageAnswer = (status: number, error: string): TextAnswer => ({
  status,
  contentType: jsonContentType,
  body: JSON.stringify({ error }),
  ...(status === 429 ? { headers: soon } : {}),
});

/** gRPC codes with another status in the wallet's interface than in the ledger's (wallet 0.4). */
const walletStatuses: ReadonlyMap<number, number> = new Map([
  [3, 400],
  [9, 400],
  [12, 400],
  [11, 400],
  [5, 404],
  [6, 409],
  [10, 429],
  [8, 429],
  [7, 403],
  [16, 401],
  [14, 503],
  [4, 503],
]);

/** Errors of HTTP itself, whose status is the same for all interfaces. */
const ownStatuses: ReadonlySet<string> = new Set([
  "JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED",
  "METHOD_NOT_ALLOWED",
  "REQUEST_BODY_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
]);

/** The status of an error in the wallet's interface (wallet 0.4). */
const walletStatusOf = (error: LedgerError): number => {
  const { grpcCode, httpStatus } = statusOf(error);
  if (ownStatuses.has(error.code)) return httpStatus;
  // of a token whose subject cannot be a user
  if (error.code === "INVALID_TOKEN") return 400;
  return walletStatuses.get(grpcCode) ?? 500;
};

/** What the ledger says of an error, with its code; of others in words of this interface. */
const textOf = (error: LedgerError, traceId: string): string =>
  isRedacted(error) || isOfInterface(error)
    ? causeInRequest(error)
    : toStatus(error, { traceId }).message;

/**
 * The interface of validator and wallet: every error is `{"error": text}`, a body may be left out,
 * and each endpoint is served under the prefixes of the public network's validators and its scan
 * (wallet 0.3).
 */
export const walletFamily: EndpointFamily = {
  prefixes: ["", "/api/validator", "/api/scan"],
  errorBody: "message",
  isBodyOptional: true,
  isStrict: true,
  errorAnswer: (error, { headers, traceId }) => {
    const status = walletStatusOf(error);
    const cause = textOf(error, traceId);
    return {
      // errors of the node may contain texts of the file system
      ...messageAnswer(status, status >= 500 ? withoutPaths(cause) : cause),
      ...(headers === undefined ? {} : { headers }),
    };
  },
  unexpectedAnswer: (traceId) =>
    messageAnswer(500, `An unexpected error; the node's log says more under trace id ${traceId}`),
  // a path with other parameters in its query is another one to a public validator
  undecodableAnswer: ({ part, reason, sentence, path = "" }) =>
    part === "query" && sentence === missingParameter
      ? messageAnswer(404, `Request is missing required query parameter '${path}'`)
      : messageAnswer(400, `Invalid ${path === "" ? part : path.slice(0, 300)}: ${reason}`),
};
