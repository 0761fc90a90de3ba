/** Where each of many things begins, one below the other, and where the last one ends. */
export const offsetsOf = (heights: ReadonlyArray<number>): Float64Array => {
  const offsets = new Float64Array(heights.length + 1);
  heights.forEach((height, at) => {
    offsets[at + 1] = (offsets[at] ?? 0) + height;
  });
  return offsets;
};

/** The last thing that begins at or above a place. */
const lastBefore = (offsets: Float64Array, place: number): number => {
  let [low, high] = [0, Math.max(0, offsets.length - 2)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** Which things are drawn: from `first` to before `end`. */
export interface FrameWindow {
  readonly first: number;
  readonly end: number;
}

/**
 * The things that are seen, and some above and below.
 *
 * @param top what is scrolled out above; the unit of the offsets
 * @param height that of the frame
 * @param spare how many more on each side
 */
export const windowOf = (
  offsets: Float64Array,
  top: number,
  height: number,
  spare: number,
): FrameWindow => {
  const count = offsets.length - 1;
  if (count <= 0) return { first: 0, end: 0 };
  return {
    first: Math.max(0, lastBefore(offsets, top) - spare),
    end: Math.min(count, lastBefore(offsets, top + height) + 1 + spare),
  };
};

/**
 * The next window on the way to a wanted one: so much more of it, what is seen first.
 *
 * @param seen the first thing that is seen
 * @param most how many more at most, so that they are drawn in one frame
 */
export const windowTowards = (
  now: FrameWindow,
  wanted: FrameWindow,
  seen: number,
  most: number,
): FrameWindow => {
  const first = Math.max(now.first, wanted.first);
  const end = Math.min(now.end, wanted.end);
  if (first >= end) {
    const begin = Math.max(wanted.first, Math.min(seen, wanted.end - most));
    return { first: begin, end: Math.min(wanted.end, begin + most) };
  }
  const [above, below] = [first - wanted.first, wanted.end - end];
  const up = Math.min(above, seen < first ? most : Math.max(0, most - below));
  return { first: first - up, end: end + Math.min(below, most - up) };
};
