import type { ChainPlace } from "./chained-page.js";

/** Streams whose head is cached. */
const MAX_REMEMBERED = 10_000;

/** The last events of streams known to this process; others may have written since. */
export interface KnownHeads {
  get(stream: string): ChainPlace | undefined;
  /** Stores a head unless a later one is known. */
  note(stream: string, place: ChainPlace): void;
  forget(stream: string): void;
}

/** An empty cache; when it is full it is cleared. */
export const createKnownHeads = (): KnownHeads => {
  const heads = new Map<string, ChainPlace>();
  return {
    get: (stream) => heads.get(stream),
    note: (stream, place) => {
      if ((heads.get(stream)?.revision ?? -1) > place.revision) return;
      if (heads.size >= MAX_REMEMBERED) heads.clear();
      heads.set(stream, place);
    },
    forget: (stream) => {
      heads.delete(stream);
    },
  };
};
