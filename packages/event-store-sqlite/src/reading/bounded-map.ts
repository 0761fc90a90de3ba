/** A cache of at most this many entries; the entry written longest ago is evicted first. */
export interface BoundedMap<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  clear(): void;
}

/** An empty `BoundedMap` of at most `maxEntries` entries. */
export const boundedMap = <K, V>(maxEntries: number): BoundedMap<K, V> => {
  const entries = new Map<K, V>();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      // Replacing an entry keeps its age, which is cheap for a few busy streams.
      if (entries.size >= maxEntries && !entries.has(key)) {
        for (const oldest of entries.keys()) {
          entries.delete(oldest);
          break;
        }
      }
      entries.set(key, value);
    },
    clear: () => entries.clear(),
  };
};
