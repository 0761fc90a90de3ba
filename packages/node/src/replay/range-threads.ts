import { OwnThread } from "@tallystick/background";
import type { Reopening } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import type { JournalRange } from "./journal-range.js";

/** Which journal a thread opens. */
export interface ReopenedJournal {
  readonly reopening: Reopening;
  readonly stream: string;
}

/** An error of a range other than the journal's. */
export interface FailedRange {
  readonly kind: "failed";
  readonly message: string;
}

/** Threads that take ranges of a journal, each the next free one. */
export interface RangeThreads<R> {
  readonly count: number;
  take(range: JournalRange): Promise<R | FailedRange>;
  /** Ends the threads; running ranges fail. */
  close(): Promise<void>;
}

/** Ranges per thread that may start before earlier results are used. */
const aheadPerThread = 2;

/**
 * Processes ranges and yields their results in order. Results are not kept: those of a long journal
 * are hundreds of megabytes. Threads do not run far ahead of the consumer.
 */
export async function* resultsInOrder<R>(
  { count, take }: Pick<RangeThreads<R>, "count" | "take">,
  ranges: ReadonlyArray<JournalRange>,
): AsyncGenerator<readonly [JournalRange, R | FailedRange]> {
  const begun: Array<Promise<R | FailedRange>> = [];
  let next = 0;
  for (const range of ranges) {
    for (; next < ranges.length && begun.length < aheadPerThread * count; next++) {
      const following = ranges[next];
      if (following !== undefined) begun.push(take(following));
    }
    const result = await begun.shift();
    if (result !== undefined) yield [range, result];
  }
}

/** Young generation of a thread, MiB: most objects are garbage within it. */
const youngMiB = 48;

/**
 * Starts threads for the ranges of one journal. When one ends by itself, all ranges fail.
 *
 * @param script the module that answers ranges
 */
export const rangeThreads = <R>(
  script: URL,
  count: number,
  data: ReopenedJournal,
): RangeThreads<R> => {
  type Thread = OwnThread<JournalRange, R>;
  const name = "the thread that reads the journal";
  const resourceLimits = { maxYoungGenerationSizeMb: youngMiB };
  const threads = Array.from(
    { length: count },
    (): Thread => new OwnThread({ name, script, data, resourceLimits }),
  );
  const idle = [...threads];
  const waiting: Array<(thread: Thread | undefined) => void> = [];
  let failure: FailedRange | undefined;
  const fail = (message: string): FailedRange => {
    failure ??= { kind: "failed", message };
    for (const resume of waiting.splice(0)) resume(undefined);
    return failure;
  };
  const release = (thread: Thread): void => {
    const resume = waiting.shift();
    if (resume === undefined) idle.push(thread);
    else resume(thread);
  };
  return {
    count,
    take: async (range) => {
      if (failure !== undefined) return failure;
      const thread = idle.pop() ?? (await new Promise((resume) => waiting.push(resume)));
      if (thread === undefined) return fail("the threads that read the journal have ended");
      const taken = await thread.ask(range);
      if (isLeft(taken)) return fail(taken.left.message);
      release(thread);
      return taken.right;
    },
    close: async () => {
      fail("the threads that read the journal were ended");
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
};
