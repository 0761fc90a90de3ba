import type Koa from "koa";
import { type AuthConfig, isForThisMachineOnly } from "../auth/auth-config.js";
import { isLoopbackOrigin } from "../auth/loopback.js";
import type { HttpConfig } from "../endpoints/http-config.js";
import { type LedgerApiContext, type LedgerApiMiddleware, RequestDenied } from "./exchange.js";

/** Headers of answers that pages may read in addition to the usual ones. */
const exposed = "Retry-After, X-Tallystick-Explanation";

/** How long a browser may keep the answer to a preflight; seconds. */
const maxAge = "600";

/** Pattern of a page's list of headers, with its longest length. */
const headerNames = /^[A-Za-z0-9!#$%&'*+.^_`|~, -]{1,1000}$/;

/** The error of the first invalid origin; undefined when all are valid. */
export const corsOriginError = (origins: ReadonlyArray<string> = []): string | undefined => {
  const wrong = origins.find((origin) => !/^https?:\/\/[^/?#\s*]+$/.test(origin));
  return wrong === undefined
    ? undefined
    : `corsOrigins: found ${wrong.slice(0, 200)}, expected an origin such as https://wallet.example.com`;
};

/** Which pages of other origins may read answers. */
const allowing = (origins: ReadonlyArray<string> | undefined, auth: AuthConfig) => {
  if (origins === undefined) return isForThisMachineOnly(auth) ? isLoopbackOrigin : () => false;
  const known = new Set(origins);
  return (origin: string): boolean => known.has(origin);
};

/** Answers a preflight, which the router would reject as an unknown method, as validators do. */
const answerPreflight = (ctx: LedgerApiContext, thrown: unknown): boolean => {
  const isAsked = ctx.method === "OPTIONS" && ctx.get("Access-Control-Request-Method") !== "";
  if (!isAsked || !(thrown instanceof RequestDenied)) return false;
  const { error, headers } = thrown.denied;
  if (error.code !== "METHOD_NOT_ALLOWED") return false;
  const asked = ctx.get("Access-Control-Request-Headers");
  ctx.set("Access-Control-Allow-Methods", headers?.["Allow"] ?? "");
  if (headerNames.test(asked)) ctx.set("Access-Control-Allow-Headers", asked);
  ctx.set("Access-Control-Max-Age", maxAge);
  ctx.status = 200;
  ctx.body = "";
  ctx.remove("Content-Type");
  return true;
};

/**
 * Lets pages of other origins read answers. No cookies are used: a page needs its own token. Does
 * not apply to paths that the interface does not have.
 */
export const crossOrigin = ({
  corsOrigins,
  auth,
}: Pick<HttpConfig, "corsOrigins" | "auth">): LedgerApiMiddleware => {
  const allows = allowing(corsOrigins, auth);
  /** Sets the headers of every answer; true if the page may read it. */
  const mark = (ctx: LedgerApiContext, origin: string): boolean => {
    ctx.vary("Origin");
    if (!allows(origin)) return false;
    ctx.set("Access-Control-Allow-Origin", origin);
    ctx.set("Access-Control-Expose-Headers", exposed);
    return true;
  };
  const withOrigin = async (ctx: LedgerApiContext, next: Koa.Next, origin: string) => {
    try {
      await next();
      if (ctx.state.ledgerApi.endpoint !== undefined) mark(ctx, origin);
    } catch (thrown) {
      const isOwn = ctx.state.ledgerApi.endpoint !== undefined || thrown instanceof RequestDenied;
      if (!(isOwn && mark(ctx, origin) && answerPreflight(ctx, thrown))) throw thrown;
    }
  };
  return (ctx, next) => {
    const { origin } = ctx.req.headers;
    return origin === undefined ? next() : withOrigin(ctx, next, origin);
  };
};
