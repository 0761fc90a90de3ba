import { type ResourceLimits, type Transferable, Worker } from "node:worker_threads";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { BackOff, type Delays } from "./back-off.js";
import type { FromThread, ToThread } from "./thread-messages.js";

/** Why there is no answer. */
export interface ThreadError {
  /** `ended` by itself, and is started again; `stopped` by its owner, for good. */
  readonly kind: "ended" | "stopped";
  readonly message: string;
}

/** What a thread is, and who hears of it. */
export interface ThreadParts<Hello = undefined> {
  /** As messages call it, like "the thread that writes runs". */
  readonly name: string;
  /** What it runs: a module that calls `answerOwner`. */
  readonly script: URL;
  /** What the module finds as `workerData`. */
  readonly data?: unknown;
  readonly resourceLimits?: ResourceLimits;
  /** Before it is started again; default a second, and up to a minute. */
  readonly delays?: Delays;
  /** It is started at once, and again without a request; default false. */
  readonly keepsRunning?: boolean;
  /** Is called each time it was started and takes requests, before any of these is answered. */
  readonly onStart?: (hello: Hello) => void;
  /** Is called each time it ended by itself. */
  readonly onEnd?: ((message: string) => void) | undefined;
}

const usualDelays: Delays = { firstMs: 1_000, mostMs: 60_000 };

/**
 * A background thread that answers requests. It is started with the first one, or at once if it
 * keeps running. When it ends by itself, requests that wait have an error, and so have those that
 * come before the delay is over; then it is started again. It keeps the process alive only while a
 * request waits, or its own end is awaited.
 *
 * @typeParam In a request
 * @typeParam Out the answer to one
 * @typeParam Hello what it says when it was started
 */
export class OwnThread<In, Out, Hello = undefined> {
  readonly #parts: ThreadParts<Hello>;
  readonly #backOff: BackOff;
  readonly #waiting = new Map<number, (answer: Either<ThreadError, Out>) => void>();
  #worker: Worker | undefined;
  #requests = 0;
  #isStopped = false;
  /** When it may be started again. */
  #notBeforeMs = 0;
  #ended: ThreadError | undefined;
  #restart: NodeJS.Timeout | undefined;

  constructor(parts: ThreadParts<Hello>) {
    this.#parts = parts;
    this.#backOff = new BackOff(parts.delays ?? usualDelays);
    if (parts.keepsRunning === true) this.#worker = this.#started();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Left when it is stopped or ended before it answered, or ended a short while ago.
   *
   * @param moved what is moved to the thread instead of being copied
   */
  ask(request: In, moved: ReadonlyArray<Transferable> = []): Promise<Either<ThreadError, Out>> {
    const error = this.#error();
    if (error !== undefined) return Promise.resolve(left(error));
    const worker = (this.#worker ??= this.#started());
    const id = ++this.#requests;
    return new Promise((resolve) => {
      worker.postMessage({ kind: "request", id, request } satisfies ToThread<In>, moved);
      this.#waiting.set(id, resolve);
      worker.ref();
    });
  }

  /** Ends it once it has answered what it was sent. */
  stop(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined || this.#isStopped) return this.#end();
    const ended = this.#end();
    worker.postMessage({ kind: "stop" } satisfies ToThread<In>);
    return ended;
  }

  /** Ends it now, whatever it is at: what waits has an error. */
  async terminate(): Promise<void> {
    const ended = this.#end();
    await this.#worker?.terminate();
    await ended;
  }

  /** Resolves when it has ended, which the caller causes. */
  async #end(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (worker === undefined) return;
    worker.ref();
    await new Promise((resolve) => worker.once("exit", resolve));
  }

  /** Why there is no thread now, and none to be started. */
  #error(): ThreadError | undefined {
    if (this.#isStopped) return { kind: "stopped", message: `${this.#parts.name} was stopped` };
    const isWaiting = this.#worker === undefined && performance.now() < this.#notBeforeMs;
    return isWaiting ? this.#ended : undefined;
  }

  #started(): Worker {
    const { script, data, resourceLimits = {} } = this.#parts;
    const worker = new Worker(script, { workerData: data, resourceLimits });
    worker.on("message", (message: FromThread<Out, Hello>) => this.#received(worker, message));
    worker.on("error", (thrown) => this.#hasEnded(worker, textOf(thrown)));
    worker.on("exit", (code) => this.#hasEnded(worker, `exit code ${code}`));
    // a listener for messages would take this back
    worker.unref();
    return worker;
  }

  #received(worker: Worker, message: FromThread<Out, Hello>): void {
    // what one sent that has ended since was settled then
    if (worker !== this.#worker) return;
    if (message.kind === "hello") {
      if (!this.#isStopped) this.#parts.onStart?.(message.hello);
      return;
    }
    this.#backOff.reset();
    const resolve = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0 && !this.#isStopped) worker.unref();
    resolve?.(right(message.answer));
  }

  /** Its error comes before its exit, when there may be another already. */
  #hasEnded(worker: Worker, reason: string): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    const delayMs = this.#backOff.next();
    this.#notBeforeMs = performance.now() + delayMs;
    const { name, keepsRunning = false, onEnd } = this.#parts;
    this.#ended = { kind: "ended", message: `${name} ended: ${reason}` };
    const error = this.#error() ?? this.#ended;
    for (const resolve of this.#waiting.values()) resolve(left(error));
    this.#waiting.clear();
    if (this.#isStopped) return;
    onEnd?.(this.#ended.message);
    if (keepsRunning)
      this.#restart = setTimeout(() => (this.#worker ??= this.#started()), delayMs).unref();
  }
}

const textOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);
