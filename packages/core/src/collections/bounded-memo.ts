/**
 * The values of a pure function for the texts of its latest calls. Equal texts get the same
 * object, so what many contracts have in common is kept once; no one can tell otherwise that it is
 * remembered, hence `decide` and `evolve` stay pure with it.
 */
interface BoundedMemo<A> {
  /** The function's value for a text, made again when it is not remembered. */
  of(text: string): A;
  /**
   * The value for a text if it is remembered; reading leaves no trace, so any text may be read
   * about.
   */
  known(text: string): A | undefined;
}

/**
 * Remembers a pure function's values.
 *
 * @param limit texts remembered at least, and at most twice as many; the least used are forgotten
 * first
 */
export const boundedMemo = <A>(limit: number, make: (text: string) => A): BoundedMemo<A> => {
  // two generations: when the young one is full it becomes the old one, and what stood there is
  // forgotten
  let young = new Map<string, A>();
  let old = new Map<string, A>();
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
    of: (text) => young.get(text) ?? remember(text, old.get(text) ?? make(text)),
  };
};
