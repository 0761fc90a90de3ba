import type { PartyId } from "./ids.js";
import { sharedParties } from "./shared-text.js";

/** Sorted, each party once. */
export const partySet = (parties: ReadonlyArray<PartyId>): ReadonlyArray<string> => {
  const [first = "", second = ""] = parties;
  if (parties.length < 2) return sharedParties(parties);
  if (parties.length > 2) return sharedParties([...new Set(parties)].sort());
  // the usual case; sorting takes several times as long
  if (first === second) return sharedParties([first]);
  return sharedParties(first < second ? parties : [second, first]);
};

/** The parties of both, sorted, each once. */
export const unionOf = (
  a: ReadonlyArray<string>,
  b: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return partySet([...a, ...b]);
};
