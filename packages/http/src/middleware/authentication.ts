import { isLeft } from "fp-ts/lib/Either.js";
import { type CallerRules, requestCaller } from "../auth/request-caller.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { LedgerApiMiddleware } from "./exchange.js";

/** Finds out who makes the request, by its token; open endpoints need none. */
export const authentication =
  (rules: CallerRules, { access }: ServedEndpoint): LedgerApiMiddleware =>
  async (ctx, next) => {
    const exchange = ctx.state.ledgerApi;
    if (access !== "open") {
      const known = requestCaller(ctx.req, access, rules);
      // Most tokens are known and answered at once; waiting a turn for them would cost every
      // request.
      const caller = known instanceof Promise ? await known : known;
      if (isLeft(caller)) {
        exchange.error = caller.left;
        return;
      }
      exchange.caller = caller.right;
    }
    await next();
  };
