interface IdentifiedRow {
  readonly event_id: string;
}

/**
 * The rows known so far with the newest page before them. Where the two do not meet, because more
 * came at once than a page holds, the page alone is left: rows between them are not known.
 *
 * @param known the newest first
 * @param newest the newest page, the newest first
 */
export const withNewest = <R extends IdentifiedRow>(
  known: ReadonlyArray<R>,
  newest: ReadonlyArray<R>,
): ReadonlyArray<R> => {
  const first = known[0]?.event_id;
  const overlap = newest.findIndex(({ event_id: id }) => id === first);
  return overlap < 0 ? newest : [...newest.slice(0, overlap), ...known];
};
