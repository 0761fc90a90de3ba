/** A number of bytes that can be under way at once. */
export interface ByteBudget {
  /** Waits until there is room, then takes it; the returned function gives it back. */
  take(bytes: number): Promise<() => void>;
}

/**
 * A budget of so many bytes, given out in the order of asking. What is larger than the whole budget
 * goes alone. Without it a server that reads slowly would let the requests pile up in memory.
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
