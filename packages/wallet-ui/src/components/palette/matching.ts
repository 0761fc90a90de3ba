/** What is found by a text. */
export interface Findable {
  readonly title: string;
  /** Other words by which it is found. */
  readonly words?: string | undefined;
}

const plain = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** How well a title fits: 0 begins with the text, 1 a word of it does, 2 it is somewhere. */
const rankOf = (title: string, text: string): number => {
  if (title.startsWith(text)) return 0;
  return title.includes(` ${text}`) ? 1 : 2;
};

/** Those that have all words of a text, the best first; else in their order. */
export const matching = <A extends Findable>(
  items: ReadonlyArray<A>,
  text: string,
): ReadonlyArray<A> => {
  const wanted = plain(text).trim();
  const words = wanted.split(/\s+/);
  return items
    .filter(({ title, words: others = "" }) => {
      const own = plain(`${title} ${others}`);
      return words.every((word) => own.includes(word));
    })
    .map((item) => ({ item, rank: rankOf(plain(item.title), wanted) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
};
