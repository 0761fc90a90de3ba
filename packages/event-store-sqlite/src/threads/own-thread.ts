import { type ResourceLimits, Worker } from "node:worker_threads";

/** First wait before a thread that ended is started again, doubled each time; milliseconds. */
const FIRST_DELAY_MS = 1_000;
/** Longest such wait; milliseconds. */
const MAX_DELAY_MS = 60_000;

/** What a thread runs, and who hears of it. */
export interface ThreadParts {
  /** What it runs. It must end when it gets the message "stop". */
  readonly script: URL;
  /** What the script finds as `workerData`. */
  readonly data: unknown;
  readonly resourceLimits: ResourceLimits;
  readonly onMessage: (message: unknown) => void;
  /** Is called when it ended by itself; it is started again when it is needed. */
  readonly onEnd: (reason: string) => void;
  /** See `FIRST_DELAY_MS`; for tests. */
  readonly firstDelayMs?: number | undefined;
}

/**
 * A thread that is started when there is something for it to do, and again when it ended by itself:
 * then after a wait, so that one that cannot run is not started all the time. It does not keep the
 * process alive but while it is held.
 */
export class OwnThread {
  readonly #parts: ThreadParts;
  #worker: Worker | undefined;
  #isStopped = false;
  #delayMs: number;
  /** When it may be started again. */
  #notBefore = 0;

  constructor(parts: ThreadParts) {
    this.#parts = parts;
    this.#delayMs = parts.firstDelayMs ?? FIRST_DELAY_MS;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** False when there is no thread now: it was stopped, or ended a short while ago. */
  start(): boolean {
    if (this.#isStopped) return false;
    if (this.#worker === undefined && performance.now() < this.#notBefore) return false;
    this.#worker ??= this.#started();
    return true;
  }

  /** Sends a message to a thread that was started. */
  post(message: unknown): void {
    this.#worker?.postMessage(message);
  }

  /** It has done something: the next wait is a short one again. */
  worked(): void {
    this.#delayMs = this.#parts.firstDelayMs ?? FIRST_DELAY_MS;
  }

  /** The process must live as long as it has something to do. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#worker?.ref();
    else this.#worker?.unref();
  }

  /** Resolves when it has done what it was sent, and ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const worker = this.#worker;
    if (worker === undefined || worker.threadId < 0) return;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.ref();
    worker.postMessage("stop");
    await ended;
  }

  #started(): Worker {
    const { script, data, resourceLimits, onMessage } = this.#parts;
    const worker = new Worker(script, { workerData: data, resourceLimits });
    worker.on("message", onMessage);
    worker.on("error", ({ message }) => this.#ended(worker, message));
    worker.on("exit", (code) => this.#ended(worker, `exit code ${code}`));
    // a listener for messages would take this back
    worker.unref();
    return worker;
  }

  #ended(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    if (this.#isStopped) return this.#parts.onEnd(reason);
    this.#notBefore = performance.now() + this.#delayMs;
    this.#delayMs = Math.min(this.#delayMs * 2, MAX_DELAY_MS);
    this.#parts.onEnd(reason);
  }
}
