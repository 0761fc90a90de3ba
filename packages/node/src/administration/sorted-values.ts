import { entriesOf, getIn, type PersistentMap } from "@tallystick/core";

/** A map and its keys in their order. */
interface SortedValues<V> {
  readonly map: PersistentMap<V>;
  readonly keys: ReadonlyArray<string>;
}

/**
 * Sorts the keys of maps, and caches them by map: pages of an unchanged list are not sorted again.
 */
export const sortedValues = <V>(): ((map: PersistentMap<V>) => SortedValues<V>) => {
  let last: SortedValues<V> | undefined;
  return (map) => {
    if (last?.map !== map) last = { map, keys: Array.from(entriesOf(map), ([key]) => key).sort() };
    return last;
  };
};

interface PageOf<V> {
  /** Keys after this one. */
  readonly after: string;
  readonly limit: number;
  /** Only keys that start with this. */
  readonly prefix?: string;
  readonly keeps?: ((value: V) => boolean) | undefined;
}

/** A page of values in the order of their keys. */
export const pageOf = <V>(
  { map, keys }: SortedValues<V>,
  { after, limit, prefix = "", keeps = () => true }: PageOf<V>,
): ReadonlyArray<V> => {
  const page: Array<V> = [];
  let at = after < prefix ? firstAtLeast(keys, prefix) : firstAfter(keys, after);
  for (; at < keys.length && page.length < limit; at++) {
    const key = keys[at];
    if (key?.startsWith(prefix) !== true) break;
    const value = getIn(map, key);
    if (value !== undefined && keeps(value)) page.push(value);
  }
  return page;
};

const firstAfter = (keys: ReadonlyArray<string>, key: string): number =>
  firstWhere(keys, (each) => each > key);

const firstAtLeast = (keys: ReadonlyArray<string>, key: string): number =>
  firstWhere(keys, (each) => each >= key);

/** Binary search: the first place where a monotonic condition holds. */
const firstWhere = (keys: ReadonlyArray<string>, holds: (key: string) => boolean): number => {
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(keys[middle] ?? "")) to = middle;
    else from = middle + 1;
  }
  return from;
};
