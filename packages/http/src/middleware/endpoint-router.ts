import Router, { type RouterContext } from "@koa/router";
import { ledgerError } from "@tallystick/core";
import compose from "koa-compose";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import { pathFamilies } from "../endpoints/path-families.js";
import {
  type LedgerApiContext,
  type LedgerApiMiddleware,
  type LedgerApiState,
  RequestDenied,
  writeAnswer,
} from "./exchange.js";
import { checkedHead, isAcceptable, notAcceptable } from "./request-head.js";
import { isOwnPath, routedPath } from "../answers/request-target.js";

/**
 * The endpoints whose paths have no parameters, by path and method. They come first:
 * `/parties/participant-id` is not `/parties/{party}`, whatever methods the latter has (ledger-api
 * 1.1). A map also avoids the router for most requests.
 */
type PlainRoutes = ReadonlyMap<string, ReadonlyMap<string, Steps>>;

type Steps = ReturnType<typeof compose<LedgerApiContext>>;

/** Routers of paths with parameters, by `groupOf`: a router tries each of its patterns in turn. */
type PatternRouters = Map<string, Router<LedgerApiState>>;

/** What a path has in common with every pattern that fits it: two segments, and their number. */
const groupOf = (path: string): string => {
  const [, first = "", second = "", ...rest] = path.split("/");
  return `${first}/${second} ${rest.length}`;
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

/** Records the endpoint of a route. */
const found = (endpoint: ServedEndpoint): LedgerApiMiddleware => {
  const names = [...endpoint.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  return (ctx, next) => {
    ctx.state.ledgerApi.endpoint = endpoint;
    if (endpoint.family.isStrict && !isOwnPath(ctx.path)) throw endpointNotFound(ctx);
    if (!isAcceptable(ctx, endpoint)) {
      writeAnswer(ctx, notAcceptable);
      return Promise.resolve();
    }
    const malformed = names.length === 0 ? undefined : malformedParameter(names, ctx["captures"]);
    if (malformed === undefined) return next();
    const reason = "expected percent-encoded UTF-8";
    const answer = endpoint.family.undecodableAnswer({ part: "path", reason, path: malformed });
    writeAnswer(ctx, answer);
    return Promise.resolve();
  };
};

/** Whether a public validator takes a path with such slashes for another one. */
type IsOtherPath = (ctx: LedgerApiContext) => boolean;

/**
 * 405 for a path with other methods; HEAD, which comes with every GET, is named last. A `GET` where
 * only websockets are opened is a path there is not, as on a public node.
 */
const methodNotAllowed = (
  ctx: LedgerApiContext,
  methods: Iterable<string>,
  channels: ReadonlySet<string>,
  isOtherPath: IsOtherPath,
): RequestDenied => {
  const isRead = ctx.method === "GET" || ctx.method === "HEAD";
  const isOfChannel = isRead && channels.has(routedPath(ctx.path));
  if (isOfChannel || isOtherPath(ctx)) return endpointNotFound(ctx);
  const isHead = (method: string): number => Number(method === "HEAD");
  const allow = [...new Set(methods)].sort((a, b) => isHead(a) - isHead(b)).join(", ");
  const cause = `${ctx.path.slice(0, 200)} does not take ${ctx.method}; it takes ${allow}`;
  const error = ledgerError("METHOD_NOT_ALLOWED", cause, { definiteAnswer: true });
  return new RequestDenied({ error, headers: { Allow: allow } });
};

const toPlain =
  (
    plain: PlainRoutes,
    channels: ReadonlySet<string>,
    isOtherPath: IsOtherPath,
  ): LedgerApiMiddleware =>
  (ctx, next) => {
    const methods = plain.get(routedPath(ctx.path));
    if (methods === undefined) return next();
    const steps = methods.get(ctx.method);
    if (steps === undefined) throw methodNotAllowed(ctx, methods.keys(), channels, isOtherPath);
    return steps(ctx, next);
  };

/**
 * Routes requests to endpoints, each after its own list of middlewares. Requests for other paths
 * continue to the next middleware of the application.
 * @param stepsOf the middlewares of one endpoint in their order; the last one answers
 * @param channels paths that open websockets
 */
export const endpointRouter = (
  endpoints: ReadonlyArray<ServedEndpoint>,
  stepsOf: (endpoint: ServedEndpoint) => ReadonlyArray<LedgerApiMiddleware>,
  channels: ReadonlySet<string> = new Set(),
): ReadonlyArray<LedgerApiMiddleware> => {
  const routers: PatternRouters = new Map();
  const plain = new Map<string, Map<string, Steps>>();
  const familyOf = pathFamilies(endpoints);
  const isOtherPath: IsOtherPath = ({ path }) =>
    !isOwnPath(path) && familyOf(routedPath(path)).isStrict;
  for (const endpoint of endpoints) {
    for (const prefix of endpoint.family.prefixes) {
      const path = `${prefix}${endpoint.path}`;
      // one middleware, because the router composes those of a route again for each request
      const steps = compose([found(endpoint), ...stepsOf(endpoint)]);
      if (path.includes("{")) register(routers, path, endpoint, steps);
      else plain.set(path, withMethod(plain.get(path), endpoint, steps));
    }
  }
  const routes = new Map([...routers].map(([group, router]) => [group, router.routes()]));
  const toPattern: LedgerApiMiddleware = (ctx, next): Promise<unknown> => {
    const path = routedPath(ctx.path);
    const matching = routes.get(groupOf(path));
    if (matching === undefined) return next();
    if (path !== ctx.path) ctx["newRouterPath"] = path;
    // border: the router adds fields to the context, and its types do not cover what it returns
    return matching(ctx as RouterContext<LedgerApiState>, next) as Promise<unknown>;
  };
  const otherMethods: LedgerApiMiddleware = (ctx, next) => {
    const path = routedPath(ctx.path);
    const matched = routers.get(groupOf(path))?.match(path, ctx.method).path ?? [];
    if (matched.length === 0) return next();
    throw methodNotAllowed(
      ctx,
      matched.flatMap(({ methods }) => methods),
      channels,
      isOtherPath,
    );
  };
  return [checkedHead(familyOf), toPlain(plain, channels, isOtherPath), toPattern, otherMethods];
};

/** Adds a path with parameters; the router answers HEAD wherever there is a `GET`. */
const register = (
  routers: PatternRouters,
  path: string,
  { method, family }: ServedEndpoint,
  steps: Steps,
): void => {
  const group = groupOf(path);
  if (group.includes("{")) throw new Error(`${path} has a parameter in its first two segments`);
  const router =
    routers.get(group) ?? new Router<LedgerApiState>({ strict: true, sensitive: true });
  routers.set(group, router);
  const { methods } = router.register(routerPath(path), [method], steps);
  if (family.isStrict && method === "GET") methods.splice(methods.indexOf("HEAD"), 1);
};

/** The methods of a path with one more; HEAD comes with `GET`. */
const withMethod = (
  known: Map<string, Steps> = new Map(),
  { method, family }: ServedEndpoint,
  steps: Steps,
): Map<string, Steps> => {
  // of two rows with the same path and method the first is used
  const served = known.get(method) ?? steps;
  known.set(method, served);
  if (method === "GET" && !family.isStrict) known.set("HEAD", served);
  return known;
};

const endpointNotFound = (ctx: LedgerApiContext): RequestDenied => {
  const cause = `No endpoint has the path ${ctx.path.slice(0, 200)}`;
  const publicCause = `HttpMethod(${ctx.method}), uri: ${ctx.href.slice(0, 300)}`;
  const options = { definiteAnswer: true, publicCause };
  return new RequestDenied({ error: ledgerError("ENDPOINT_NOT_FOUND", cause, options) });
};

/** 404 for paths that no endpoint has, for a server with nothing but the interface. */
export const unknownEndpoint = (): LedgerApiMiddleware => (ctx) => {
  throw endpointNotFound(ctx);
};
