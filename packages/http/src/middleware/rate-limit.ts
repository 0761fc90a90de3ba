import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { RateLimits } from "../limits/rate-limits.js";
import { type LedgerApiMiddleware, RequestDenied } from "./exchange.js";

/**
 * Counts the requests of one address: 429 with `Retry-After` beyond its allowance. Health checks
 * are not counted: a monitor behind the same proxy would take a busy node for a dead one.
 */
export const addressLimit = (
  limits: RateLimits,
  { isUnlimited }: ServedEndpoint,
): LedgerApiMiddleware => {
  if (isUnlimited === true) return (_ctx, next) => next();
  return (ctx, next) => {
    const exceeded = limits.address(ctx.req.socket.remoteAddress ?? "");
    if (exceeded !== undefined) throw new RequestDenied(exceeded);
    return next();
  };
};

/**
 * Counts the requests and the submissions of one user: 429 with `Retry-After` beyond its allowance.
 */
export const userLimit = (limits: RateLimits, endpoint: ServedEndpoint): LedgerApiMiddleware => {
  const submits = endpoint.submits === true;
  return (ctx, next) => {
    const { userId } = ctx.state.ledgerApi.caller;
    const exceeded = endpoint.access === "open" ? undefined : limits.user(userId, submits);
    if (exceeded !== undefined) throw new RequestDenied(exceeded);
    return next();
  };
};
