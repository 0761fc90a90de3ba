import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { FoldingHost } from "./folding-host.js";
import type { ViewsError } from "../interface/views.js";

/** First wait before a host that ended is started again, doubled each time; milliseconds. */
const firstDelayMs = 50;
/** Longest such wait; milliseconds. */
const maxDelayMs = 5_000;

/** Where a host begins. */
export type HostStart = Pick<FoldingHost, "start" | "rebuiltBecause">;

/** Who is to know of a host that started, and of one that ended by itself. */
export interface HostListener {
  /** Is called each time it ended, or did not start; it is started again later. */
  readonly ended: (error: ViewsError) => void;
  /** It folds from now on, and begins there. */
  readonly started: (host: HostStart) => void;
}

/** Starts a host; `onDeath` is called once when it ends by itself. */
type StartHost = (onDeath: (error: ViewsError) => void) => Promise<Either<ViewsError, FoldingHost>>;

class LastingHost implements FoldingHost {
  readonly #startHost: StartHost;
  readonly #listener: HostListener;
  #host: FoldingHost | undefined;
  /** The start of the host that was there last. */
  #last: HostStart;
  #error: ViewsError = { kind: "worker", message: "the folding worker is not started" };
  #delayMs = firstDelayMs;
  #timer: NodeJS.Timeout | undefined;
  readonly #begun: Promise<void>;
  #starting: Promise<void> | undefined;
  #isClosed = false;

  constructor(startHost: StartHost, listener: HostListener, first: HostStart) {
    this.#startHost = startHost;
    this.#listener = listener;
    this.#last = first;
    this.#begun = this.#start();
  }

  get start(): FoldingHost["start"] {
    return this.#last.start;
  }

  get rebuiltBecause(): string | undefined {
    return this.#last.rebuiltBecause;
  }

  fold: FoldingHost["fold"] = async (batch) => {
    await this.#begun;
    if (this.#host === undefined) return left(this.#error);
    const folded = await this.#host.fold(batch);
    // a host that folds is well: the next restart need not wait long
    if (!isLeft(folded)) this.#delayMs = firstDelayMs;
    return folded;
  };

  reset: FoldingHost["reset"] = async () => {
    await this.#begun;
    return this.#host === undefined ? left(this.#error) : this.#host.reset();
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#begun;
    await this.#starting;
    await this.#host?.close();
  }

  #ended(error: ViewsError): void {
    this.#host = undefined;
    this.#error = error;
    if (this.#isClosed) return;
    this.#listener.ended(error);
    // whoever waits for the views keeps the process alive, not this
    this.#timer = setTimeout(() => {
      this.#starting = this.#start();
    }, this.#delayMs).unref();
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
  }

  async #start(): Promise<void> {
    const started = await this.#startHost((error) => this.#ended(error));
    if (isLeft(started)) return this.#ended(started.left);
    this.#host = started.right;
    this.#last = started.right;
    if (!this.#isClosed) this.#listener.started(started.right);
  }
}

/**
 * A host that is being started, and started again when it ends by itself or does not start, later
 * each time until it folds. Its calls wait for the first start; while it is not there after that
 * they are Left `worker`.
 *
 * @param first where it will begin, as far as is known before
 */
export const lastingHost = (
  startHost: StartHost,
  listener: HostListener,
  first: HostStart,
): FoldingHost => new LastingHost(startHost, listener, first);
