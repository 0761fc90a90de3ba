import type { Server } from "node:http";
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
