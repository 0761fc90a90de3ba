import { ArgumentError, type LedgerError, ledgerError } from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";
import { ViewsUnreadable } from "@tallystick/views";
import type { Logger } from "pino";
import { textAnswer } from "../answers/answer.js";
import { routedPath } from "../answers/request-target.js";
import { ThrownAnswer } from "../answers/thrown-answer.js";
import type { AccessDenied } from "../auth/request-caller.js";
import type { FamilyOfPath } from "../endpoints/path-families.js";
import type { HttpObserver } from "../metrics/http-observer.js";
import {
  type LedgerApiContext,
  type LedgerApiMiddleware,
  RequestDenied,
  writeAnswer,
} from "./exchange.js";

interface ErrorsParts {
  readonly logger: Logger;
  readonly observer: HttpObserver | undefined;
  /** True in the development login: redacted errors are explained. */
  readonly explain: boolean;
  readonly participant: string;
  /** The family whose form an error has when no endpoint has the path. */
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
  else logger.info(line, "request rejected");
};

/** Answers the error that ended the request, in the form of the endpoint's family. */
const answerError = (
  ctx: LedgerApiContext,
  { error, headers }: AccessDenied,
  { logger, observer, explain, participant, familyOf }: ErrorsParts,
): void => {
  const { endpoint, traceId } = ctx.state.ledgerApi;
  const asText = endpoint?.badRequestAsText === true;
  const { errorAnswer } = endpoint?.family ?? familyOf(routedPath(ctx.path));
  const answer = errorAnswer(error, {
    traceId: traceId(),
    explain,
    participant,
    ...(headers === undefined ? {} : { headers }),
  });
  logError(ctx, logger, error, answer.status);
  observer?.refused(error.code);
  writeAnswer(ctx, asText && answer.status === 400 ? textAnswer(400, answer.body) : answer);
};

/** The ledger error of an exception; undefined for unexpected ones. */
const deniedBy = (thrown: unknown, endpoint: object | undefined): AccessDenied | undefined => {
  if (thrown instanceof RequestDenied) return thrown.denied;
  // may be of the application: its own middlewares come after the interface
  if (endpoint === undefined) return undefined;
  const error = errorOfThrown(thrown);
  return error === undefined ? undefined : { error };
};

/** The ledger error of what a row threw; undefined for unexpected exceptions. */
export const errorOfThrown = (thrown: unknown): LedgerError | undefined => {
  if (thrown instanceof ViewsUnreadable) return thrown.error;
  // a value of the request that no template takes, such as a text with U+0000
  if (thrown instanceof ArgumentError)
    return ledgerError("INVALID_ARGUMENT", thrown.message, { definiteAnswer: true });
  return thrown instanceof LedgerFailure && "code" in thrown.error ? thrown.error : undefined;
};

/**
 * Answers exceptions of later middlewares and the endpoint: ledger errors, answers, and unexpected
 * ones with 500.
 */
export const errors =
  (parts: ErrorsParts): LedgerApiMiddleware =>
  async (ctx, next) => {
    const exchange = ctx.state.ledgerApi;
    try {
      await next();
    } catch (thrown) {
      const { endpoint, traceId } = exchange;
      exchange.error = deniedBy(thrown, endpoint);
      if (exchange.error !== undefined) {
        answerError(ctx, exchange.error, parts);
      } else if (endpoint === undefined) {
        throw thrown;
      } else if (thrown instanceof ThrownAnswer) {
        writeAnswer(ctx, thrown.answer);
      } else {
        const about = { traceId: traceId(), err: thrown, method: ctx.method };
        parts.logger.error(about, "unexpected error");
        writeAnswer(ctx, endpoint.family.unexpectedAnswer(traceId()));
      }
    }
  };
