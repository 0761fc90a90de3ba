/** What a crowd of callers got done. */
export interface CrowdWork {
  readonly completed: number;
  readonly elapsedMs: number;
}

/**
 * Lets callers work at once, each starting its next piece when its last is done, until the time is
 * over; ends when the last has come back.
 * @param callers how many work at once
 * @param runMs how long they begin new work; milliseconds
 * @param work one piece of work of one caller; a rejection ends the run
 */
export const crowd = async (
  callers: number,
  runMs: number,
  work: (caller: number) => Promise<unknown>,
): Promise<CrowdWork> => {
  let completed = 0;
  const start = performance.now();
  const deadline = start + runMs;
  const caller = async (_: unknown, index: number): Promise<void> => {
    while (performance.now() < deadline) {
      await work(index);
      completed += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { completed, elapsedMs: performance.now() - start };
};

/** Pieces of work per second. */
export const perSecond = (work: CrowdWork): number => (work.completed * 1000) / work.elapsedMs;

/**
 * Does every piece of a list of work, so many at once.
 * @returns the time from the first start to the last end; milliseconds
 */
export const workThrough = async <Piece>(
  callers: number,
  pieces: ReadonlyArray<Piece>,
  work: (piece: Piece) => Promise<unknown>,
): Promise<number> => {
  const remaining = pieces.values();
  const start = performance.now();
  const caller = async (): Promise<void> => {
    for (const piece of remaining) await work(piece);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return performance.now() - start;
};
