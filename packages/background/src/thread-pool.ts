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

/** Resumes a waiting request with a thread; undefined: it fails. */
type Resume<In, Out> = (thread: OwnThread<In, Out> | undefined) => void;

/**
 * Threads of one script; each request goes to the next free one. If one thread crashes, all later
 * requests fail, and the caller does the work in its own thread; unless the pool goes on.
 */
export class ThreadPool<In, Out> implements Workers<In, Out> {
  readonly #threads: ReadonlyArray<OwnThread<In, Out>>;
  readonly #idle: Array<OwnThread<In, Out>>;
  // a Map iterates in the order of insertion: after its turn a user is moved to the end
  readonly #waiting = new Map<string, Array<Resume<In, Out>>>();
  readonly #goesOn: boolean;
  #error: ThreadError | undefined;

  /** @param goesOn true: only the requests of a crashed thread fail, until it has restarted */
  constructor(
    readonly count: number,
    parts: ThreadParts,
    goesOn = false,
  ) {
    this.#threads = Array.from({ length: count }, () => new OwnThread<In, Out>(parts));
    this.#idle = [...this.#threads];
    this.#goesOn = goesOn;
  }

  /** @param by whose work it is: users take turns, however much each of them asks for */
  async ask(
    request: In,
    onProgress?: (progress: number) => void,
    by = "",
  ): Promise<Either<ThreadError, Out>> {
    const thread = this.#error === undefined ? await this.#free(by) : undefined;
    if (thread === undefined) return left(this.#error ?? stopped);
    const answer = await thread.ask(request, [], onProgress);
    if (isLeft(answer) && !this.#goesOn) return left(this.#fail(answer.left));
    const resume = this.#next();
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
  async #free(by: string): Promise<OwnThread<In, Out> | undefined> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    return new Promise((resume) => {
      const others = this.#waiting.get(by);
      if (others === undefined) this.#waiting.set(by, [resume]);
      else others.push(resume);
    });
  }

  /** The request that has waited longest, of the user whose turn it is. */
  #next(): Resume<In, Out> | undefined {
    for (const [by, requests] of this.#waiting) {
      const resume = requests.shift();
      this.#waiting.delete(by);
      if (requests.length > 0) this.#waiting.set(by, requests);
      return resume;
    }
    return undefined;
  }

  /** The first error is the one that all later requests fail with. */
  #fail(error: ThreadError): ThreadError {
    const first = (this.#error ??= error);
    for (const resume of [...this.#waiting.values()].flat()) resume(undefined);
    this.#waiting.clear();
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
