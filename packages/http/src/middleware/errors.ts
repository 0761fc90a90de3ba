import type { LedgerError } from "@tallystick/core";
import { ViewsUnreadable } from "@tallystick/views";
import type { Logger } from "pino";
import { textAnswer, undecodable } from "../answers/answer.js";
import type { FamilyOfPath } from "../endpoints/path-families.js";
import type { HttpObserver } from "../metrics/http-observer.js";
import {
  type Exchange,
  type LedgerApiContext,
  type LedgerApiMiddleware,
  writeAnswer,
} from "./exchange.js";

/** What errors are answered with. */
interface ErrorsParts {
  readonly logger: Logger;
  readonly observer: HttpObserver | undefined;
  /** True in the development login: a redacted error explains itself. */
  readonly explain: boolean;
  /** In which family's shape an error is answered where no endpoint has the path. */
  readonly familyOf: FamilyOfPath;
}

const logError = (
  ctx: LedgerApiContext,
  logger: Logger,
  error: LedgerError,
  status: number,
): void => {
  const traceId = ctx.state.ledgerApi.traceId();
  const about = { traceId, method: ctx.method, path: ctx.path, status };
  const line = { ...about, code: error.code, reason: error.cause };
  if (status >= 500) logger.error(line, "request failed");
  else logger.info(line, "request refused");
};

/** Answers the error that ended the request, in the form of the endpoint's family. */
const answerError = (
  ctx: LedgerApiContext,
  { error: denied, endpoint, traceId }: Exchange,
  { logger, observer, explain, familyOf }: ErrorsParts,
): void => {
  if (denied === undefined) return;
  const { error, headers } = denied;
  const asText = endpoint?.badRequestAsText === true;
  if (asText && error.invalidRequest === true) {
    writeAnswer(ctx, undecodable("body", error.cause, error.field));
    return;
  }
  const { errorAnswer } = endpoint?.family ?? familyOf(ctx.path);
  const answer = errorAnswer(error, {
    traceId: traceId(),
    explain,
    ...(headers === undefined ? {} : { headers }),
  });
  logError(ctx, logger, error, answer.status);
  observer?.refused(error.code);
  writeAnswer(ctx, asText && answer.status === 400 ? textAnswer(400, answer.body) : answer);
};

/**
 * Answers the error a later middleware ended the request with, and an unexpected exception with
 * 500.
 */
export const errors =
  (parts: ErrorsParts): LedgerApiMiddleware =>
  async (ctx, next) => {
    const exchange = ctx.state.ledgerApi;
    try {
      await next();
      answerError(ctx, exchange, parts);
    } catch (error) {
      const { endpoint } = exchange;
      // not an exception of the interface: the application's own middlewares come after it
      if (endpoint === undefined) throw error;
      if (error instanceof ViewsUnreadable) {
        exchange.error = { error: error.error };
        answerError(ctx, exchange, parts);
        return;
      }
      const traceId = exchange.traceId();
      parts.logger.error({ traceId, err: error, method: ctx.method }, "unexpected error");
      writeAnswer(ctx, endpoint.family.unexpectedAnswer(traceId));
    }
  };
