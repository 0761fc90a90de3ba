import type { PartyId } from "@tallystick/core";

/** Characters of a fingerprint at its beginning and end that people look at. */
const shownDigits = 4;

/** Shorter names differ by one letter too often to be suspicious. */
const leastHint = 4;

/** Characters that look like another one in many fonts, and what they are read as. */
const lookAlikes: ReadonlyMap<string, string> = new Map([
  ["0", "o"],
  ["1", "l"],
  ["i", "l"],
  ["5", "s"],
  ["-", "_"],
]);

/** A name as it is read at a glance. */
const atAGlance = (hint: string): string =>
  Array.from(hint.toLowerCase())
    .map((char) => lookAlikes.get(char) ?? char)
    .join("");

const partsOf = (party: PartyId) => {
  const at = party.indexOf("::");
  const fingerprint = at < 0 ? "" : party.slice(at + 2).replace(/^1220/, "");
  return {
    hint: at < 0 ? party : party.slice(0, at),
    ends: fingerprint.slice(0, shownDigits) + fingerprint.slice(-shownDigits),
  };
};

/** Whether one text becomes the other by one character more, less or different. */
const differByOne = (a: string, b: string): boolean => {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.length === long.length
    ? short.slice(at + 1) === long.slice(at + 1)
    : short.slice(at) === long.slice(at + 1);
};

/**
 * Whether a party id can be taken for another one: the same name with another fingerprint, or a
 * name that differs little with what people see of the fingerprint the same.
 */
export const looksLike = (party: PartyId, known: PartyId): boolean => {
  if (party === known) return false;
  const [one, other] = [partsOf(party), partsOf(known)];
  const [name, knownName] = [atAGlance(one.hint), atAGlance(other.hint)];
  if (name === knownName) return true;
  const isLong = Math.min(name.length, knownName.length) >= leastHint;
  return one.ends === other.ends && isLong && differByOne(name, knownName);
};
