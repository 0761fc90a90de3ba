/** Bytes of ids a server caches, as a genuine one. */
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;

/** Bytes of an id and its place, without the name of the stream. */
const ENTRY_BYTES = 49;

/** Bytes of a character of a name. */
const CHARACTER_BYTES = 2;

/**
 * Places of recently written events by id; the oldest are dropped, and none outlives the process.
 */
export interface RecentIds {
  add(stream: string, id: string, revision: number): void;
  /** Revision of an event of this stream, undefined if it is not cached. */
  revisionOf(stream: string, id: string): number | undefined;
}

/**
 * The cache that detects repeated appends with any expected revision. As on a genuine server, only
 * a recent repeat is detected, and none after a restart.
 */
export const recentIds = (maxBytes: number = DEFAULT_MAX_BYTES): RecentIds => {
  const places = new Map<string, { readonly stream: string; readonly revision: number }>();
  let size = 0;
  const sizeOf = (stream: string): number => ENTRY_BYTES + CHARACTER_BYTES * stream.length;
  return {
    add: (stream, id, revision) => {
      // An id keeps its first place.
      if (places.has(id)) return;
      places.set(id, { stream, revision });
      size += sizeOf(stream);
      for (const [oldest, place] of places) {
        if (size <= maxBytes) break;
        places.delete(oldest);
        size -= sizeOf(place.stream);
      }
    },
    revisionOf: (stream, id) => {
      const place = places.get(id);
      return place?.stream === stream ? place.revision : undefined;
    },
  };
};
