/** A limit of bytes in flight. */
export interface ByteBudget {
  /** Waits until there is room, then reserves it; the returned function releases it. */
  take(bytes: number): Promise<() => void>;
}

/**
 * A budget of bytes, granted in the order of the calls. A request larger than the budget is granted
 * alone. Without it requests to a slow server would accumulate in memory.
 */
export const createByteBudget = (maxBytes: number): ByteBudget => {
  let taken = 0;
  const waiting: Array<{ readonly bytes: number; readonly go: () => void }> = [];
  const fits = (bytes: number): boolean => taken === 0 || taken + bytes <= maxBytes;
  const release = (bytes: number): void => {
    taken -= bytes;
    for (let next = waiting[0]; next !== undefined && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      taken += next.bytes;
      next.go();
    }
  };
  return {
    take: async (bytes) => {
      if (waiting.length > 0 || !fits(bytes)) {
        await new Promise<void>((go) => {
          waiting.push({ bytes, go });
        });
      } else {
        taken += bytes;
      }
      return () => release(bytes);
    },
  };
};
