import type { Logger } from "pino";
import type { HttpObserver } from "../metrics/http-observer.js";
import type { LedgerApiContext, LedgerApiMiddleware } from "./exchange.js";

const logAnswer = (ctx: LedgerApiContext, logger: Logger, status: number | undefined): void => {
  const { traceId, elapsedMs } = ctx.state.ledgerApi;
  const durationMs = Math.round(elapsedMs());
  const about = { traceId: traceId(), method: ctx.method, path: ctx.path };
  logger.debug({ ...about, status, durationMs }, status === undefined ? "caller gone" : "answered");
};

/**
 * Reports each answer to the observer, and to the log at level debug; requests for other paths are
 * not counted.
 */
export const requestMetrics =
  (logger: Logger, observer: HttpObserver | undefined): LedgerApiMiddleware =>
  async (ctx, next) => {
    await next();
    const { endpoint, error, elapsedMs } = ctx.state.ledgerApi;
    if (endpoint === undefined && error === undefined) return;
    const status = ctx.respond === false ? undefined : ctx.status;
    if (logger.isLevelEnabled("debug")) logAnswer(ctx, logger, status);
    observer?.answered({
      route: endpoint?.path,
      method: endpoint?.method,
      status,
      durationMs: elapsedMs(),
    });
  };
