/**
 * The keys that were not there before, and have come above one that was: what is added at the end
 * of a list was read, and did not arrive.
 *
 * @param known those that were there; undefined: there was no list
 */
export const arrivedIn = (
  keys: ReadonlyArray<string>,
  known: ReadonlySet<string> | undefined,
): ReadonlySet<string> => {
  if (known === undefined) return new Set();
  const end = keys.findLastIndex((key) => known.has(key));
  return new Set(keys.slice(0, Math.max(0, end)).filter((key) => !known.has(key)));
};
