import type { LedgerError } from "@tallystick/core";
import { atPath, type TextAnswer, undecodable } from "../answers/answer.js";
import { type ErrorAnswerOptions, errorAnswer, unexpectedAnswer } from "../answers/error-answer.js";

/** A part of a request that does not decode. */
export interface UndecodablePart {
  readonly part: "path" | "query" | "body";
  readonly reason: string;
  /** The sentence of a public node, used instead of reason and path. */
  readonly sentence?: string;
  /** The parameter, or the path of the value inside the body, `commands[0].templateId`. */
  readonly path?: string;
}

/** The sentence of a public node about a query parameter that is not there. */
export const missingParameter = "missing";

/** The common parts of one interface's endpoints: prefixes, and the form of errors. */
export interface EndpointFamily {
  /**
   * Each endpoint is served at every one of these prefixes followed by its path; "" for the path
   * alone.
   */
  readonly prefixes: ReadonlyArray<string>;
  /**
   * Shape of an error's body in the interface's document: the error object of specification 2.5, or
   * `{"error": text}`.
   */
  readonly errorBody: "error-object" | "message";
  /** True if requests may leave out the body. */
  readonly isBodyOptional: boolean;
  /**
   * True if HTTP is read as strictly as by a public validator: paths with other slashes are
   * unknown, there is no HEAD, a body is `application/json` only, and of a repeated query parameter
   * of the row the first value counts.
   */
  readonly isStrict: boolean;
  readonly errorAnswer: (error: LedgerError, options: ErrorAnswerOptions) => TextAnswer;
  /**
   * The answer to an unexpected exception; only the trace id, which finds the exception in the log.
   */
  readonly unexpectedAnswer: (traceId: string) => TextAnswer;
  /** The answer to a request that does not decode. */
  readonly undecodableAnswer: (found: UndecodablePart) => TextAnswer;
}

/**
 * The JSON Ledger API: error objects in JSON, and plain text where a request does not decode
 * (ledger-api 3.2, 4.1).
 */
export const ledgerApiFamily: EndpointFamily = {
  prefixes: [""],
  errorBody: "error-object",
  isBodyOptional: false,
  isStrict: false,
  errorAnswer,
  unexpectedAnswer,
  undecodableAnswer: ({ part, reason, sentence, path = "" }) => {
    const own = atPath(reason, path);
    return part === "body"
      ? undecodable(part, sentence ?? own, own)
      : undecodable(`${part} parameter ${path}`, sentence, own);
  },
};
