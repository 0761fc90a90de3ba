import type { Contender, Notes } from "./contender.js";
import { percentile } from "./statistics.js";

/** What was done, and the time it took. */
export interface Work {
  readonly completed: number;
  readonly elapsedMs: number;
  readonly notes?: Notes;
}

/** Pieces of work per second. */
export const perSecond = ({ completed, elapsedMs }: Work): number => (completed * 1000) / elapsedMs;

/** Microseconds that one piece takes. */
export const microsEach = ({ completed, elapsedMs }: Work): number =>
  (elapsedMs * 1000) / completed;

/**
 * Lets callers work at once, each starting its next piece when its last is done, until the time is
 * over; ends when the last has come back.
 * @param callers how many work at once
 * @param runMs how long they begin new work; milliseconds
 * @param piece one piece of work of one caller; a rejection ends the run
 */
export const crowd = async (
  callers: number,
  runMs: number,
  piece: (caller: number) => Promise<unknown>,
): Promise<Work> => {
  let completed = 0;
  const start = performance.now();
  const deadline = start + runMs;
  const caller = async (_: unknown, index: number): Promise<void> => {
    while (performance.now() < deadline) {
      await piece(index);
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { completed, elapsedMs: performance.now() - start };
};

/**
 * Begins work at moments that are set beforehand, whether or not earlier work is done, as requests
 * of many users come; ends when all of it has come back. Each time counts from the moment it was
 * due, so that what waits because the work before it is late is counted.
 *
 * @param rate pieces a second, evenly spread
 * @param mostWaiting more than these at once fail the run: it does not keep up at all
 * @param piece by its number; a rejection ends the run
 * @returns milliseconds of each piece, by its number
 */
export const onSchedule = async (
  rate: number,
  runMs: number,
  mostWaiting: number,
  piece: (number: number) => Promise<unknown>,
): Promise<ReadonlyArray<number>> => {
  const count = Math.max(1, Math.round((rate * runMs) / 1_000));
  const timesMs: Array<number> = [];
  const start = performance.now();
  const dueAt = (number: number): number => start + (number * 1_000) / rate;
  const all: Array<Promise<void>> = [];
  let waiting = 0;
  for (let next = 0; next < count; ) {
    for (; next < count && dueAt(next) <= performance.now(); next += 1) {
      const number = next;
      waiting += 1;
      if (waiting > mostWaiting) throw new Error(`${waiting} requests wait: it does not keep up`);
      const done = piece(number).then(() => {
        waiting -= 1;
        timesMs[number] = performance.now() - dueAt(number);
      });
      done.catch(() => undefined);
      all.push(done);
    }
    await new Promise((resume) => setTimeout(resume, Math.max(0, dueAt(next) - performance.now())));
  }
  await Promise.all(all);
  return timesMs;
};

/** Does every piece of a list of work, so many at once. */
export const workThrough = async <Piece>(
  callers: number,
  pieces: ReadonlyArray<Piece>,
  work: (piece: Piece) => Promise<unknown>,
): Promise<Work> => {
  const remaining = pieces.values();
  const start = performance.now();
  const caller = async (): Promise<void> => {
    for (const piece of remaining) await work(piece);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { completed: pieces.length, elapsedMs: performance.now() - start };
};

/** Does the same so many times, so many at once. */
export const repeat = (callers: number, times: number, work: () => Promise<unknown>) =>
  workThrough(callers, Array.from({ length: times }), work);

/** One pass after the other until their own time comes to that of a run. */
export const passes = async (runMs: number, pass: () => Promise<Work>): Promise<Work> => {
  let completed = 0;
  let elapsedMs = 0;
  while (elapsedMs < runMs) {
    const one = await pass();
    completed += one.completed;
    elapsedMs += one.elapsedMs;
  }
  return { completed, elapsedMs };
};

/** Times what says how much it did. */
export const timed = async (work: () => Promise<number> | number): Promise<Work> => {
  const start = performance.now();
  const completed = await work();
  return { completed, elapsedMs: performance.now() - start };
};

/** Percentiles of times; milliseconds. */
export const percentiles = (timesMs: ReadonlyArray<number>) => {
  const sorted = Float64Array.from(timesMs).sort();
  const [p50Ms, p95Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
  return {
    p50Ms,
    p95Ms,
    p99Ms: percentile(sorted, 0.99),
    p999Ms: percentile(sorted, 0.999),
    maxMs: percentile(sorted, 1),
  };
};

/** What is closed after its last run. */
interface Closable {
  close(): unknown;
}

/**
 * A contender that works.
 * @param run one run
 * @param on what it works on
 * @param figure what its work comes to; default pieces per second
 */
export const working = (
  run: () => Promise<Work>,
  on: Closable,
  figure: (work: Work) => number = perSecond,
): Contender => ({
  info: {},
  run: async () => {
    const work = await run();
    return { value: figure(work), notes: { done: work.completed, ...work.notes } };
  },
  close: async () => void (await on.close()),
});

/**
 * A contender that others ask, in a process of its own.
 * @param info what they need to know
 * @param settle what is done off the clock after each of their runs
 */
export const serving = (
  info: Notes,
  server: Closable,
  settle: () => Promise<void> = () => Promise.resolve(),
): Contender => ({
  info,
  run: () => settle().then(() => ({ value: 0, notes: {} })),
  close: async () => void (await server.close()),
});
