import type { RequestListener, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { Timers } from "@tallystick/background";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { isForThisMachineOnly } from "../auth/auth-config.js";
import { isLoopbackAddress, isLoopbackHost } from "../auth/loopback.js";
import { type HttpConfig, httpConfigOf } from "../endpoints/http-config.js";
import { type ListenError, baseAddress, listenOn } from "../metrics/listen-on.js";
import { checkedServerParts, type HttpServerParts } from "./api-options.js";
import type { RowCalls } from "../calls/row-calls.js";
import { type LedgerApi, ledgerApi } from "./ledger-api.js";
import { ambiguity, answerAmbiguous, answerClientErrors } from "./malformed-request.js";
import { type PipelinedRequests, pipelinedRequests } from "./pipelined-requests.js";
import { connectionEvent, plainOrTlsServer, tlsError } from "./tls.js";
import { asksForWebSocket, serveWithoutUpgrade } from "./upgrade-request.js";
import Koa from "koa";
import type { ConfigurationError } from "../auth/configuration-error.js";

/** The interface of one ledger as a server. */
export interface HttpServer {
  /** The rows for callers in the same process, such as the gRPC interface. */
  readonly calls: RowCalls;
  /** Starts to listen. Right: the base address, `http://127.0.0.1:7575`, or `https:` with TLS. */
  listen(): Promise<Either<ListenError, string>>;
  /**
   * Rejects new connections, finishes accepted requests, ends the streams of websockets, then
   * closes the rest.
   */
  close(): Promise<void>;
}

/** While the server closes, each answer ends its connection. */
const closingConnections =
  (isClosing: () => boolean): Koa.Middleware =>
  async (ctx, next) => {
    await next();
    if (isClosing()) ctx.set("Connection", "close");
  };

/** How often the server checks for requests that arrive too slowly; milliseconds. */
const slowRequestCheckMs = 2_000;
/** How long an idle connection is kept; milliseconds. */
const keepAliveMs = 65_000;
/** How often a closing server closes idle connections; milliseconds. */
const idleSweepMs = 50;

/** How long a closing server waits for incomplete requests; milliseconds. */
const arrivalGraceMs = 500;

/** An inactive connection is cut after this many request timeouts: its peer reads no answers. */
const stuckRequestTimes = 3;
/** The longest delay of a timer; milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

const nodeServer = (
  callback: RequestListener,
  { upgrade, familyOf }: LedgerApi,
  config: HttpConfig,
  logger: Logger,
  requests: PipelinedRequests,
): Server => {
  const refused = new WeakSet<Duplex>();
  const refuse = (socket: Duplex, cause: string): void => {
    refused.add(socket);
    // before pending answers it would be taken for the first of them
    if (requests.isAnswered(socket)) answerAmbiguous(socket, cause, logger, config.ids);
    else socket.destroy();
  };
  const server = plainOrTlsServer(
    {
      maxHeaderSize: config.maxHeaderBytes,
      requestTimeout: config.requestTimeoutMs,
      headersTimeout: config.requestTimeoutMs,
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.min(slowRequestCheckMs, config.requestTimeoutMs),
    },
    config.tls,
    (request, response) => {
      // data after a rejected request on its connection are not read
      if (refused.has(request.socket)) return;
      const ambiguous = ambiguity(request);
      if (ambiguous !== undefined) refuse(request.socket, ambiguous);
      else if (requests.admit(request, response)) callback(request, response);
    },
  );
  server.maxConnections = config.maxConnections;
  server.timeout = Math.min(stuckRequestTimes * config.requestTimeoutMs, maxTimerMs);
  answerClientErrors(server, familyOf, logger, config.ids);
  server.on(connectionEvent(config.tls), (socket: Duplex) => requests.watch(socket));
  server.on("upgrade", (request, socket, head) => {
    const ambiguous = ambiguity(request);
    if (ambiguous !== undefined) {
      refuse(socket, ambiguous);
      return;
    }
    requests.release(socket);
    // another protocol cannot begin while answers are pending
    if (!requests.isAnswered(socket)) socket.destroy();
    else if (asksForWebSocket(request)) upgrade(request, socket, head);
    else serveWithoutUpgrade(server, request, socket, head);
  });
  return server;
};

const loopbackOnly = (host: string): ListenError => ({
  kind: "not-loopback",
  message: `without configured logins (development login, or authorization off) the node listens only on a loopback address, found ${host}: listen on 127.0.0.1 or configure auth.services`,
});

const closeServer = (
  server: Server,
  requests: PipelinedRequests,
  closeTimeoutMs: number,
  timers: Timers,
): Promise<void> =>
  new Promise((resolve) => {
    const startedMs = timers.nowMs();
    const sweep = timers.every(idleSweepMs, () => {
      // a busy connection becomes idle after its answer
      server.closeIdleConnections();
      if (timers.nowMs() - startedMs >= arrivalGraceMs) requests.cutIncomplete();
    });
    const cutOff = timers.after(closeTimeoutMs, () => server.closeAllConnections());
    server.close(() => {
      sweep.cancel();
      cutOff.cancel();
      resolve();
    });
    server.closeIdleConnections();
  });

/**
 * The interface of a ledger as a server: a Koa application with only the interface's middlewares.
 * Left: an error of the configuration, or why the development user could not be created.
 *
 * @param given the ledger, settings, and the log; all wrong ones are named at once
 */
export const createHttpServer = async (
  given: HttpServerParts,
): Promise<Either<ConfigurationError, HttpServer>> => {
  const checked = checkedServerParts(given);
  if (isLeft(checked)) return checked;
  const parts = checked.right;
  const { ledger, logger } = parts;
  const config = httpConfigOf(parts.config ?? {});
  const badTls = config.tls === undefined ? undefined : tlsError(config.tls);
  if (badTls !== undefined) return left({ message: badTls });
  const { ledger: _ledger, ...options } = parts;
  const api = ledgerApi(ledger, options);
  const ready = await api.ready();
  if (isLeft(ready)) return ready;
  let closing = false;
  const app = new Koa();
  // the interface answers every error: this one is a connection that broke during its answer
  app.on("error", (error: unknown) => logger.debug({ err: error }, "answer not delivered"));
  app.use(closingConnections(() => closing));
  app.use(api.routes());
  app.use(api.unknownEndpoint());
  const handle = app.callback();
  const requests = pipelinedRequests();
  const listener = (): Server =>
    nodeServer(
      (request, response) => void handle(request, response),
      api,
      config,
      logger,
      requests,
    );
  const servers = [config.port, ...config.alsoPorts].map((port) => ({ port, server: listener() }));
  const closeServers = async (timeoutMs: number): Promise<void> => {
    const listening = servers.filter(({ server }) => server.listening);
    const { timers } = config;
    await Promise.all(
      listening.map(({ server }) => closeServer(server, requests, timeoutMs, timers)),
    );
  };
  return right({
    calls: api.calls,
    listen: () => listenOnAll(servers, config, () => closeServers(0)),
    close: async () => {
      closing = true;
      const { closeTimeoutMs } = config;
      await Promise.all([api.close(closeTimeoutMs), closeServers(closeTimeoutMs)]);
    },
  });
};

/** Listens on all ports or on none. Right: the address of the first. */
const listenOnAll = async (
  servers: ReadonlyArray<{ readonly port: number; readonly server: Server }>,
  config: HttpConfig,
  closeAll: () => Promise<void>,
): Promise<Either<ListenError, string>> => {
  let first: Either<ListenError, string> | undefined;
  for (const { port, server } of servers) {
    const base = await listenLocally(server, { ...config, port });
    first ??= base;
    if (!isLeft(base)) continue;
    await closeAll();
    return base;
  }
  return first ?? left({ kind: "unavailable", message: "there is no port to listen on" });
};

/**
 * Listens; without logins of its own only on a loopback address. The caller closes the server on
 * Left.
 */
const listenLocally = async (
  server: Server,
  config: HttpConfig,
): Promise<Either<ListenError, string>> => {
  const local = isForThisMachineOnly(config.auth);
  if (local && !isLoopbackHost(config.host)) return left(loopbackOnly(config.host));
  const address = await listenOn(server, config);
  if (isLeft(address)) return address;
  return local && !isLoopbackAddress(address.right.address)
    ? left(loopbackOnly(address.right.address))
    : right(baseAddress(address.right, config.tls === undefined ? "http" : "https"));
};
