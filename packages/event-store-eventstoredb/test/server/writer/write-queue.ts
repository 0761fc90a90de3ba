/** Queued tasks before callers must wait. */
const MAX_WAITING_TASKS = 1_000;

/** Bytes of those tasks. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** Runs tasks one after the other, in order. */
interface WriteQueue {
  /** @param bytes memory of the task until it has run */
  run<A>(bytes: number, task: () => Promise<A>): Promise<A>;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
}

export const createWriteQueue = (): WriteQueue => {
  let last: Promise<unknown> = Promise.resolve();
  let waitingTasks = 0;
  let waitingBytes = 0;
  let wakeUps: Array<() => void> = [];
  const isFull = (): boolean =>
    waitingTasks >= MAX_WAITING_TASKS || waitingBytes >= MAX_WAITING_BYTES;
  const done = (bytes: number): void => {
    waitingTasks -= 1;
    waitingBytes -= bytes;
    if (isFull()) return;
    const waiting = wakeUps;
    wakeUps = [];
    for (const wake of waiting) wake();
  };
  return {
    run: (bytes, task) => {
      waitingTasks += 1;
      waitingBytes += bytes;
      const result = last.then(task).finally(() => done(bytes));
      last = result.catch(() => undefined);
      return result;
    },
    room: async () => {
      while (isFull()) {
        await new Promise<void>((resolve) => {
          wakeUps.push(resolve);
        });
      }
    },
  };
};
