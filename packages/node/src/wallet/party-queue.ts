import type { PartyId } from "@tallystick/core";
/**
 * Runs work of one party after another, so that operations that spend its coins never compete
 * (wallet 19.1).
 */
export interface PartyQueue {
  /** Runs work when all before it is done; undefined when too much waits already. */
  run<A>(party: PartyId, work: () => Promise<A>): Promise<A> | undefined;
  /** Work that waits or runs, of all parties. */
  waiting(): number;
}

/** Makes the queues of all parties; one takes no memory while nothing of its party waits. */
export const partyQueue = (maxWaiting: number): PartyQueue => {
  const tails = new Map<string, { tail: Promise<unknown>; count: number }>();
  let waiting = 0;
  return {
    run: (party, work) => {
      const line = tails.get(party) ?? { tail: Promise.resolve(), count: 0 };
      if (line.count >= maxWaiting) return undefined;
      line.count++;
      waiting++;
      const done = line.tail.then(work, work).finally(() => {
        waiting--;
        line.count--;
        if (line.count === 0) tails.delete(party);
      });
      line.tail = done.catch(() => undefined);
      tails.set(party, line);
      return done;
    },
    waiting: () => waiting,
  };
};
