import {
  causeInRequest,
  redactedCause,
  redactedCode,
  statusOf,
  toWireError,
} from "@tallystick/wire";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { explained, type TextAnswer, jsonContentType, textAnswer } from "./answer.js";
import { withoutPaths } from "./server-paths.js";

export interface ErrorAnswerOptions {
  /** 32 hex digits, also in the request's lines of the log. */
  readonly traceId: string;
  readonly participant?: string | undefined;
  /**
   * True in the development login: errors are explained in a header, and redacted ones in `cause`
   * too, with the right and the party.
   */
  readonly explain: boolean;
  /** Overrides the status of the catalogue, for cases only the HTTP layer can distinguish. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const hint = "shown because this node runs the development login";

/** What a public node answers where it has no such path, or not with this method. */
const unrouted = (error: LedgerError): TextAnswer | undefined => {
  if (error.code === "METHOD_NOT_ALLOWED") return textAnswer(405, "Method Not Allowed");
  if (error.code !== "ENDPOINT_NOT_FOUND") return undefined;
  const errors = [error.publicCause ?? error.cause];
  const body = JSON.stringify({ errors, status: 404, ledgerApiError: null });
  return { status: 404, contentType: jsonContentType, body };
};

/** The JSON error object of an error (specification 2.5, ledger-api 4.1). */
export const errorAnswer = (error: LedgerError, options: ErrorAnswerOptions): TextAnswer => {
  const { httpStatus } = statusOf(error);
  // errors of the node may contain texts of the file system
  const shown = httpStatus >= 500 ? { ...error, cause: withoutPaths(error.cause) } : error;
  const { traceId, participant } = options;
  const wire = toWireError(shown, {
    traceId,
    ...(participant === undefined ? {} : { participant }),
  });
  const isRedacted = options.explain && wire.code === redactedCode;
  const body = isRedacted ? { ...wire, cause: `${redactedCause}: ${error.cause} (${hint})` } : wire;
  const own = causeInRequest(shown);
  const headers = {
    ...options.headers,
    ...(options.explain && own !== body.cause ? explained(own) : {}),
  };
  const answer = unrouted(error) ?? {
    status: options.status ?? httpStatus,
    contentType: jsonContentType,
    body: JSON.stringify(body),
  };
  return { ...answer, headers };
};

/**
 * The 500 of an unexpected exception. It has a code, as the original does, but no details of the
 * exception: the trace id finds it in the log.
 */
export const unexpectedAnswer = (traceId: string): TextAnswer => {
  const cause = `An unexpected error; the node's log says more under trace id ${traceId}`;
  const error = ledgerError("LEDGER_API_INTERNAL_ERROR", cause, { madeByInterface: true });
  return {
    status: 500,
    contentType: jsonContentType,
    body: JSON.stringify(toWireError(error, { traceId })),
  };
};
