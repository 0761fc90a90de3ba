import type { ServedEndpoint } from "../endpoints/endpoint.js";
import { isSubmission, type RateLimits } from "../limits/rate-limits.js";
import type { LedgerApiMiddleware } from "./exchange.js";

/**
 * Counts the requests of one address, whoever makes them: 429 with `Retry-After` beyond its
 * allowance.
 */
export const addressLimit =
  (limits: RateLimits): LedgerApiMiddleware =>
  (ctx, next) => {
    const exceeded = limits.address(ctx.req.socket.remoteAddress ?? "");
    if (exceeded === undefined) return next();
    ctx.state.ledgerApi.error = exceeded;
    return Promise.resolve();
  };

/**
 * Counts the requests and the submissions of one user: 429 with `Retry-After` beyond its allowance.
 */
export const userLimit = (limits: RateLimits, endpoint: ServedEndpoint): LedgerApiMiddleware => {
  const submits = isSubmission(endpoint);
  return (ctx, next) => {
    const exchange = ctx.state.ledgerApi;
    const exceeded =
      endpoint.access === "open" ? undefined : limits.user(exchange.caller.userId, submits);
    if (exceeded === undefined) return next();
    exchange.error = exceeded;
    return Promise.resolve();
  };
};
