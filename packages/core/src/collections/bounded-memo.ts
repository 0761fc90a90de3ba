/**
 * The values of a pure function for the texts of its latest calls. Equal texts get the same object,
 * so what many contracts share is in memory once. The cache changes no result, so `decide` and
 * `evolve` stay pure.
 */
interface BoundedMemo<A> {
  /** The function's value for a text, computed again when it is not cached. */
  of(text: string): A;
  /** The cached value for a text. Reading does not change the cache. */
  known(text: string): A | undefined;
}

const lastLengths = 16;

/**
 * Caches the values of a pure function.
 *
 * @param limit texts cached at least, and at most twice as many; the least used are dropped first
 */
export const boundedMemo = <A>(limit: number, make: (text: string) => A): BoundedMemo<A> => {
  // two generations: when the young one is full it becomes the old one, and the former old one is
  // dropped
  let young = new Map<string, A>();
  let old = new Map<string, A>();
  // the last text of each of some lengths: to compare it takes less time than to hash it
  const lastTexts = new Array<string | undefined>(lastLengths);
  const lastValues = new Array<A | undefined>(lastLengths);
  const find = (text: string): A => {
    const place = text.length % lastLengths;
    const last = lastValues[place];
    if (last !== undefined && lastTexts[place] === text) return last;
    const value = young.get(text) ?? remember(text, old.get(text) ?? make(text));
    lastTexts[place] = text;
    lastValues[place] = value;
    return value;
  };
  const known = (text: string): A | undefined => young.get(text) ?? old.get(text);
  const remember = (text: string, value: A): A => {
    if (young.size >= limit) {
      old = young;
      young = new Map();
    }
    young.set(text, value);
    return value;
  };
  return {
    known,
    of: find,
  };
};
