import { type ResourceLimits, type Transferable, Worker } from "node:worker_threads";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { BackOff, type Delays } from "./back-off.js";
import { PassingMap } from "./passing-map.js";
import { systemTimers, type Timer, type Timers } from "./timers.js";
import type { FromThread, ToThread } from "./thread-messages.js";

/** Why there is no answer. */
export interface ThreadError {
  /** `ended` by itself, and restarts; `stopped` by its owner, permanently. */
  readonly kind: "ended" | "stopped";
  readonly message: string;
}

/** Options of a thread. */
export interface ThreadParts<Hello = undefined> {
  /** Its name in messages, like "the thread that writes runs". */
  readonly name: string;
  /** The module it runs, which calls `answerOwner`. */
  readonly script: URL;
  /** The module's `workerData`. */
  readonly data?: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** Delays before it restarts; default a second, up to a minute. */
  readonly delays?: Delays;
  /** The timers that measure the delays; default: those of this process. */
  readonly timers?: Timers;
  /** True to start it immediately, and to restart it without a request; default false. */
  readonly keepsRunning?: boolean;
  /** Is called after each start, before a request is answered. */
  readonly onStart?: (hello: Hello) => void;
  /** Is called each time it ended by itself. */
  readonly onEnd?: ((message: string) => void) | undefined;
}

/** A request without an answer. */
interface Waiting<Out> {
  readonly resolve: (answer: Either<ThreadError, Out>) => void;
  readonly onProgress: ((progress: number) => void) | undefined;
}

const usualDelays: Delays = { firstMs: 1_000, mostMs: 60_000 };

/**
 * A background thread that answers requests. It starts with the first request, or immediately if it
 * keeps running. When it ends by itself, waiting requests fail, and so do new ones until the delay
 * is over; then it restarts. It keeps the process alive only while a request waits or its end is
 * awaited.
 *
 * @typeParam In a request
 * @typeParam Out the answer to one
 * @typeParam Hello its first message after a start
 */
export class OwnThread<In, Out, Hello = undefined> {
  readonly #parts: ThreadParts<Hello>;
  readonly #backOff: BackOff;
  readonly #waiting = new PassingMap<number, Waiting<Out>>();
  #worker: Worker | undefined;
  #requests = 0;
  #isStopped = false;
  /** When it may restart. */
  #notBeforeMs = 0;
  #ended: ThreadError | undefined;
  #restart: Timer | undefined;
  readonly #timers: Timers;

  constructor(parts: ThreadParts<Hello>) {
    this.#parts = parts;
    this.#timers = parts.timers ?? systemTimers;
    this.#backOff = new BackOff(parts.delays ?? usualDelays);
    if (parts.keepsRunning === true) this.#worker = this.#started();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Left when it stopped or ended before it answered, or waits for its restart.
   *
   * @param moved what to move to the thread instead of copying it
   * @param onProgress is called with what the thread says before it answers
   */
  ask(
    request: In,
    moved: ReadonlyArray<Transferable> = [],
    onProgress?: (progress: number) => void,
  ): Promise<Either<ThreadError, Out>> {
    const error = this.#error();
    if (error !== undefined) return Promise.resolve(left(error));
    const worker = (this.#worker ??= this.#started());
    const id = ++this.#requests;
    return new Promise((resolve) => {
      worker.postMessage({ kind: "request", id, request } satisfies ToThread<In>, moved);
      this.#waiting.set(id, { resolve, onProgress });
      worker.ref();
    });
  }

  /** Stops it after it has answered all requests. */
  stop(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined || this.#isStopped) return this.#end();
    const ended = this.#end();
    worker.postMessage({ kind: "stop" } satisfies ToThread<In>);
    return ended;
  }

  /**
   * Ends it between two of its steps: waiting requests fail at once. Node's termination reaches it
   * inside a call to a library too, and one driver of SQLite then ends the process.
   */
  terminate(): Promise<void> {
    const ended = this.#end();
    this.#worker?.postMessage({ kind: "end" } satisfies ToThread<In>);
    const error: ThreadError = { kind: "stopped", message: `${this.#parts.name} was stopped` };
    for (const { resolve } of this.#waiting.values()) resolve(left(error));
    this.#waiting.clear();
    return ended;
  }

  /** Resolves when it has ended, which the caller must cause. */
  async #end(): Promise<void> {
    this.#isStopped = true;
    this.#restart?.cancel();
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.ref();
    await new Promise((resolve) => worker.once("exit", resolve));
  }

  /** Why no thread runs and none starts. */
  #error(): ThreadError | undefined {
    if (this.#isStopped) return { kind: "stopped", message: `${this.#parts.name} was stopped` };
    const isWaiting = this.#worker === undefined && this.#timers.nowMs() < this.#notBeforeMs;
    return isWaiting ? this.#ended : undefined;
  }

  #started(): Worker {
    const { script, data, resourceLimits = {} } = this.#parts;
    const worker = new Worker(script, { workerData: data, resourceLimits });
    worker.on("message", (message: FromThread<Out, Hello>) => this.#received(worker, message));
    worker.on("error", (thrown) => this.#hasEnded(worker, textOf(thrown)));
    worker.on("exit", (code) => this.#hasEnded(worker, `exit code ${code}`));
    // a listener for messages would undo this
    worker.unref();
    return worker;
  }

  #received(worker: Worker, message: FromThread<Out, Hello>): void {
    // requests of an ended thread are settled already
    if (worker !== this.#worker) return;
    if (message.kind === "hello") {
      if (!this.#isStopped) this.#parts.onStart?.(message.hello);
      return;
    }
    this.#backOff.reset();
    const asked = this.#waiting.get(message.id);
    if (message.kind === "progress") return asked?.onProgress?.(message.progress);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0 && !this.#isStopped) worker.unref();
    asked?.resolve(right(message.answer));
  }

  /** The error comes before the exit; a new thread may run by then. */
  #hasEnded(worker: Worker, reason: string): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    const delayMs = this.#backOff.next();
    this.#notBeforeMs = this.#timers.nowMs() + delayMs;
    const { name, keepsRunning = false, onEnd } = this.#parts;
    this.#ended = { kind: "ended", message: `${name} ended: ${reason}` };
    const error = this.#error() ?? this.#ended;
    for (const { resolve } of this.#waiting.values()) resolve(left(error));
    this.#waiting.clear();
    if (this.#isStopped) return;
    onEnd?.(this.#ended.message);
    if (keepsRunning)
      this.#restart = this.#timers.after(delayMs, () => (this.#worker ??= this.#started())).unref();
  }
}

const textOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);
