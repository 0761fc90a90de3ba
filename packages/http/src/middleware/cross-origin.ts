import { type AuthConfig, isForThisMachineOnly } from "../auth/auth-config.js";
import { isLoopbackOrigin } from "../auth/loopback.js";
import type { HttpConfig } from "../endpoints/http-config.js";
import type { LedgerApiContext, LedgerApiMiddleware } from "./exchange.js";

/** Headers of answers that pages may read beside the usual ones. */
const exposed = "Retry-After, X-Tallystick-Explanation";

/** How long a browser may keep the answer to a preflight; seconds. */
const maxAge = "600";

/** Longest list of headers that a page may ask for, and its form. */
const headerNames = /^[A-Za-z0-9!#$%&'*+.^_`|~, -]{1,1000}$/;

/** What is wrong with the first of the origins that is none; undefined: nothing. */
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

const answerPreflight = (ctx: LedgerApiContext): void => {
  const { error } = ctx.state.ledgerApi;
  const isAsked = ctx.method === "OPTIONS" && ctx.get("Access-Control-Request-Method") !== "";
  if (!isAsked || error?.error.code !== "METHOD_NOT_ALLOWED") return;
  ctx.state.ledgerApi.error = undefined;
  const headers = ctx.get("Access-Control-Request-Headers");
  ctx.set("Access-Control-Allow-Methods", error.headers?.["Allow"] ?? "");
  if (headerNames.test(headers)) ctx.set("Access-Control-Allow-Headers", headers);
  ctx.set("Access-Control-Max-Age", maxAge);
  ctx.status = 204;
};

/**
 * Lets pages of other origins read answers, and asks nobody for a cookie: a page needs a token of
 * its own. Says nothing about paths that the interface does not have.
 */
export const crossOrigin = ({
  corsOrigins,
  auth,
}: Pick<HttpConfig, "corsOrigins" | "auth">): LedgerApiMiddleware => {
  const allows = allowing(corsOrigins, auth);
  const withOrigin = async (
    ctx: LedgerApiContext,
    next: () => Promise<unknown>,
    origin: string,
  ) => {
    try {
      await next();
    } finally {
      const { endpoint, error } = ctx.state.ledgerApi;
      if (endpoint !== undefined || error !== undefined) {
        ctx.vary("Origin");
        if (allows(origin)) {
          ctx.set("Access-Control-Allow-Origin", origin);
          ctx.set("Access-Control-Expose-Headers", exposed);
          answerPreflight(ctx);
        }
      }
    }
  };
  return (ctx, next) => {
    const { origin } = ctx.req.headers;
    return origin === undefined ? next() : withOrigin(ctx, next, origin);
  };
};
