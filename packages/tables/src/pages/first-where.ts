/**
 * Binary search: the first of 0 to `count` - 1 for which a monotonic condition holds; `count` when
 * there is none.
 */
export const firstWhere = (count: number, holds: (index: number) => boolean): number => {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
};
