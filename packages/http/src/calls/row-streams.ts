import type { Timer } from "@tallystick/background";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, left } from "fp-ts/lib/Either.js";
import type { Caller } from "../auth/authenticator.js";
import type { RequestOrigin } from "../auth/loopback.js";
import type { CallerRules } from "../auth/request-caller.js";
import type { Services } from "../endpoints/services.js";
import type { Delivery } from "../streams/channel.js";
import type { FrameSink } from "../streams/frame-sink.js";
import { streamAuthorization, type StreamAuthorization } from "../streams/stream-authorization.js";

/** An open stream of a row. */
export interface RowStream {
  /** Resolves when the stream ended or failed. */
  readonly ended: Promise<Either<LedgerError, void>>;
  /** Ends the stream: its reader is gone. */
  readonly cancel: () => void;
}

/** Takes a frame of JSON text. A promise: the reader is behind, and the stream waits. */
export type TakeFrame = (frame: Buffer) => Promise<void> | undefined;

/** How often every stream is checked; milliseconds. */
const tickMs = 1_000;

class OpenStream implements FrameSink {
  readonly #take: TakeFrame;
  readonly #authorization: StreamAuthorization;
  #stop: () => void = () => undefined;
  #isEnded = false;
  #error: LedgerError | undefined;
  #isRechecking = false;

  constructor(take: TakeFrame, authorization: StreamAuthorization) {
    this.#take = take;
    this.#authorization = authorization;
  }

  send(frame: Buffer): Promise<void> | undefined {
    const error = this.#authorization.error();
    if (error !== undefined) this.end(error);
    return this.#isEnded ? undefined : this.#take(frame);
  }

  ended(): boolean {
    return this.#isEnded;
  }

  onEnd(stop: () => void): void {
    if (this.#isEnded) stop();
    else this.#stop = stop;
  }

  end(error?: LedgerError): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#error = error;
    this.#stop();
  }

  async run(delivery: Delivery): Promise<Either<LedgerError, void>> {
    const outcome = await delivery(this);
    this.#isEnded = true;
    return this.#error === undefined ? outcome : left(this.#error);
  }

  /** Ends the stream when its caller may no longer read. */
  async check(): Promise<void> {
    if (this.#isEnded || this.#isRechecking) return;
    this.#isRechecking = true;
    const error = await this.#authorization.recheck();
    this.#isRechecking = false;
    if (error !== undefined) this.end(error);
  }
}

const stopping = ledgerError("SERVICE_NOT_RUNNING", "The node is stopping", {
  definiteAnswer: true,
  context: { service_name: "streams" },
});

/** The open streams of callers in the process: each is checked every second. */
export class RowStreams {
  readonly #services: Services;
  readonly #rules: CallerRules;
  readonly #open = new Set<OpenStream>();
  #ticking: Timer | undefined;

  constructor(services: Services, rules: CallerRules) {
    this.#services = services;
    this.#rules = rules;
  }

  /** Delivers a stream to `take`; `left` is called once when it is over. */
  start(
    { headers }: RequestOrigin,
    caller: Caller,
    delivery: Delivery,
    take: TakeFrame,
    leave: () => void,
  ): RowStream {
    const { ledger, config } = this.#services;
    const { authenticator } = this.#rules;
    const { now, jwtTimestampLeeway: leeway } = config;
    const stream = new OpenStream(
      take,
      streamAuthorization({ caller, headers, authenticator, ledger, now, leeway }),
    );
    this.#open.add(stream);
    this.#ticking ??= config.timers.every(tickMs, () => {
      for (const each of this.#open) void each.check();
    });
    const ended = stream.run(delivery).finally(() => {
      this.#leave(stream);
      leave();
    });
    return { ended, cancel: () => stream.end() };
  }

  #leave(stream: OpenStream): void {
    this.#open.delete(stream);
    if (this.#open.size > 0) return;
    this.#ticking?.cancel();
    this.#ticking = undefined;
  }

  /** Ends all streams: the node stops. */
  close(): void {
    for (const stream of this.#open) stream.end(stopping);
  }
}
