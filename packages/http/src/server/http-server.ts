import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import Koa from "koa";
import type { Logger } from "pino";
import type { Answer } from "../answers/answer.js";
import { createAuthenticator } from "../auth/authenticator.js";
import { type AuthConfig, developmentUser, isForThisMachineOnly } from "../auth/auth-config.js";
import { ensureDevelopmentUser } from "../auth/development-user.js";
import { channels } from "./channels.js";
import { createDispatcher, type Dispatcher } from "./dispatcher.js";
import type { Services } from "../endpoints/endpoint.js";
import { endpoints } from "./endpoints.js";
import { asyncApiText } from "../docs/asyncapi.js";
import { type HttpConfig, httpConfigOf, type HttpSettings } from "../endpoints/http-config.js";
import type { HttpObserver } from "../metrics/http-observer.js";
import { baseAddress, type ListenError, listenOn } from "../metrics/listen-on.js";
import { isLoopbackAddress, isLoopbackHost } from "../auth/loopback.js";
import { answerClientErrors } from "./malformed-request.js";
import { openApiText } from "../docs/openapi.js";
import { pipelinedRequests } from "./pipelined-requests.js";
import { createRateLimits, rateLimitError } from "../limits/rate-limits.js";
import { routeTable } from "./route-table.js";
import { asksForWebSocket, serveWithoutUpgrade } from "./upgrade-request.js";
import { lazyChannelServer } from "../streams/lazy-channel-server.js";

/** What an HTTP server is made of. */
export interface HttpServerParts {
  readonly ledger: Ledger;
  readonly config?: HttpSettings;
  readonly logger: Logger;
  /** Is told of every answer. */
  readonly observer?: HttpObserver;
}

/** The interface of one ledger. */
export interface HttpServer {
  /** Answers one request, for those who mount the interface in a server of their own. */
  readonly callback: RequestListener;
  /** Takes over the connection of one upgrade request, for the same; they pass on those that ask for a websocket. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Starts to listen. Right: the base address, `http://127.0.0.1:7575`. */
  listen(): Promise<Either<ListenError, string>>;
  /** Takes no new connections, finishes the requests it has accepted, ends the streams of websockets, then closes what is left. */
  close(): Promise<void>;
}

const writeAnswer = (response: ServerResponse, answer: Answer, closing: boolean): void => {
  const { status, contentType, body, headers } = answer;
  const fields = ["Content-Type", contentType, "Content-Length", String(Buffer.byteLength(body))];
  if (headers !== undefined) {
    for (const [name, value] of Object.entries(headers)) fields.push(name, value);
  }
  if (closing) fields.push("Connection", "close");
  response.writeHead(status, fields);
  response.end(body);
};

const createApp = (dispatch: Dispatcher, isClosing: () => boolean, logger: Logger): Koa => {
  const app = new Koa();
  // The dispatcher never rejects: what comes up here is a connection that broke under its answer.
  app.on("error", (error: unknown) => logger.debug({ err: error }, "answer not delivered"));
  app.use(async (ctx) => {
    const answer = await dispatch(ctx.req);
    // Answers are finished texts, so the node writes them itself: Koa's own way out costs as much again as the way in.
    ctx.respond = false;
    if (answer !== undefined) writeAnswer(ctx.res, answer, isClosing());
  });
  return app;
};

/** How often the server looks for requests that came in too slowly; milliseconds. */
const slowRequestCheckMs = 2_000;
/** How long an idle connection is kept; milliseconds. */
const keepAliveMs = 65_000;
/** How often a closing server closes connections that fell idle; milliseconds. */
const idleSweepMs = 50;

/** A connection on which nothing moves for so many times the time of a request is cut: its peer takes no answers. */
const stuckRequestTimes = 3;
/** Longest time a timer takes; milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

const nodeServer = (
  callback: RequestListener,
  upgrade: HttpServer["upgrade"],
  config: HttpConfig,
  logger: Logger,
): Server => {
  const line = pipelinedRequests();
  const server = createServer(
    {
      maxHeaderSize: config.maxHeaderBytes,
      requestTimeout: config.requestTimeoutMs,
      headersTimeout: config.requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(slowRequestCheckMs, config.requestTimeoutMs),
    },
    (request, response) => {
      if (line.admit(request, response)) callback(request, response);
    },
  );
  server.maxConnections = config.maxConnections;
  server.timeout = Math.min(stuckRequestTimes * config.requestTimeoutMs, maxTimerMs);
  answerClientErrors(server, logger);
  server.on("upgrade", (request, socket, head) => {
    // another protocol cannot begin while answers of this one are to come
    if (!line.isAnswered(socket)) socket.destroy();
    else if (asksForWebSocket(request)) upgrade(request, socket, head);
    else serveWithoutUpgrade(server, request, socket, head);
  });
  return server;
};

const loopbackOnly = (host: string): ListenError => ({
  kind: "not-loopback",
  message: `without logins of its own (the development login, or authorization off) the node is only served on a loopback address, and ${host} is none: listen on 127.0.0.1 or configure auth.services`,
});

const closeServer = (server: Server, closeTimeoutMs: number): Promise<void> =>
  new Promise((resolve) => {
    // A connection that is busy now becomes idle when its answer is out.
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
    const cutOff = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });

/** What is made when somebody first asks for it. */
const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const warnOfWeakLogin = ({ kind }: AuthConfig, logger: Logger): void => {
  if (kind === "services") return;
  const weakness =
    kind === "development"
      ? "UNSAFE DEVELOPMENT LOGIN: everybody on this machine can sign tokens for every user (HS256, secret 'unsafe'). "
      : "AUTHORIZATION IS OFF: everybody on this machine may do everything, without a token. ";
  logger.warn(`${weakness}Configure auth.services before this node holds anything of value.`);
};

/**
 * Prepares the HTTP interface of a ledger: reads the keys of the configuration, and creates the development user where the
 * development login is on. Left: what is wrong with the configuration or why the user could not be created.
 */
export const createHttpServer = async ({
  ledger,
  logger,
  config: given = {},
  observer,
}: HttpServerParts): Promise<Either<string, HttpServer>> => {
  const config = httpConfigOf(given);
  const { auth, now, jwks, rateLimits } = config;
  const problem = rateLimitError(rateLimits);
  if (problem !== undefined) return left(problem);
  const reportOutage = (login: string, reason: string) =>
    logger.warn({ login, reason }, "cannot fetch the keys tokens are verified with");
  const authenticator = await createAuthenticator({ auth, ledger, now, jwks, reportOutage });
  if (isLeft(authenticator)) return authenticator;
  if (auth.kind === "development") {
    const user = await ensureDevelopmentUser(ledger);
    if (isLeft(user)) return left(`cannot create ${developmentUser}: ${user.left.cause}`);
  }
  warnOfWeakLogin(auth, logger);
  const services: Services = {
    ledger,
    config,
    openApi: once(() => openApiText(endpoints)),
    asyncApi: once(() => asyncApiText(channels)),
  };
  const parts = {
    authenticator: authenticator.right,
    rateLimits: await createRateLimits(rateLimits),
    services,
    logger,
    observer,
  };
  const dispatch = createDispatcher({ ...parts, routes: routeTable(endpoints) });
  const sockets = lazyChannelServer({ ...parts, channels });
  observer?.opened({ webSockets: () => sockets.connections() });
  let closing = false;
  const app = createApp(dispatch, () => closing, logger);
  // Koa reports on its own what it does with each request; the dispatcher leaves it nothing to report.
  const handle = app.callback();
  const callback: RequestListener = (request, response) => void handle(request, response);
  const upgrade: HttpServer["upgrade"] = (...taken) => sockets.upgrade(...taken);
  const server = nodeServer(callback, upgrade, config, logger);
  return right({
    callback,
    upgrade,
    listen: async () => {
      const local = isForThisMachineOnly(auth);
      if (local && !isLoopbackHost(config.host)) return left(loopbackOnly(config.host));
      const address = await listenOn(server, config);
      if (isLeft(address)) return address;
      if (local && !isLoopbackAddress(address.right.address)) {
        await closeServer(server, 0);
        return left(loopbackOnly(address.right.address));
      }
      return right(baseAddress(address.right));
    },
    close: async () => {
      closing = true;
      const { closeTimeoutMs } = config;
      await Promise.all([
        sockets.close(closeTimeoutMs),
        server.listening ? closeServer(server, closeTimeoutMs) : undefined,
      ]);
    },
  });
};
