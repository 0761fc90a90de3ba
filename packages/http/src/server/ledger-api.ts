import { createTurns, Quota, turnsBy } from "@tallystick/background";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { ledgerError } from "@tallystick/core";
import { type Ledger, orThrow } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type Koa from "koa";
import compose from "koa-compose";
import { type Logger, pino } from "pino";
import { participantNameOf } from "../answers/participant-name.js";
import { type AuthConfig, developmentUser, isForThisMachineOnly } from "../auth/auth-config.js";
import { type Authenticator, createAuthenticator } from "../auth/authenticator.js";
import { ensureDevelopmentUser } from "../auth/development-user.js";
import type { CallerRules } from "../auth/request-caller.js";
import { dappServer } from "../dapp/dapp-server.js";
import { DappState } from "../sessions/dapp-state.js";
import { TakenSnapshots } from "../sessions/taken-snapshots.js";
import { asyncApiText } from "../docs/asyncapi.js";
import { auditDocumentRows, walletDocumentRows } from "../docs/documents.js";
import { openApiText } from "../docs/openapi.js";
import { type Endpoint, type ServedEndpoint, servedWith } from "../endpoints/endpoint.js";
import { rowCalls, type RowCalls } from "../calls/row-calls.js";
import { type FamilyOfPath, pathFamilies } from "../endpoints/path-families.js";
import { type HttpConfig, httpConfigOf } from "../endpoints/http-config.js";
import type { Services } from "../endpoints/services.js";
import { bodyShareOfUser } from "../limits/body-reader.js";
import { heldAnswers } from "../limits/held-answers.js";
import { createRateLimits, rateLimitError } from "../limits/rate-limits.js";
import { runningReads } from "../limits/running-reads.js";
import { answerRoom } from "../middleware/answer-room.js";
import { authentication } from "../middleware/authentication.js";
import { corsOriginError, crossOrigin } from "../middleware/cross-origin.js";
import { endpointRouter, unknownEndpoint } from "../middleware/endpoint-router.js";
import { errors } from "../middleware/errors.js";
import {
  type LedgerApiContext,
  type LedgerApiMiddleware,
  RequestDenied,
} from "../middleware/exchange.js";
import { forkNamed } from "../middleware/fork-named.js";
import { handler } from "../middleware/handler.js";
import { longRead } from "../middleware/long-read.js";
import { minOffset } from "../middleware/min-offset.js";
import { addressLimit, userLimit } from "../middleware/rate-limit.js";
import { declaredLength, requestBody } from "../middleware/request-body.js";
import { requestId } from "../middleware/request-id.js";
import { requestMetrics } from "../middleware/request-metrics.js";
import { lazyChannelServer } from "../streams/lazy-channel-server.js";
import { Followers } from "../metrics/followers.js";
import { site } from "../site/site.js";
import { auditRows } from "../audit/audit-rows.js";
import { tokenRegistryRows } from "../wallet/registry/token-registry-rows.js";
import { walletRows } from "../wallet/wallet-rows.js";
import { checkedApiParts, type LedgerApiOptions } from "./api-options.js";
import { channels } from "./channels.js";
import { endpoints } from "./endpoints.js";
import { openApiDocuments } from "./openapi-documents.js";
import { serveUpgrades } from "./upgrade-request.js";
import type { ConfigurationError } from "../auth/configuration-error.js";

/** The JSON Ledger API of one ledger, for a Koa application. */
export interface LedgerApi {
  /**
   * The middleware that serves every endpoint; a request for any other path continues to the next
   * middleware.
   */
  routes(): Koa.Middleware;
  /**
   * The middleware that answers 404 for every path, with an error object; for applications that
   * serve nothing else.
   */
  unknownEndpoint(): Koa.Middleware;
  /**
   * Serves the websocket channels on a server; other upgrade requests are left to the server's
   * other listeners.
   *
   * @param server whose upgrade requests are served
   * @param options where it is mounted
   * @param options.prefix the path below which the application mounts the interface, `/ledger`
   * @throws {ArgumentError} when the prefix is not such a path
   */
  webSockets(server: Server, options?: { readonly prefix?: string }): void;
  /**
   * Handles the connection of an upgrade request.
   *
   * @param request as Node's `upgrade` event has it
   * @param socket the connection
   * @param head what came after the headers
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The rows and streams for callers in the same process, such as the gRPC interface. */
  readonly calls: RowCalls;
  /** The family whose form an error without an endpoint has. */
  readonly familyOf: FamilyOfPath;
  /**
   * Resolves when keys are read and the development user exists. Left: an error of the
   * configuration.
   */
  ready(): Promise<Either<ConfigurationError, void>>;
  /**
   * Ends all reads, and the streams of all websockets; those whose peers do not close are cut after
   * `graceMs`.
   *
   * @param graceMs how long they may take
   */
  close(graceMs: number): Promise<void>;
}

/** A value that is created on first use. */
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
      ? "UNSAFE DEVELOPMENT LOGIN: everyone on this machine can sign tokens for every user (HS256, secret 'unsafe'). "
      : "AUTHORIZATION IS OFF: everyone on this machine may do everything, without a token. ";
  logger.warn(`${weakness}Configure auth.services before this node holds anything of value.`);
};

/**
 * Reads the keys of the configuration, and creates the development user when the development login
 * is on.
 */
const prepare = async (
  ledger: Ledger,
  { auth, now, timers, jwks, rateLimits, corsOrigins }: HttpConfig,
  logger: Logger,
): Promise<Either<ConfigurationError, Authenticator>> => {
  const malformed = rateLimitError(rateLimits) ?? corsOriginError(corsOrigins);
  if (malformed !== undefined) return left({ message: malformed });
  const reportOutage = (login: string, reason: string) =>
    logger.warn({ login, reason }, "cannot fetch the keys that verify tokens");
  const given = { auth, ledger, now, timers, jwks, reportOutage };
  const authenticator = await createAuthenticator(given);
  if (isLeft(authenticator)) return authenticator;
  if (auth.kind === "development") {
    const user = await ensureDevelopmentUser(ledger);
    if (isLeft(user))
      return left({ message: `cannot create ${developmentUser}: ${user.left.cause}` });
    if (ledger.user(developmentUser) === undefined)
      logger.warn(`${developmentUser} is missing: it was deleted, or is not created yet`);
  }
  warnOfWeakLogin(auth, logger);
  return authenticator;
};

const notPrepared = ledgerError(
  "SERVICE_NOT_RUNNING",
  "The interface is not configured properly; the node's log says why",
  { definiteAnswer: true, context: { service_name: "json-ledger-api" } },
);

/** Delays requests until the interface is prepared. */
const prepared = (ready: () => Promise<Either<ConfigurationError, void>>): LedgerApiMiddleware => {
  let isReady = false;
  const first = async (next: Koa.Next): Promise<void> => {
    if (isLeft(await ready())) throw new RequestDenied({ error: notPrepared });
    isReady = true;
    await next();
  };
  return (_ctx, next) => (isReady ? next() : first(next));
};

/**
 * An authenticator that waits for its preparation once, and then answers synchronously for cached
 * tokens.
 */
const preparedAuthenticator = (
  preparing: () => Promise<Either<ConfigurationError, Authenticator>>,
): Authenticator => {
  let known: Authenticator | undefined;
  return {
    authenticate: (...request) =>
      known === undefined
        ? preparing().then((made) => {
            if (isLeft(made)) return left(notPrepared);
            known = made.right;
            return known.authenticate(...request);
          })
        : known.authenticate(...request),
  };
};

const servicesOf = (
  ledger: Ledger,
  { wallet, audit, instruments, registries }: LedgerApiOptions,
  config: HttpConfig,
): Services => ({
  ledger,
  wallet,
  registries,
  audit,
  instruments,
  config,
  auditOpenApi: once(() => openApiText(openApiDocuments.audit())),
  startedAt: config.now(),
  followers: new Followers(() => ledger.ledgerEnd(), config.timers),
  snapshots: new TakenSnapshots(ledger, wallet),
  dapp: new DappState(config.now, config.ids),
  turns: createTurns(turnsBy(config.timers)),
  walletOpenApi: once(() => openApiText(openApiDocuments.wallet())),
  openApi: once(() => openApiText(openApiDocuments.ledger())),
  asyncApi: once(() => asyncApiText(channels)),
});

/** The endpoints of a node, by what it has. */
const rowsWith = ({
  wallet,
  audit,
  registries = [],
}: LedgerApiOptions): ReadonlyArray<Endpoint> => [
  ...endpoints,
  ...(wallet === undefined ? [] : [...walletRows, ...walletDocumentRows]),
  ...(audit === undefined ? [] : [...auditRows, ...auditDocumentRows]),
  ...registries.flatMap(tokenRegistryRows),
];

const readsWithin = ({ maxReadsPerUser, maxReads, maxHeldAnswerBytes }: HttpConfig) =>
  runningReads({ perUser: maxReadsPerUser, overall: maxReads, heldBytes: maxHeldAnswerBytes });

const streamsWithin = ({ webSocket: { maxSockets, maxSocketsPerUser } }: HttpConfig) =>
  new Quota(maxSockets, maxSocketsPerUser);

const bodiesWithin = ({ maxBodyBytes, maxHeldBodyBytes }: HttpConfig) =>
  new Quota(
    Math.max(maxBodyBytes, maxHeldBodyBytes),
    Math.max(maxBodyBytes, maxHeldBodyBytes / bodyShareOfUser),
  );

/**
 * The JSON Ledger API of a ledger as a Koa middleware: `app.use(ledgerApi(ledger).routes())`, and
 * its websockets by `webSockets(server)`.
 *
 * @param ledger which it serves; it does not close it
 * @param options settings, log, wallet
 * @throws {LedgerFailure} names all options that are wrong
 * @example
 * import { createServer } from "node:http";
 * import Koa from "koa";
 * declare const ledger: import("@tallystick/node").Ledger;
 *
 * const api = ledgerApi(ledger);
 * const handle = new Koa().use(api.routes()).callback();
 * const server = createServer((request, response) => void handle(request, response));
 * api.webSockets(server);
 * server.listen(7575, "127.0.0.1");
 */
export const ledgerApi = (ledger: Ledger, options: LedgerApiOptions = {}): LedgerApi => {
  const parts = orThrow(checkedApiParts(ledger, options));
  const { logger = pino({ level: "warn" }), observer, endpoints: own = [] } = parts;
  const config = httpConfigOf(parts.config ?? {});
  const services = servicesOf(ledger, parts, config);
  const preparing = once(() => prepare(ledger, config, logger));
  const ready = once(async () => {
    const made = await preparing();
    if (isLeft(made)) logger.error({ reason: made.left.message }, "the interface cannot be served");
    return isLeft(made) ? made : right(undefined);
  });
  const rateLimits = createRateLimits(config.rateLimits, config.timers);
  const authenticator = preparedAuthenticator(preparing);
  const rules: CallerRules = { ...config, authenticator, rateLimits };
  const [reads, room] = [readsWithin(config), bodiesWithin(config)];
  const explain = isForThisMachineOnly(config.auth);
  const answers = heldAnswers(config.maxHeldAnswerBytes, (bytes) =>
    logger.info({ bytes }, "closed a connection whose client did not read its response"),
  );
  const shared = { channels, services, logger, rules, streams: streamsWithin(config) };
  const sockets = lazyChannelServer({ ...shared, answers });
  const participant = participantNameOf(ledger);
  const ofCalls = { endpoints, reads, observer, ready, explain, participant };
  const calls = rowCalls({ ...shared, ...ofCalls });
  observer?.opened({
    webSockets: () => sockets.connections(),
    followers: () => services.followers.lags(),
  });

  /** The middlewares of a request, up to its endpoint. */
  const stepsOf = (endpoint: ServedEndpoint): ReadonlyArray<LedgerApiMiddleware> => [
    prepared(ready),
    addressLimit(rateLimits, endpoint),
    declaredLength(config.maxBodyBytes),
    authentication(rules, endpoint),
    userLimit(rateLimits, endpoint),
    minOffset(services, config.minOffsetTimeoutMs, endpoint),
    requestBody({ maxBytes: config.maxBodyBytes, room }, endpoint, services.turns),
    longRead(reads, ledger.queries, endpoint),
    handler(config, endpoint),
  ];
  const served = [...servedWith(rowsWith(parts), services), ...own];
  const familyOf = pathFamilies(served);
  const routes = compose<LedgerApiContext>([
    requestId(config),
    forkNamed(parts.forkOf),
    answerRoom(answers),
    requestMetrics(logger, observer),
    errors({ logger, observer, explain, participant, familyOf }),
    dappServer(services, served, rateLimits, logger),
    crossOrigin(config),
    ...endpointRouter(served, stepsOf, new Set(channels.map(({ path }) => path))),
    site(parts.site, config, parts),
  ]);
  return {
    routes: () => routes,
    unknownEndpoint,
    webSockets: (server, mounted) => serveUpgrades(server, channels, sockets, mounted?.prefix),
    calls,
    familyOf,
    upgrade: (...taken) => sockets.upgrade(...taken),
    ready,
    close: (graceMs) => {
      reads.close();
      calls.close();
      return sockets.close(graceMs);
    },
  };
};
