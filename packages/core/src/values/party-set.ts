import { sharedParties } from "./shared-text.js";

/** Sorted, each party once. */
export const partySet = (parties: ReadonlyArray<string>): ReadonlyArray<string> =>
  sharedParties(parties.length < 2 ? parties : [...new Set(parties)].sort());

/** The parties of both, sorted, each once. */
export const unionOf = (
  a: ReadonlyArray<string>,
  b: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return partySet([...a, ...b]);
};
