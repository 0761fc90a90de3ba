import { isLeft } from "fp-ts/lib/Either.js";
import type { Duplex } from "node:stream";
import type { Timers } from "@tallystick/background";
import { type LedgerError, ledgerError } from "@tallystick/core";
import type { Logger } from "pino";
import { type RawData, WebSocket } from "ws";
import { isForThisMachineOnly } from "../auth/auth-config.js";
import type { Caller } from "../auth/authenticator.js";
import type { Services } from "../endpoints/services.js";
import type { HeldAnswers } from "../limits/held-answers.js";
import { errorAnswer, unexpectedAnswer } from "../answers/error-answer.js";
import { participantNameOf } from "../answers/participant-name.js";
import { readJsonInTurns } from "../json/json-text.js";
import { type Channel, undecodableFrame } from "./channel.js";
import { type Flusher, type FrameSink, type SocketWriter, socketWriter } from "./frame-sink.js";
import type { StreamAuthorization } from "./stream-authorization.js";

/** Options of the session of one websocket. */
interface SessionParts {
  readonly webSocket: WebSocket;
  /** The underlying connection. */
  readonly socket: Duplex;
  readonly channel: Channel;
  readonly caller: Caller;
  readonly authorization: StreamAuthorization;
  readonly services: Services;
  readonly logger: Logger;
  readonly flusher: Flusher;
  readonly answers: HeldAnswers;
  readonly traceId: string;
}

export interface ChannelSession {
  /**
   * To be called regularly: ends sessions that wait too long, are dead, or are no longer allowed.
   */
  tick(nowMs: number): void;
  /** Ends the stream because the node stops. */
  shutDown(): void;
  terminate(): void;
}

/**
 * Frames after the request, pings included, that are ignored between two heartbeats; a client that
 * sends more is cut.
 */
export const maxLaterFrames = 100;

/** Close codes of RFC 6455. */
const closeCode = { done: 1000, goingAway: 1001, policy: 1008, internalError: 1011 } as const;

const bytesOf = (data: RawData): Buffer => {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
};

/** Serves one websocket until it is closed. */
export const startSession = (parts: SessionParts): ChannelSession => new RunningSession(parts);

class RunningSession implements ChannelSession, FrameSink {
  readonly #parts: SessionParts;
  readonly #writer: SocketWriter;
  readonly #timers: Timers;
  readonly #openedMs: number;
  #isAsked = false;
  #isEnded = false;
  #stop: () => void = () => undefined;
  #laterFrames = 0;
  #isAlive = true;
  #nextBeatMs: number;
  #isRechecking = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { webSocket, socket, flusher, answers, services } = parts;
    const { maxBufferedBytes, pingIntervalMs } = services.config.webSocket;
    this.#timers = services.config.timers;
    this.#openedMs = this.#timers.nowMs();
    this.#nextBeatMs = this.#openedMs + pingIntervalMs;
    const mayBegin = (): boolean => this.#isStillAllowed();
    this.#writer = socketWriter(webSocket, socket, {
      maxBufferedBytes,
      flusher,
      answers,
      mayBegin,
    });
    webSocket.on("message", (data) => this.#onFrame(data));
    webSocket.on("ping", (data) => this.#onPing(data));
    webSocket.on("pong", () => this.#onSign());
    webSocket.on("error", (error) => this.#log("debug", { err: error }, "websocket failed"));
    webSocket.on("close", (code) => this.#onClose(code));
    // a peer that reads is alive, even if its pong waits behind unread frames
    socket.on("drain", () => this.#onSign());
  }

  tick(nowMs: number): void {
    const { config } = this.#parts.services;
    if (!this.#isEnded && !this.#isAsked) {
      const { requestTimeoutMs } = config.webSocket;
      if (nowMs - this.#openedMs >= requestTimeoutMs) this.#refuseLateRequest(requestTimeoutMs);
    }
    if (nowMs >= this.#nextBeatMs) this.#beat(nowMs + config.webSocket.pingIntervalMs);
    if (this.#isStillAllowed() && !this.#isRechecking) void this.#recheck();
  }

  shutDown(): void {
    this.#end(closeCode.goingAway);
  }

  terminate(): void {
    this.#finish();
    this.#parts.webSocket.terminate();
  }

  send(frame: Buffer): Promise<void> | undefined {
    return this.#writer.send(frame);
  }

  ended(): boolean {
    // sends nothing to a peer that has begun to close
    return this.#isEnded || this.#parts.webSocket.readyState !== WebSocket.OPEN;
  }

  onEnd(stop: () => void): void {
    if (this.#isEnded) stop();
    else this.#stop = stop;
  }

  #onSign(): void {
    this.#isAlive = true;
  }

  #onFrame(data: RawData): void {
    this.#onSign();
    if (this.#isEnded) return;
    if (this.#isAsked) {
      this.#countLaterFrame();
      return;
    }
    this.#isAsked = true;
    void this.#serve(bytesOf(data));
  }

  // The library would answer each ping immediately and without limit, even for a peer that does not
  // read.
  #onPing(data: Buffer): void {
    this.#onSign();
    if (this.#isEnded) return;
    this.#countLaterFrame();
    const { maxBufferedBytes } = this.#parts.services.config.webSocket;
    if (!this.#isEnded && this.#writer.bufferedBytes() <= maxBufferedBytes)
      this.#parts.webSocket.pong(data);
  }

  #countLaterFrame(): void {
    this.#laterFrames += 1;
    if (this.#laterFrames > maxLaterFrames) this.#end(closeCode.policy);
  }

  #beat(nextMs: number): void {
    this.#nextBeatMs = nextMs;
    this.#laterFrames = 0;
    if (!this.#isAlive) {
      this.#log("debug", {}, "websocket did not answer pings");
      this.terminate();
      return;
    }
    this.#isAlive = false;
    if (!this.#isEnded) this.#parts.webSocket.ping();
  }

  #refuseLateRequest(timeoutMs: number): void {
    const cause = `No request came within ${timeoutMs} ms`;
    this.#fail(ledgerError("REQUEST_DEADLINE_EXCEEDED", cause, { definiteAnswer: true }));
  }

  #isStillAllowed(): boolean {
    if (this.#isEnded) return false;
    const error = this.#parts.authorization.error();
    if (error !== undefined) this.#fail(error);
    return error === undefined;
  }

  async #recheck(): Promise<void> {
    this.#isRechecking = true;
    try {
      const found = await this.#parts.authorization.recheck();
      if (found !== undefined) this.#fail(found);
    } catch (error) {
      this.#failUnexpectedly(error);
    } finally {
      this.#isRechecking = false;
    }
  }

  async #serve(bytes: Buffer): Promise<void> {
    if (!this.#isStillAllowed()) return;
    const { channel, caller, services } = this.#parts;
    const value = await readJsonInTurns(bytes, services.turns, caller.userId);
    if (this.#isEnded) return;
    if (isLeft(value)) {
      this.#fail(undecodableFrame(value.left.reason));
      return;
    }
    try {
      const delivery = channel.open(value.right, caller, services);
      const outcome = isLeft(delivery) ? delivery : await delivery.right(this);
      if (isLeft(outcome)) this.#fail(outcome.left);
      else this.#end(closeCode.done);
    } catch (error) {
      this.#failUnexpectedly(error);
    }
  }

  /** The error is the last frame; the close frame does not have it (ledger-api 1.3). */
  #fail(error: LedgerError): void {
    if (this.#isEnded) return;
    const { services, traceId, webSocket } = this.#parts;
    const explain = isForThisMachineOnly(services.config.auth);
    const { status, body } = errorAnswer(error, {
      traceId,
      explain,
      participant: participantNameOf(services.ledger),
    });
    const line = { status, code: error.code, reason: error.cause };
    const isOurs = status >= 500 && error.code !== "REQUEST_DEADLINE_EXCEEDED";
    if (isOurs) this.#log("error", line, "stream failed");
    else this.#log("info", line, "stream rejected");
    webSocket.send(body);
    this.#end(closeCode.done);
  }

  #failUnexpectedly(error: unknown): void {
    this.#log("error", { err: error }, "unexpected error");
    if (this.#isEnded) return;
    const { webSocket, traceId } = this.#parts;
    webSocket.send(unexpectedAnswer(traceId).body);
    this.#end(closeCode.internalError);
  }

  /** The peer has the library's timeout to close; then the connection is cut. */
  #end(code: number): void {
    if (this.#isEnded) return;
    this.#finish();
    this.#parts.webSocket.close(code);
  }

  #finish(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#stop();
  }

  #onClose(code: number): void {
    this.#finish();
    const durationMs = Math.round(this.#timers.nowMs() - this.#openedMs);
    this.#log("debug", { code, durationMs }, "websocket closed");
  }

  #log(level: "debug" | "info" | "error", more: object, message: string): void {
    const { logger, traceId, channel } = this.#parts;
    logger[level]({ traceId, path: channel.path, ...more }, message);
  }
}
