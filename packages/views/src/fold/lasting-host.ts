import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { FoldingHost } from "./folding-host.js";
import type { ViewsError } from "../interface/views.js";

/** First wait before a host that ended is started again, doubled each time; milliseconds. */
const firstDelayMs = 50;
/** Longest such wait; milliseconds. */
const maxDelayMs = 5_000;

/** Who is to know of a host that ended by itself. */
export interface HostListener {
  /** Is called each time it ended; it is started again later. */
  readonly ended: (error: ViewsError) => void;
  /** It folds again, and begins there. */
  readonly restarted: (host: Pick<FoldingHost, "start" | "rebuiltBecause">) => void;
}

/** Starts a host; `onDeath` is called once when it ends by itself. */
export type StartHost = (
  onDeath: (error: ViewsError) => void,
) => Promise<Either<ViewsError, FoldingHost>>;

class LastingHost implements FoldingHost {
  readonly #startHost: StartHost;
  readonly #listener: HostListener;
  #host: FoldingHost | undefined;
  /** The start of the host that was there last. */
  #last: Pick<FoldingHost, "start" | "rebuiltBecause">;
  #error: ViewsError = { kind: "worker", message: "the folding worker is not started" };
  #delayMs = firstDelayMs;
  #timer: NodeJS.Timeout | undefined;
  #starting: Promise<void> | undefined;
  #isClosed = false;

  constructor(startHost: StartHost, listener: HostListener, first: FoldingHost) {
    this.#startHost = startHost;
    this.#listener = listener;
    this.#host = first;
    this.#last = first;
  }

  get start(): FoldingHost["start"] {
    return this.#last.start;
  }

  get rebuiltBecause(): string | undefined {
    return this.#last.rebuiltBecause;
  }

  fold: FoldingHost["fold"] = async (batch) => {
    if (this.#host === undefined) return left(this.#error);
    const folded = await this.#host.fold(batch);
    // a host that folds is well: the next restart need not wait long
    if (!isLeft(folded)) this.#delayMs = firstDelayMs;
    return folded;
  };

  reset: FoldingHost["reset"] = async () =>
    this.#host === undefined ? left(this.#error) : this.#host.reset();

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#starting;
    await this.#host?.close();
  }

  readonly ended = (error: ViewsError): void => {
    this.#host = undefined;
    this.#error = error;
    if (this.#isClosed) return;
    this.#listener.ended(error);
    // whoever waits for the views keeps the process alive, not this
    this.#timer = setTimeout(() => {
      this.#starting = this.#startAgain();
    }, this.#delayMs).unref();
    this.#delayMs = Math.min(this.#delayMs * 2, maxDelayMs);
  };

  async #startAgain(): Promise<void> {
    const started = await this.#startHost(this.ended);
    if (isLeft(started)) return this.ended(started.left);
    this.#host = started.right;
    this.#last = started.right;
    if (!this.#isClosed) this.#listener.restarted(started.right);
  }
}

/**
 * A host that is started again when it ends by itself, later each time until it folds. Meanwhile
 * its calls are Left `worker`. Left: the first start had an error; no other is tried.
 */
export const lastingHost = async (
  startHost: StartHost,
  listener: HostListener,
): Promise<Either<ViewsError, FoldingHost>> => {
  const first = await startHost((error) => lasting.ended(error));
  if (isLeft(first)) return first;
  const lasting = new LastingHost(startHost, listener, first.right);
  return right(lasting);
};
