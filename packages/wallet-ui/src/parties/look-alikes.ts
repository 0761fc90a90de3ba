import { partyParts } from "./party-id.js";

/** Why a party could be taken for another one. */
type LookAlikeReason =
  /** The same hint with another fingerprint. */
  | "same-name"
  /** A hint that looks the same: case, confusable letters, separators. */
  | "similar-name"
  /** A fingerprint with the same beginning and end, which are all that is shown. */
  | "similar-fingerprint";

/** A known party that another one could be taken for. */
interface LookAlike {
  readonly party: string;
  readonly reason: LookAlikeReason;
}

// letters of party ids that look alike in common fonts; the longer ones first
const confusables: ReadonlyArray<readonly [RegExp, string]> = [
  [/rn/g, "m"],
  [/vv/g, "w"],
  [/cl/g, "d"],
  [/[1i|]/g, "l"],
  [/0/g, "o"],
  [/5/g, "s"],
  [/8/g, "b"],
  [/2/g, "z"],
  [/9/g, "g"],
  [/[-_ :]/g, ""],
];

/** What is left of a hint for the eye: equal for hints that look alike. */
export const hintShape = (hint: string): string =>
  confusables.reduce((shape, [letters, one]) => shape.replaceAll(letters, one), hint.toLowerCase());

const prefix = "1220";
const bare = (fingerprint: string): string =>
  fingerprint.startsWith(prefix) ? fingerprint.slice(prefix.length) : fingerprint;

const looksSame = (a: string, b: string): boolean =>
  a.length >= 8 && a.slice(0, 4) === b.slice(0, 4) && a.slice(-4) === b.slice(-4);

const reasonFor = (party: string, known: string): LookAlikeReason | undefined => {
  if (party === known) return undefined;
  const [a, b] = [partyParts(party), partyParts(known)];
  // participants give all their parties one fingerprint, so it shows no intent when it is the same
  if (a.fingerprint !== b.fingerprint) {
    if (looksSame(bare(a.fingerprint), bare(b.fingerprint))) return "similar-fingerprint";
    if (a.hint === b.hint) return "same-name";
  }
  if (a.hint !== b.hint && hintShape(a.hint) === hintShape(b.hint)) return "similar-name";
  return undefined;
};

/**
 * The known parties that a party could be taken for, the most suspicious first. A party that is
 * known itself can still have look-alikes.
 */
export const lookAlikesOf = (
  party: string,
  known: ReadonlyArray<string>,
): ReadonlyArray<LookAlike> => {
  const order: ReadonlyArray<LookAlikeReason> = [
    "similar-fingerprint",
    "same-name",
    "similar-name",
  ];
  return [...new Set(known)]
    .flatMap((other) => {
      const reason = reasonFor(party, other);
      return reason === undefined ? [] : [{ party: other, reason }];
    })
    .toSorted((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason));
};
