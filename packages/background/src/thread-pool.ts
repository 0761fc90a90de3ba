import { availableParallelism } from "node:os";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { OwnThread, type ThreadError, type ThreadParts } from "./own-thread.js";

/** Answers requests, several at the same time. */
export interface Workers<In, Out> {
  /** How many at the same time. */
  readonly count: number;
  /** @param onProgress is called with what the thread says before it answers */
  ask(request: In, onProgress?: (progress: number) => void): Promise<Either<ThreadError, Out>>;
}

/** The number of threads that share work: one per processor, up to a limit. */
export const threadCount = (maxThreads: number): number =>
  Math.min(maxThreads, availableParallelism());

const stopped: ThreadError = { kind: "stopped", message: "the threads were stopped" };

/**
 * Threads of one script; each request goes to the next free one. If one thread crashes, all later
 * requests fail, and the caller does the work in its own thread.
 */
export class ThreadPool<In, Out> implements Workers<In, Out> {
  readonly #threads: ReadonlyArray<OwnThread<In, Out>>;
  readonly #idle: Array<OwnThread<In, Out>>;
  readonly #waiting: Array<(thread: OwnThread<In, Out> | undefined) => void> = [];
  #error: ThreadError | undefined;

  constructor(
    readonly count: number,
    parts: ThreadParts,
  ) {
    this.#threads = Array.from({ length: count }, () => new OwnThread<In, Out>(parts));
    this.#idle = [...this.#threads];
  }

  async ask(
    request: In,
    onProgress?: (progress: number) => void,
  ): Promise<Either<ThreadError, Out>> {
    const thread = this.#error === undefined ? await this.#free() : undefined;
    if (thread === undefined) return left(this.#error ?? stopped);
    const answer = await thread.ask(request, [], onProgress);
    if (isLeft(answer)) return left(this.#fail(answer.left));
    const resume = this.#waiting.shift();
    if (resume === undefined) this.#idle.push(thread);
    else resume(thread);
    return answer;
  }

  /** Ends the threads; open requests fail. */
  async terminate(): Promise<void> {
    this.#fail(stopped);
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  /** The next free thread; undefined when all fail. */
  async #free(): Promise<OwnThread<In, Out> | undefined> {
    return this.#idle.pop() ?? (await new Promise((resume) => this.#waiting.push(resume)));
  }

  /** The first error is the one that all later requests fail with. */
  #fail(error: ThreadError): ThreadError {
    const first = (this.#error ??= error);
    for (const resume of this.#waiting.splice(0)) resume(undefined);
    return first;
  }
}

/** Requests per thread that may start before earlier answers are used. */
const aheadPerThread = 2;

/**
 * Asks all requests and yields each with its answer, in order. Answers are not kept: those of a
 * long journal are hundreds of megabytes. Threads do not run far ahead of the consumer.
 */
export async function* answersInOrder<In, Out>(
  threads: Workers<In, Out>,
  requests: ReadonlyArray<In>,
  onProgress?: (request: In, progress: number) => void,
): AsyncGenerator<readonly [In, Either<ThreadError, Out>]> {
  const begun: Array<Promise<Either<ThreadError, Out>>> = [];
  let next = 0;
  for (const request of requests) {
    for (; next < requests.length && begun.length < aheadPerThread * threads.count; next++) {
      const following = requests[next];
      if (following === undefined) continue;
      begun.push(threads.ask(following, (progress) => onProgress?.(following, progress)));
    }
    const answer = await begun.shift();
    if (answer !== undefined) yield [request, answer];
  }
}
