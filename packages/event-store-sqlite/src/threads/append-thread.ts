import type { StoreError } from "@tallystick/event-store";
import { type Either, left } from "fp-ts/lib/Either.js";
import type { AppendRequest } from "./append-request.js";
import { OwnThread } from "./own-thread.js";
import type { Written } from "../writing/writer.js";

/**
 * Appends of so many events go to the thread: they take much longer than the way there and back,
 * which is some 50 microseconds.
 */
export const ASIDE_FROM = 16;

/** Most of its work is done by SQLite, outside the heap; MiB. */
const threadLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

const appendScript = new URL("./append-worker.js", import.meta.url);

/** What it says once it has the journal open. */
export const OPENED = "open";

/** Writes and flushes on a thread with a connection of its own, one append at a time. */
export interface AppendThread {
  /** True when an append may be given to it now; starts it when there is none. */
  isReady(): boolean;
  /** Starts it; resolves when an append may be given to it, or when none may. */
  opened(): Promise<void>;
  /** True while an append is under way. */
  isBusy(): boolean;
  /** No append is taken any more. */
  isStopped(): boolean;
  /** Resolves when no append is under way. */
  idle(): Promise<void>;
  /** Checks it by the rules of every append, and makes it. */
  append(request: AppendRequest): Promise<Either<StoreError, Written>>;
  /** Has it copy the log between two appends; false when there is no thread. */
  copyLog(): boolean;
  /** Ends it after the append that is under way. */
  stop(): Promise<void>;
}

/** What a thread appends to. */
export interface AppendThreadParts {
  /** Path of the journal, which this process has to itself. */
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** Is called each time the thread ended by itself; it is started again when it is needed. */
  readonly onThreadEnd?: ((reason: string) => void) | undefined;
  /** What the thread runs; for tests. */
  readonly script?: URL;
}

type Answer = (written: Either<StoreError, Written>) => void;

/** A thread for the appends of a journal, which is started when it is needed first. */
export const appendThread = (parts: AppendThreadParts): AppendThread => new OwnAppendThread(parts);

class OwnAppendThread implements AppendThread {
  readonly #thread: OwnThread;
  #isOpen = false;
  #changed: () => void = () => undefined;
  #answer: Answer | undefined;
  #underWay: Promise<unknown> = Promise.resolve();

  constructor({ file, busyTimeoutMs, onThreadEnd, script = appendScript }: AppendThreadParts) {
    this.#thread = new OwnThread({
      script,
      data: { file, busyTimeoutMs },
      resourceLimits: threadLimits,
      onMessage: (message) => this.#said(message),
      onEnd: (reason) => {
        this.#isOpen = false;
        this.#changed();
        const said = `the thread that appends to the journal ended: ${reason}`;
        this.#finish(left({ kind: "unavailable", outcome: "unknown", reason: said }));
        if (!this.#thread.isStopped) onThreadEnd?.(said);
      },
    });
  }

  isReady(): boolean {
    return this.#thread.start() && this.#isOpen;
  }

  async opened(): Promise<void> {
    if (this.#isOpen || !this.#thread.start()) return;
    this.#thread.hold(true);
    await new Promise<void>((resume) => {
      this.#changed = resume;
    });
    this.#thread.hold(false);
  }

  isBusy(): boolean {
    return this.#answer !== undefined;
  }

  isStopped(): boolean {
    return this.#thread.isStopped;
  }

  async idle(): Promise<void> {
    while (this.#answer !== undefined) await this.#underWay;
  }

  append(request: AppendRequest): Promise<Either<StoreError, Written>> {
    const written = new Promise<Either<StoreError, Written>>((answer) => {
      this.#answer = answer;
    });
    this.#underWay = written;
    this.#thread.hold(true);
    this.#thread.post(request);
    return written;
  }

  copyLog(): boolean {
    if (this.#isOpen) this.#thread.post("copy");
    return this.#isOpen;
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  #said(message: unknown): void {
    if (message === OPENED) {
      this.#isOpen = true;
      this.#changed();
      return;
    }
    this.#thread.worked();
    // border: what the thread's own script sends
    this.#finish(message as Either<StoreError, Written>);
  }

  #finish(written: Either<StoreError, Written>): void {
    const answer = this.#answer;
    this.#answer = undefined;
    this.#thread.hold(false);
    answer?.(written);
  }
}
