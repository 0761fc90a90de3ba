import type { ChainPlace } from "./chained-page.js";

/** Streams whose head is remembered. */
const MAX_REMEMBERED = 10_000;

/** The last events of streams as far as this process knows; others may have written since. */
export interface KnownHeads {
  get(stream: string): ChainPlace | undefined;
  /** Notes a head unless a later one is known. */
  note(stream: string, place: ChainPlace): void;
  forget(stream: string): void;
}

/** An empty memory; when it is full it starts again. */
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
