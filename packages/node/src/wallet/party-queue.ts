import type { PartyId } from "@tallystick/core";
/**
 * Runs the work of each party in sequence, so that operations that spend its coins do not compete
 * (wallet 19.1).
 */
export interface PartyQueue {
  /** Runs work after all earlier work; undefined when too much waits already. */
  run<A>(party: PartyId, work: () => Promise<A>): Promise<A> | undefined;
  /** Waiting and running work, of all parties. */
  waiting(): number;
}

/** The queues of all parties; an empty one takes no memory. */
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
