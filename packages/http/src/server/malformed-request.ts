import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorCode, ledgerError } from "@tallystick/core";
import type { Logger } from "pino";
import { closingResponse } from "../answers/closing-response.js";
import { errorAnswer } from "../answers/error-answer.js";
import type { HttpIds } from "../sessions/http-ids.js";
import { traceIdOf } from "../answers/trace-id.js";
import { textAnswer } from "../answers/answer.js";
import { ledgerApiFamily } from "../endpoints/endpoint-family.js";
import { longHeaderSentence, unknownMethodSentence } from "../middleware/request-head.js";
import type { FamilyOfPath } from "../endpoints/path-families.js";

interface Malformed {
  readonly status: number;
  readonly code: ErrorCode;
  readonly cause: string;
  /** The sentence of a public node instead, as plain text. */
  readonly sentence?: string;
}

const malformedBy = (code: string | undefined): Malformed => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return {
        status: 431,
        code: "INVALID_ARGUMENT",
        cause: "The request headers are too long",
        sentence: longHeaderSentence,
      };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        status: 408,
        code: "REQUEST_DEADLINE_EXCEEDED",
        cause: "The request did not arrive completely in time",
      };
    default:
      return { status: 400, code: "INVALID_ARGUMENT", cause: "The request is not valid HTTP" };
  }
};

/** An error of Node's parser, with its bytes. */
interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: Uint8Array;
}

const unknownMethod: Malformed = {
  status: 501,
  code: "INVALID_ARGUMENT",
  cause: unknownMethodSentence,
  sentence: unknownMethodSentence,
};

/** The first bytes of a request, searched for its path. */
const requestLineBytes = 4_096;

/** The beginning of a request that was not parsed; "" if unknown. */
const lineIn = ({ rawPacket = new Uint8Array() }: ClientError): string =>
  Buffer.from(rawPacket.subarray(0, requestLineBytes)).toString("latin1");

/** The path of a request that was not parsed; "" if unknown. */
const pathIn = (error: ClientError): string => {
  const line = lineIn(error);
  return /^[A-Z]+ ([^ ?]*)/.exec(line)?.[1] ?? "";
};

/**
 * Answers requests that Node could not parse (not HTTP, headers too long, a body too slow) in the
 * form of their path's family, and closes the connection.
 */
export const answerClientErrors = (
  server: Server,
  familyOf: FamilyOfPath,
  logger: Logger,
  ids: HttpIds,
): void => {
  server.on("clientError", (error: ClientError, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const isRequest = /^[A-Z]+ \S+ HTTP\/1/.test(lineIn(error));
    const { status, code, cause, sentence } =
      error.code === "HPE_INVALID_METHOD" && isRequest ? unknownMethod : malformedBy(error.code);
    const traceId = traceIdOf(undefined, ids);
    logger.debug({ traceId, status, reason: error.message }, "malformed request");
    const answered = ledgerError(code, cause, { definiteAnswer: true, madeByInterface: true });
    const family = familyOf(pathIn(error));
    const answer =
      sentence !== undefined && family === ledgerApiFamily
        ? textAnswer(status, sentence)
        : family.errorAnswer(answered, { traceId, explain: false });
    socket.end(closingResponse({ ...answer, status }));
  });
};

/** Headers that a request has at most once; another reader might use the second one. */
const singleHeaders = ["Host", "Origin", "Content-Type", "Authorization"] as const;

/** The lengths of their names, to skip most headers quickly. */
const singleLengths = new Set(singleHeaders.map(({ length }) => length));

/** The name of a header that occurs twice but must not. */
const repeated = (rawHeaders: ReadonlyArray<string>): string | undefined => {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!singleLengths.has(name.length)) continue;
    const lower = name.toLowerCase();
    const at = singleHeaders.findIndex((single) => single.toLowerCase() === lower);
    if (at < 0) continue;
    if ((seen & (1 << at)) !== 0) return singleHeaders[at];
    seen |= 1 << at;
  }
  return undefined;
};

/**
 * Why a parsed request is rejected nevertheless: a proxy in front of this server might read it
 * differently. Undefined when it is accepted.
 */
export const ambiguity = ({
  httpVersionMajor,
  headers,
  rawHeaders,
}: Pick<IncomingMessage, "httpVersionMajor" | "headers" | "rawHeaders">): string | undefined => {
  if (httpVersionMajor < 1) return "The request line has no HTTP version; expected HTTP/1.1";
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "chunked")
    return `The transfer encoding ${coding.slice(0, 60)} is not supported; expected chunked alone`;
  const name = repeated(rawHeaders);
  return name === undefined ? undefined : `The request has several ${name} headers; expected one`;
};

/** Answers a request that is rejected for its head, and ends its connection. */
export const answerAmbiguous = (
  socket: Duplex,
  cause: string,
  logger: Logger,
  ids: HttpIds,
): void => {
  const traceId = traceIdOf(undefined, ids);
  logger.debug({ traceId, status: 400, reason: cause }, "malformed request");
  const error = ledgerError("INVALID_ARGUMENT", cause, {
    definiteAnswer: true,
    madeByInterface: true,
  });
  socket.end(closingResponse({ ...errorAnswer(error, { traceId, explain: false }), status: 400 }));
};
