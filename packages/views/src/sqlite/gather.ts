/**
 * Which items to read: `after` < rank <= `upTo`, in ascending or descending order, at most `limit`.
 */
export interface PageRange {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
  readonly descending: boolean;
}

export type OffsetsRead = (range: PageRange) => ReadonlyArray<number>;

const mergeDistinct = <A>(
  a: ReadonlyArray<A>,
  b: ReadonlyArray<A>,
  key: (item: A) => number,
  limit: number,
): ReadonlyArray<A> => {
  const merged: Array<A> = [];
  let i = 0;
  let j = 0;
  while (merged.length < limit) {
    const fromA = a[i];
    const fromB = b[j];
    if (fromA === undefined && fromB === undefined) break;
    if (fromB === undefined || (fromA !== undefined && key(fromA) <= key(fromB))) {
      if (fromA !== undefined) merged.push(fromA);
      if (fromA !== undefined && fromB !== undefined && key(fromA) === key(fromB)) j++;
      i++;
    } else {
      merged.push(fromB);
      j++;
    }
  }
  return merged;
};

/**
 * The first `limit` distinct items of several sorted sources. When a page is full, further sources
 * are read only for items before its last one, so that many sources take little longer than one.
 */
export const gather = <A>(
  sources: ReadonlyArray<(range: PageRange) => ReadonlyArray<A>>,
  rank: (item: A) => number,
  range: PageRange,
): ReadonlyArray<A> => {
  const key = range.descending ? (item: A): number => -rank(item) : rank;
  let page: ReadonlyArray<A> = [];
  let { after, upTo } = range;
  for (const source of sources) {
    const items = source({ ...range, after, upTo });
    if (items.length === 0) continue;
    page = page.length === 0 ? items : mergeDistinct(page, items, key, range.limit);
    const last = page[page.length - 1];
    if (last !== undefined && page.length >= range.limit) {
      if (range.descending) after = Math.max(after, rank(last) - 1);
      else upTo = Math.min(upTo, rank(last));
    }
  }
  return page;
};
