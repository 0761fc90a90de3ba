import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Caller } from "../auth/authenticator.js";
import { type AccessDenied, type CallerRules, requestCaller } from "../auth/request-caller.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import { ledgerApiFamily } from "../endpoints/endpoint-family.js";
import { type LedgerApiMiddleware, RequestDenied } from "./exchange.js";

/** Authenticates the caller by its token; open endpoints need none. */
export const authentication =
  (rules: CallerRules, { access, family }: ServedEndpoint): LedgerApiMiddleware =>
  (ctx, next) => {
    if (access === "open") return next();
    const enter = (caller: Either<AccessDenied, Caller>): Promise<unknown> => {
      if (isLeft(caller)) throw new RequestDenied(caller.left);
      ctx.state.ledgerApi.caller = caller.right;
      return next();
    };
    const asked = {
      access: access === "subject" ? "subject" : "token",
      mayLiveLong: family !== ledgerApiFamily,
    } as const;
    const caller = requestCaller(ctx.req, asked, rules);
    // Most tokens are cached and answered synchronously; an await would slow down every request.
    return caller instanceof Promise ? caller.then(enter) : enter(caller);
  };
