import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Caller } from "../auth/authenticator.js";
import { type AccessDenied, type CallerRules, requestCaller } from "../auth/request-caller.js";
import { textAnswer } from "../answers/answer.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import { ledgerApiFamily } from "../endpoints/endpoint-family.js";
import { type LedgerApiMiddleware, RequestDenied, writeAnswer } from "./exchange.js";

/** True for `Bearer` without a token, which a public node takes for a malformed header. */
const isEmptyBearer = (authorization = ""): boolean => /^bearer\s*$/i.test(authorization);

/** Authenticates the caller by its token; open endpoints need none. */
export const authentication =
  (rules: CallerRules, { access, family }: ServedEndpoint): LedgerApiMiddleware =>
  (ctx, next) => {
    if (family === ledgerApiFamily && isEmptyBearer(ctx.headers.authorization)) {
      writeAnswer(ctx, textAnswer(400, "Invalid value for: header Authorization"));
      return Promise.resolve();
    }
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
