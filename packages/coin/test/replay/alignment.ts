/** Two lists side by side: what belongs together, or only one of the two. */
export type Aligned<A> = readonly [A, A] | readonly [A, undefined] | readonly [undefined, A];

/**
 * The longest common part of two lists, in order, with the rest where it belongs.
 *
 * @param keyOf what is equal for two that belong together
 */
export const aligned = <A>(
  left: ReadonlyArray<A>,
  right: ReadonlyArray<A>,
  keyOf: (item: A) => string,
): ReadonlyArray<Aligned<A>> => {
  const lengths = commonLengths(left.map(keyOf), right.map(keyOf));
  const pairs: Array<Aligned<A>> = [];
  let [l, r] = [0, 0];
  while (l < left.length || r < right.length) {
    const [a, b] = [left[l], right[r]];
    const lengthOf = (at: number, bt: number) => lengths[at]?.[bt] ?? 0;
    if (a !== undefined && b !== undefined && keyOf(a) === keyOf(b)) {
      pairs.push([a, b]);
      l++;
      r++;
    } else if (a !== undefined && (b === undefined || lengthOf(l + 1, r) >= lengthOf(l, r + 1))) {
      pairs.push([a, undefined]);
      l++;
    } else if (b !== undefined) {
      pairs.push([undefined, b]);
      r++;
    }
  }
  return pairs;
};

/** For each two places how much is common from there on. */
const commonLengths = (
  left: ReadonlyArray<string>,
  right: ReadonlyArray<string>,
): ReadonlyArray<Int32Array> => {
  const rows = Array.from({ length: left.length + 1 }, () => new Int32Array(right.length + 1));
  if (left.join("\n") === right.join("\n")) return rows;
  for (let l = left.length - 1; l >= 0; l--) {
    const [row, below] = [rows[l], rows[l + 1]];
    if (row === undefined || below === undefined) continue;
    for (let r = right.length - 1; r >= 0; r--) {
      row[r] =
        left[l] === right[r] ? (below[r + 1] ?? 0) + 1 : Math.max(below[r] ?? 0, row[r + 1] ?? 0);
    }
  }
  return rows;
};
