import Router, { type MatchResult, type RouterContext, type RouterInstance } from "@koa/router";
import { ledgerError } from "@tallystick/core";
import compose from "koa-compose";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import {
  type LedgerApiContext,
  type LedgerApiMiddleware,
  type LedgerApiState,
  writeAnswer,
} from "./exchange.js";

type ApiRouter = RouterInstance<LedgerApiState>;

/** A router, and a way to have it remember where a path without parameters leads. */
interface RememberingRouter {
  readonly router: ApiRouter;
  readonly remember: (path: string, method: string) => void;
}

/**
 * What a path leads to: of `/parties/participant-id` and `/parties/{party}` it names the first,
 * whatever methods the second takes (ledger-api 1.1).
 */
const withoutParameters = (found: MatchResult<LedgerApiState>): MatchResult<LedgerApiState> => {
  const isPlain = ({ paramNames }: { readonly paramNames: ReadonlyArray<unknown> }) =>
    paramNames.length === 0;
  if (!found.path.some(isPlain)) return found;
  const pathAndMethod = found.pathAndMethod.filter(isPlain);
  return {
    path: found.path.filter(isPlain),
    pathAndMethod,
    route: found.route && pathAndMethod.length > 0,
  };
};

/**
 * Koa's router, which finds the routes without parameters in a map. The router itself tries the
 * pattern of every route for every request, which for a hundred routes takes longer than all other
 * middlewares together.
 */
const rememberingRouter = (): RememberingRouter => {
  const router: ApiRouter = new Router({ strict: true, sensitive: true });
  const plain = new Map<string, MatchResult<LedgerApiState>>();
  const search = router.match.bind(router);
  router.match = (path, method) => {
    const known = plain.get(`${method} ${path}`);
    // the router adds to the list of a match, so each request gets its own
    return known === undefined
      ? withoutParameters(search(path, method))
      : { ...known, path: [...known.path] };
  };
  return {
    router,
    remember: (path, method) => {
      const match = search(path, method);
      plain.set(`${method} ${path}`, { ...match, pathAndMethod: match.pathAndMethod.slice(0, 1) });
    },
  };
};

/** `{user-id}` in the router's notation; quoted, as its plain names have no hyphens. */
const routerPath = (path: string): string => path.replace(/\{([^}]+)\}/g, ':"$1"');

/** Name of the first path parameter that is not percent-encoded properly. */
const malformedParameter = (
  names: ReadonlyArray<string>,
  captures: unknown,
): string | undefined => {
  if (!Array.isArray(captures)) return undefined;
  return names.find((_name, index) => {
    try {
      decodeURIComponent(String(captures[index] ?? ""));
      return false;
    } catch {
      return true;
    }
  });
};

/** The path a request is routed by: repeated slashes count as one, as some clients send them. */
const routedPath = ({ path }: LedgerApiContext): string =>
  path.includes("//") ? path.replace(/\/{2,}/g, "/") : path;

/** Notes the endpoint a route belongs to. */
const found = (endpoint: ServedEndpoint): LedgerApiMiddleware => {
  const names = [...endpoint.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  return (ctx, next) => {
    ctx.state.ledgerApi.endpoint = endpoint;
    const malformed = names.length === 0 ? undefined : malformedParameter(names, ctx["captures"]);
    if (malformed === undefined) return next();
    const part = `path parameter ${malformed}`;
    writeAnswer(ctx, endpoint.family.undecodableAnswer({ part }));
    return Promise.resolve();
  };
};

// the router puts HEAD, which comes with every GET, first
const headLast = (a: string, b: string): number => Number(a === "HEAD") - Number(b === "HEAD");

/** 405 where a path takes other methods. */
const otherMethods =
  (router: ApiRouter): LedgerApiMiddleware =>
  async (ctx, next) => {
    const { path } = router.match(routedPath(ctx), ctx.method);
    const allowed = [...new Set(path.flatMap((each) => each.methods))].sort(headLast);
    if (allowed.length === 0) {
      await next();
      return;
    }
    const allow = allowed.join(", ");
    const cause = `${ctx.path.slice(0, 200)} does not take ${ctx.method}; it takes ${allow}`;
    const error = ledgerError("METHOD_NOT_ALLOWED", cause, { definiteAnswer: true });
    ctx.state.ledgerApi.error = { error, headers: { Allow: allow } };
  };

/**
 * Routes requests to endpoints, each behind its own list of middlewares. What no endpoint has the
 * path of goes on to the next middleware of the application.
 * @param stepsOf the middlewares of one endpoint in their order; the last one answers
 */
export const endpointRouter = (
  endpoints: ReadonlyArray<ServedEndpoint>,
  stepsOf: (endpoint: ServedEndpoint) => ReadonlyArray<LedgerApiMiddleware>,
): ReadonlyArray<LedgerApiMiddleware> => {
  const { router, remember } = rememberingRouter();
  for (const endpoint of endpoints) {
    for (const prefix of endpoint.family.prefixes) {
      const path = `${prefix}${endpoint.path}`;
      // one middleware: the router composes those of a route again for each request
      const steps = compose([found(endpoint), ...stepsOf(endpoint)]);
      router.register(routerPath(path), [endpoint.method], steps);
      if (!path.includes("{")) remember(path, endpoint.method);
    }
  }
  const routes = router.routes();
  const routed: LedgerApiMiddleware = (ctx, next): Promise<unknown> =>
    // border: the router itself adds what its context has more, and its types say nothing of what
    // it returns
    routes(ctx as RouterContext<LedgerApiState>, next) as Promise<unknown>;
  const normalised: LedgerApiMiddleware = (ctx, next) => {
    const path = routedPath(ctx);
    if (path !== ctx.path) ctx["newRouterPath"] = path;
    return next();
  };
  return [normalised, routed, otherMethods(router)];
};

/** 404 for what no endpoint has the path of, where nothing else is served beside the interface. */
export const unknownEndpoint = (): LedgerApiMiddleware => (ctx) => {
  const cause = `No endpoint has the path ${ctx.path.slice(0, 200)}`;
  ctx.state.ledgerApi.error = {
    error: ledgerError("ENDPOINT_NOT_FOUND", cause, { definiteAnswer: true }),
  };
};
