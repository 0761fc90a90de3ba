import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { Quota, type Timers } from "@tallystick/background";
import { isJsonObject } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type Koa from "koa";
import type { Logger } from "pino";
import { noSniff } from "../answers/answer.js";
import { participantNameOf } from "../answers/participant-name.js";
import { requestTraceId } from "../answers/trace-id.js";
import { type AuthConfig, isForThisMachineOnly } from "../auth/auth-config.js";
import { comesFromLoopback } from "../auth/loopback.js";
import type { ServedEndpoint } from "../endpoints/endpoint.js";
import type { HttpConfig } from "../endpoints/http-config.js";
import type { Services } from "../endpoints/services.js";
import { readJsonInTurns, writeJsonText } from "../json/json-text.js";
import type { RateLimits } from "../limits/rate-limits.js";
import { readBody } from "../limits/body-reader.js";
import { dappCodes, DappError } from "./dapp-error.js";
import { dappCall } from "./dapp-methods.js";
import type { DappSession, DappState } from "../sessions/dapp-state.js";

const path = "/api/v0/dapp";
const eventsPath = `${path}/events`;

/** The longest call of a page; and of all pages at once. */
const maxCallBytes = 512 * 1024;
const maxHeldBytes = 16 * 1024 * 1024;

/**
 * Event streams of one session, the interval of keep-alive comments, and the events queued in each.
 */
const maxStreams = 4;
const beatMs = 25_000;
const maxUnread = 256 * 1024;

/** Methods that a page may call before its user has connected it. */
const beforeConnect: ReadonlySet<string> = new Set([
  "connect",
  "disconnect",
  "isConnected",
  "status",
  "getActiveNetwork",
]);

const allow = (ctx: Koa.Context, origin: string): void => {
  ctx.vary("Origin");
  ctx.set("Access-Control-Allow-Origin", origin);
};

const preflight = (ctx: Koa.Context, origin: string): void => {
  allow(ctx, origin);
  ctx.set("Access-Control-Allow-Methods", "GET, POST");
  ctx.set("Access-Control-Allow-Headers", "authorization, content-type");
  ctx.set("Access-Control-Max-Age", "600");
  ctx.status = 204;
};

/** This node as the caller has named it. Koa's `ctx.origin` is the page's. */
const addressOf = (ctx: Koa.Context): string => `${ctx.protocol}://${ctx.host}`;

/** The base URL, with the path below which the node is mounted. */
const baseOf = (ctx: Koa.Context): string => {
  const request: IncomingMessage & { readonly originalUrl?: string } = ctx.req;
  const outer = (request.originalUrl ?? ctx.originalUrl).split("?", 1)[0] ?? "";
  const prefix = outer.endsWith(ctx.path) ? outer.slice(0, -ctx.path.length) : "";
  return addressOf(ctx) + (/^(\/[\w.~-]+)*$/.test(prefix) ? prefix : "");
};

/** The page's origin; one of this node's own pages sends none with a GET. */
const originOf = (ctx: Koa.Context): string | undefined => {
  const origin = ctx.get("Origin");
  if (origin !== "") return /^https?:\/\/[^/?#\s]+$/.test(origin) ? origin : undefined;
  return ctx.get("Sec-Fetch-Site") === "same-origin" ? addressOf(ctx) : undefined;
};

const tokenOf = (ctx: Koa.Context): string | undefined =>
  /^Bearer ([\w-]{1,200})$/.exec(ctx.get("Authorization"))?.[1];

const errorOf = (thrown: unknown, logger: Logger) => {
  if (thrown instanceof DappError) {
    const { kind, message, data } = thrown;
    return { code: dappCodes[kind], message, ...(data === undefined ? {} : { data }) };
  }
  logger.error({ reason: String(thrown) }, "a call of a dApp failed");
  return { code: dappCodes.internal, message: "An unexpected error; the node's log says more" };
};

/** Answers a notification: with nothing, whatever came of it (JSON-RPC 2.0, 4.1). */
const silence = (ctx: Koa.Context): void => {
  ctx.status = 204;
};

const answer = (ctx: Koa.Context, id: unknown, rest: Readonly<Record<string, unknown>>): void => {
  ctx.status = 200;
  ctx.type = "json";
  ctx.set("Cache-Control", "no-store");
  ctx.set(noSniff);
  ctx.body = writeJsonText({ jsonrpc: "2.0", id, ...rest });
};

interface Rpc {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
}

const rpcIn = (value: unknown): Rpc => {
  if (!isJsonObject(value) || value.jsonrpc !== "2.0" || typeof value.method !== "string")
    throw new DappError("invalidRequest", "expected one JSON-RPC 2.0 request");
  const { id, method, params } = value;
  // a notification has no id; one that is null is an id like any other
  if (id !== undefined && id !== null && typeof id !== "string" && typeof id !== "number")
    throw new DappError("invalidRequest", "id: expected a text or a number");
  return { id, method, params };
};

const streamTo = (
  ctx: Koa.Context,
  state: DappState,
  session: DappSession,
  timers: Timers,
): void => {
  const stream = new PassThrough();
  const say = (event: string, data: unknown): void => {
    // a page that does not read is cut, and connects again
    if (stream.writableLength > maxUnread) stream.destroy();
    else stream.write(`event: ${event}\ndata: ${writeJsonText(data)}\n\n`);
    if (event === "statusChanged") stream.end();
  };
  const stop = state.listen(session, say, maxStreams);
  if (stop === undefined) {
    ctx.status = 429;
    return;
  }
  const beat = timers.every(beatMs, () => void stream.write(": here\n\n"));
  beat.unref();
  stream.on("close", () => {
    beat.cancel();
    stop();
  });
  ctx.req.on("close", () => stream.destroy());
  ctx.status = 200;
  ctx.type = "text/event-stream";
  ctx.set("Cache-Control", "no-store");
  ctx.body = stream;
  stream.write(`event: connected\ndata: {"isConnected":true,"isNetworkConnected":true}\n\n`);
};

/** A caller of another machine where only this one is served, or a page with another's token. */
const isRefused = (
  ctx: Koa.Context,
  auth: AuthConfig,
  origin: string,
  session: DappSession | undefined,
): boolean =>
  (isForThisMachineOnly(auth) && !comesFromLoopback(ctx.req)) ||
  (session !== undefined && session.origin !== origin);

const tooMany = 429;

/** Methods that count as submissions. */
const submitting: ReadonlySet<string> = new Set(["prepareExecute", "prepareExecuteAndWait"]);

/** Answers 429 when a limit was reached. */
const isOver = (ctx: Koa.Context, reached: ReturnType<RateLimits["address"]>): boolean => {
  if (reached === undefined) return false;
  ctx.set(reached.headers);
  ctx.status = tooMany;
  return true;
};

/** What a page does counts for the user that connected it. */
const isOverUserLimit = (
  ctx: Koa.Context,
  limits: RateLimits,
  session: DappSession | undefined,
  submits: boolean,
): boolean => session !== undefined && isOver(ctx, limits.user(session.userId, submits));

/** Answers with the events of a session. */
const eventsTo =
  (state: DappState, { auth, timers }: HttpConfig, limits: RateLimits) =>
  (ctx: Koa.Context, origin: string): void => {
    const { token } = ctx.query;
    const session = typeof token === "string" ? state.session(token) : undefined;
    if (session === undefined || isRefused(ctx, auth, origin, session)) {
      ctx.status = session === undefined ? 401 : 403;
      return;
    }
    if (isOverUserLimit(ctx, limits, session, false)) return;
    allow(ctx, origin);
    streamTo(ctx, state, session, timers);
  };

/**
 * The wallet as the provider of web pages (CIP-0103, asynchronous form): calls at `/api/v0/dapp`,
 * events at `/api/v0/dapp/events`. A page is known by its origin and an opaque token that its user
 * gave it; the token is good for nothing else.
 */
export const dappServer = (
  { ledger, wallet, dapp: state, config, turns }: Services,
  endpoints: ReadonlyArray<ServedEndpoint>,
  limits: RateLimits,
  logger: Logger,
): Koa.Middleware => {
  if (wallet === undefined) return (_ctx, next) => next();
  const { auth, ids } = config;
  const parts = { ledger, wallet, state, endpoints, ids, turns };
  const participant = participantNameOf(ledger);
  const room = new Quota(maxHeldBytes, maxHeldBytes);
  const call = async (ctx: Koa.Context, origin: string): Promise<void> => {
    const token = tokenOf(ctx);
    const session = token === undefined ? undefined : state.session(token);
    if (isRefused(ctx, auth, origin, session)) {
      ctx.status = 403;
      return;
    }
    allow(ctx, origin);
    // unknown until the request was read; undefined for a notification
    let id: unknown = null;
    try {
      const body = await readBody(ctx.req, { maxBytes: maxCallBytes, room, user: origin });
      if (isLeft(body)) throw new DappError("limit", `the request is ${body.left}`);
      const { bytes, roomBytes } = body.right;
      const read = readJsonInTurns(bytes, turns, origin);
      const json = await read.finally(() => room.give(roomBytes, origin));
      if (isLeft(json)) throw new DappError("parse", json.left.reason);
      const rpc = rpcIn(json.right);
      ({ id } = rpc);
      if (isOverUserLimit(ctx, limits, session, submitting.has(rpc.method)))
        throw new DappError("limit", "Too many requests of this user; see Retry-After");
      if (session === undefined && !beforeConnect.has(rpc.method))
        throw new DappError("unauthorized", "Not connected: call connect, and have it approved");
      const base = baseOf(ctx);
      const about = { traceId: requestTraceId(ctx.req, ids), participant };
      const address = ctx.req.socket.remoteAddress ?? "";
      const by = { origin, base, token, session, address, about };
      const result = await dappCall(parts, { ...rpc, ...by });
      if (id === undefined) silence(ctx);
      else answer(ctx, id, { result });
    } catch (thrown) {
      const isLimited = ctx.status === tooMany;
      const error = errorOf(thrown, logger);
      if (id === undefined) silence(ctx);
      else answer(ctx, id, { error });
      if (isLimited) ctx.status = tooMany;
    }
  };

  const events = eventsTo(state, config, limits);

  return async (ctx, next) => {
    if (ctx.path !== path && ctx.path !== eventsPath) {
      await next();
      return;
    }
    const origin = originOf(ctx);
    if (origin === undefined) ctx.status = 403;
    else if (isOver(ctx, limits.address(ctx.req.socket.remoteAddress ?? ""))) return;
    else if (ctx.method === "OPTIONS") preflight(ctx, origin);
    else if (ctx.method === "POST" && ctx.path === path) await call(ctx, origin);
    else if (ctx.method === "GET" && ctx.path === eventsPath) events(ctx, origin);
    else ctx.status = 405;
  };
};
