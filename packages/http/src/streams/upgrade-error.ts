import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Timers } from "@tallystick/background";
import type { LedgerError } from "@tallystick/core";
import type { Logger } from "pino";
import type { WebSocket } from "ws";
import type { AccessDenied } from "../auth/request-caller.js";
import type { TextAnswer } from "../answers/answer.js";
import { errorAnswer } from "../answers/error-answer.js";
import { closingResponse } from "../answers/closing-response.js";
import type { HttpIds } from "../sessions/http-ids.js";
import { targetOf } from "../answers/request-target.js";
import { requestTraceId } from "../answers/trace-id.js";

export interface UpgradeErrorOptions {
  /** True in the development login: redacted errors are explained. */
  readonly explain: boolean;
  readonly participant: string;
  readonly logger: Logger;
  readonly timers: Timers;
  readonly ids: HttpIds;
}

/** A peer that does not read its answer is cut after this time; milliseconds. */
const answerTimeoutMs = 5_000;

/** Close code of RFC 6455: the error frame has said all. */
const doneCode = 1000;

/** The error as the client gets it, which is written to the log. */
const reported = (
  request: IncomingMessage,
  error: LedgerError,
  { explain, participant, logger, ids }: UpgradeErrorOptions,
): TextAnswer => {
  const traceId = requestTraceId(request, ids);
  const answer = errorAnswer(error, { traceId, explain, participant });
  const { status } = answer;
  const { path } = targetOf(request.url ?? "/");
  const line = { traceId, method: request.method, path, status, code: error.code };
  if (status >= 500) logger.error({ ...line, reason: error.cause }, "request failed");
  else logger.info({ ...line, reason: error.cause }, "request rejected");
  return answer;
};

/** Sends the error as the only frame of an opened websocket, and closes it. */
export const closeWithError = (
  webSocket: WebSocket,
  request: IncomingMessage,
  { error }: AccessDenied,
  options: UpgradeErrorOptions,
): void => {
  const cutOff = options.timers.after(answerTimeoutMs, () => webSocket.terminate());
  webSocket.on("close", () => cutOff.cancel());
  webSocket.on("error", () => undefined);
  webSocket.send(reported(request, error, options).body);
  webSocket.close(doneCode);
};

/**
 * Answers an upgrade request with the JSON error object, like a `POST` to the same path, and closes
 * the connection.
 */
export const answerUpgradeError = (
  request: IncomingMessage,
  socket: Duplex,
  { error, headers = {} }: AccessDenied,
  options: UpgradeErrorOptions,
): void => {
  const answer = reported(request, error, options);
  if (socket.destroyed) return;
  const cutOff = options.timers.after(answerTimeoutMs, () => socket.destroy());
  socket.on("close", () => cutOff.cancel());
  // keep reading, so that the end of the peer is noticed
  socket.resume();
  socket.end(closingResponse(answer, headers));
};
