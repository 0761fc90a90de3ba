import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Quota, Timer, Timers } from "@tallystick/background";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { WebSocketServer } from "ws";
import { isForThisMachineOnly } from "../auth/auth-config.js";
import type { Caller } from "../auth/authenticator.js";
import { type AccessDenied, type CallerRules, requestCaller } from "../auth/request-caller.js";
import type { Services } from "../endpoints/services.js";
import type { HeldAnswers } from "../limits/held-answers.js";
import { reachMinOffset } from "../endpoints/reach-min-offset.js";
import { limitReached } from "../limits/rate-limits.js";
import { targetOf } from "../answers/request-target.js";
import { requestTraceId } from "../answers/trace-id.js";
import type { Channel } from "./channel.js";
import { type ChannelSession, startSession } from "./channel-session.js";
import { createFlusher, type Flusher } from "./frame-sink.js";
import { streamAuthorization } from "./stream-authorization.js";
import { participantNameOf } from "../answers/participant-name.js";
import { answerUpgradeError, closeWithError, type UpgradeErrorOptions } from "./upgrade-error.js";

/** Options of the websocket side of a server. */
export interface ChannelServerParts {
  readonly channels: ReadonlyArray<Channel>;
  readonly rules: CallerRules;
  readonly services: Services;
  readonly logger: Logger;
  /** Waiting answers, over all connections. */
  readonly answers: HeldAnswers;
  /** Open streams by user, those of other fronts included. */
  readonly streams: Quota;
}

export interface ChannelServer {
  /** Handles the connection of an upgrade request: opens a stream or answers with an error. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  connections(): number;
  /**
   * Ends all streams; those whose peers do not close are cut after `graceMs`. Resolves when none is
   * left.
   */
  close(graceMs: number): Promise<void>;
}

/** The selected protocol; the token is in another one (ledger-api 1.3). */
const webSocketProtocol = "daml.ws.auth";

/** How often every stream is checked; milliseconds. */
const tickMs = 1_000;

const tooMany = (most: number): LedgerError =>
  ledgerError("MAXIMUM_NUMBER_OF_STREAMS", `The node serves at most ${most} websockets at once`, {
    definiteAnswer: true,
  });

const stopping = (): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", "The node is stopping", {
    definiteAnswer: true,
    context: { service_name: "websockets" },
  });

const unknownChannel = (path: string, { headers: { host = "" } }: IncomingMessage): LedgerError =>
  ledgerError("ENDPOINT_NOT_FOUND", `No websocket channel has the path ${path.slice(0, 200)}`, {
    definiteAnswer: true,
    publicCause: `HttpMethod(GET), uri: http://${host}${path.slice(0, 300)}`,
  });

/** Prepares the websocket side of a server. */
export const createChannelServer = (parts: ChannelServerParts): ChannelServer =>
  new RunningChannelServer(parts);

class RunningChannelServer implements ChannelServer {
  readonly #parts: ChannelServerParts;
  readonly #byPath: ReadonlyMap<string, Channel>;
  readonly #server: WebSocketServer;
  readonly #flusher: Flusher;
  /** Every websocket connection, with its session when it has one. */
  readonly #connections = new Map<Duplex, ChannelSession | undefined>();
  /** The user of every authenticated connection. */
  readonly #users = new Map<Duplex, string>();
  readonly #timers: Timers;
  #ticking: Timer | undefined;
  /** Set when closing began. */
  #closed: Promise<void> | undefined;
  #onEmpty: () => void = () => undefined;

  constructor(parts: ChannelServerParts) {
    this.#parts = parts;
    this.#timers = parts.services.config.timers;
    this.#flusher = createFlusher(this.#timers);
    this.#byPath = new Map(parts.channels.map((each) => [each.path, each]));
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: parts.services.config.webSocket.maxFrameBytes,
      handleProtocols: (offered) => (offered.has(webSocketProtocol) ? webSocketProtocol : false),
    });
    this.#server.on("wsClientError", (error, socket, request) =>
      this.#refuse(request, socket, {
        error: ledgerError("INVALID_ARGUMENT", error.message, { definiteAnswer: true }),
      }),
    );
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // a connection closed before emits no further event, and would be counted forever
    if (socket.destroyed) return;
    this.#take(socket);
    this.#admit(request, socket, head).catch((error: unknown) => {
      const traceId = requestTraceId(request, this.#parts.services.config.ids);
      this.#parts.logger.error({ traceId, err: error }, "unexpected error");
      socket.destroy();
    });
  }

  connections(): number {
    return this.#connections.size;
  }

  close(graceMs: number): Promise<void> {
    this.#closed ??= this.#closeAll(graceMs);
    return this.#closed;
  }

  async #closeAll(graceMs: number): Promise<void> {
    if (this.#connections.size === 0) return;
    const empty = new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
    for (const session of this.#connections.values()) session?.shutDown();
    const cutOff = this.#timers.after(graceMs, () => {
      for (const socket of this.#connections.keys()) socket.destroy();
    });
    await empty;
    cutOff.cancel();
  }

  #take(socket: Duplex): void {
    this.#connections.set(socket, undefined);
    // Without a listener a broken connection would end the process; "close" handles it.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#leave(socket));
  }

  #leave(socket: Duplex): void {
    this.#connections.delete(socket);
    const user = this.#users.get(socket);
    if (user !== undefined) this.#parts.streams.give(1, user);
    this.#users.delete(socket);
    if (this.#connections.size > 0) return;
    this.#ticking?.cancel();
    this.#ticking = undefined;
    this.#onEmpty();
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { path } = targetOf(request.url ?? "/");
    const channel = this.#byPath.get(path);
    const caller =
      channel === undefined
        ? left({ error: unknownChannel(path, request) })
        : await this.#caller(request);
    if (channel === undefined || isLeft(caller)) {
      if (isLeft(caller)) this.#refuseCaller(request, socket, head, caller.left);
      return;
    }
    // checked last: the node may have begun to stop while the token was verified
    const denied = this.#deniedTo(caller.right);
    if (denied !== undefined) {
      this.#refuse(request, socket, denied);
      return;
    }
    this.#users.set(socket, caller.right.userId);
    // one closed meanwhile would be counted forever
    if (socket.destroyed) this.#leave(socket);
    this.#open(request, socket, head, channel, caller.right);
  }

  #deniedTo({ userId }: Caller): AccessDenied | undefined {
    if (this.#closed !== undefined) return { error: stopping() };
    return this.#parts.streams.take(1, userId) ? undefined : limitReached("websockets at once", 1);
  }

  async #caller(request: IncomingMessage): Promise<Either<AccessDenied, Caller>> {
    const { services, rules } = this.#parts;
    const most = services.config.webSocket.maxSockets;
    if (this.#connections.size > most) return left({ error: tooMany(most) });
    const { rateLimits } = rules;
    const crowded = rateLimits.address(request.socket.remoteAddress ?? "");
    if (crowded !== undefined) return left(crowded);
    const caller = await requestCaller(request, { access: "token", mayLiveLong: false }, rules);
    if (isLeft(caller)) return caller;
    const limited = rateLimits.user(caller.right.userId, false);
    if (limited !== undefined) return left(limited);
    const { ledger, config } = services;
    const error = await reachMinOffset(request.headers, ledger, config.minOffsetTimeoutMs);
    return error === undefined ? caller : left({ error });
  }

  #open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    channel: Channel,
    caller: Caller,
  ): void {
    const { services, logger, rules, answers } = this.#parts;
    const { authenticator } = rules;
    const { ledger, config } = services;
    const { headers } = request;
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const authorization = streamAuthorization({
        caller,
        headers,
        authenticator,
        ledger,
        now: config.now,
        leeway: config.jwtTimestampLeeway,
      });
      const traceId = requestTraceId(request, this.#parts.services.config.ids);
      logger.debug({ traceId, path: channel.path }, "websocket opened");
      const flusher = this.#flusher;
      this.#connections.set(
        socket,
        startSession({
          webSocket,
          socket,
          channel,
          caller,
          authorization,
          services,
          logger,
          flusher,
          answers,
          traceId,
        }),
      );
      this.#tickFromNowOn();
    });
  }

  #tickFromNowOn(): void {
    const { pingIntervalMs, requestTimeoutMs } = this.#parts.services.config.webSocket;
    const everyMs = Math.min(tickMs, pingIntervalMs, requestTimeoutMs);
    this.#ticking ??= this.#timers.every(everyMs, () => {
      const nowMs = this.#timers.nowMs();
      for (const session of this.#connections.values()) session?.tick(nowMs);
    });
  }

  /**
   * A websocket without a valid token is opened, gets the error as its only frame and is closed
   * (ledger-api 1.3): pages cannot read the answer to an upgrade.
   */
  #refuseCaller(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    denied: AccessDenied,
  ): void {
    if (denied.isForToken === true && !socket.destroyed) {
      this.#server.handleUpgrade(request, socket, head, (webSocket) =>
        closeWithError(webSocket, request, denied, this.#errorOptions()),
      );
    } else {
      this.#refuse(request, socket, denied);
    }
  }

  #refuse(request: IncomingMessage, socket: Duplex, denied: AccessDenied): void {
    answerUpgradeError(request, socket, denied, this.#errorOptions());
  }

  #errorOptions(): UpgradeErrorOptions {
    const { services, logger } = this.#parts;
    const explain = isForThisMachineOnly(services.config.auth);
    const { timers, ids } = services.config;
    return { explain, participant: participantNameOf(services.ledger), logger, timers, ids };
  }
}
