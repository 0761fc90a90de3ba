/** How much of the past a curve shows. */
export type Span = "day" | "week" | "month" | "all";

/** The points from the last one before there was anything; all, where there never was. */
export const withoutEmptyBegin = <P extends { readonly total: string }>(
  points: ReadonlyArray<P>,
): ReadonlyArray<P> => {
  const first = points.findIndex(({ total }) => Number(total) !== 0);
  return first < 0 ? points : points.slice(Math.max(0, first - 1));
};
