import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorCode, ledgerError } from "@tallystick/core";
import type { Logger } from "pino";
import { closingResponse } from "../answers/closing-response.js";
import { errorAnswer } from "../answers/error-answer.js";
import { traceIdOf } from "../answers/trace-id.js";

interface Malformed {
  readonly status: number;
  readonly code: ErrorCode;
  readonly cause: string;
}

const malformedBy = (code: string | undefined): Malformed => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, code: "INVALID_ARGUMENT", cause: "The request headers are too long" };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return {
        status: 408,
        code: "REQUEST_DEADLINE_EXCEEDED",
        cause: "The request did not arrive whole in time",
      };
    default:
      return { status: 400, code: "INVALID_ARGUMENT", cause: "The request is not valid HTTP" };
  }
};

/**
 * Answers what never became a request (bytes that are no HTTP, headers too long, a body too slow)
 * with a JSON error object and closes the connection.
 */
export const answerClientErrors = (server: Server, logger: Logger): void => {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, code, cause } = malformedBy(error.code);
    const traceId = traceIdOf(undefined);
    logger.debug({ traceId, status, reason: error.message }, "malformed request");
    const answered = ledgerError(code, cause, { definiteAnswer: true });
    const { body } = errorAnswer(answered, { traceId, explain: false });
    socket.end(closingResponse(status, body));
  });
};

/**
 * Headers of which a request has one at most; a second could mean another thing to another reader.
 */
const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === "host";

/**
 * Why a request that was parsed is refused all the same: it can mean one thing here and another to
 * a proxy before this server. Undefined when there is no objection.
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
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (isHost(rawHeaders[index] ?? "")) hosts += 1;
  return hosts > 1 ? "The request has several Host headers; expected one" : undefined;
};

/** Answers a request that is refused for its head alone, and ends its connection. */
export const answerAmbiguous = (socket: Duplex, cause: string, logger: Logger): void => {
  const traceId = traceIdOf(undefined);
  logger.debug({ traceId, status: 400, reason: cause }, "malformed request");
  const error = ledgerError("INVALID_ARGUMENT", cause, { definiteAnswer: true });
  const { body } = errorAnswer(error, { traceId, explain: false });
  socket.end(closingResponse(400, body));
};
