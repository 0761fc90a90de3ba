import type { HttpConfig } from "../endpoints/http-config.js";
import { requestTraceId } from "../answers/trace-id.js";
import { type LedgerApiMiddleware, newExchange } from "./exchange.js";

/**
 * Begins the exchange of a request. Its trace id is that of the `traceparent` header, else a new
 * one (ledger-api 4.1).
 */
export const requestId = ({
  ids,
  timers,
}: Pick<HttpConfig, "ids" | "timers">): LedgerApiMiddleware => {
  const nowMs = () => timers.nowMs();
  return (ctx, next) => {
    ctx.state.ledgerApi = newExchange(() => requestTraceId(ctx.req, ids), nowMs);
    return next();
  };
};
