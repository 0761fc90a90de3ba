import { hintShape } from "./look-alikes.js";
import { partyParts } from "./party-id.js";

/** Who gave a party its name: the user of this browser, the node, or whoever made the party. */
export type NameSource = "contact" | "user" | "hint";

/** A party and the name that it is shown by. */
export interface NamedParty {
  readonly party: string;
  readonly name: string;
  readonly source: NameSource;
}

/** The name of a party: that of its contact, else of its wallet's user, else the hint of its id. */
export const namedParty = (
  party: string,
  contact: string | undefined,
  user: string | undefined,
): NamedParty => {
  if (contact !== undefined) return { party, name: contact, source: "contact" };
  if (user !== undefined) return { party, name: user, source: "user" };
  return { party, name: partyParts(party).hint, source: "hint" };
};

/** What is seen of a party. */
export interface ShownName {
  readonly source: NameSource;
  /** The beginning of the name: where there is no room, it is cut. */
  readonly head: string;
  /** The end of the name, which is never cut. */
  readonly tail: string;
  /** What tells it from a party of the same name: the end of its id; "" where none is needed. */
  readonly end: string;
  /** Whether a name among the others could be taken for this one. */
  readonly isAlike: boolean;
}

/** Names of so many characters are never cut. */
const wholeName = 10;
/** The least that stays of the end of a longer name, and of a fingerprint. */
const leastEnd = 4;

const isLong = (name: string): boolean => name.length > wholeName;

/** The fewest characters at the end of a text that none of the others ends with. */
const ownEnd = (text: string, others: ReadonlyArray<string>): number => {
  let length = Math.min(leastEnd, text.length);
  for (const other of others)
    while (length < text.length && other.endsWith(text.slice(-length))) length++;
  return length;
};

/** Never within a sign that takes two places of a text. */
const splitAt = (text: string, at: number): readonly [string, string] => {
  const code = text.charCodeAt(at);
  const first = code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
  return [text.slice(0, first), text.slice(first)];
};

const endOfId = (
  { party, source }: NamedParty,
  alike: ReadonlyArray<NamedParty>,
  home: string,
): string => {
  const { hint, fingerprint } = partyParts(party);
  // there is one party of each hint on this node: strangers cannot take it
  const isStrange = source === "hint" && fingerprint !== home;
  if (fingerprint === "" || (alike.length === 0 && !isStrange)) return "";
  const fingerprints = alike.map((each) => partyParts(each.party).fingerprint);
  const length = ownEnd(
    fingerprint,
    fingerprints.filter((each) => each !== fingerprint),
  );
  const end = length < fingerprint.length ? `…${fingerprint.slice(-length)}` : fingerprint;
  const needsHint = source !== "hint" && fingerprints.includes(fingerprint);
  return needsHint ? `${hint}::${end}` : end;
};

/**
 * What is shown of a party so that none of the others looks the same, even where names are cut.
 *
 * @param others those that may be seen or be known too; itself among them does not matter
 * @param home the fingerprint of the node's own parties
 */
export const shownName = (
  named: NamedParty,
  others: ReadonlyArray<NamedParty>,
  home: string,
): ShownName => {
  const { party, name, source } = named;
  const shape = hintShape(name);
  const rest = others.filter((each) => each.party !== party);
  const alike = rest.filter((each) => each.name === name || hintShape(each.name) === shape);
  const names = rest.map((each) => each.name).filter((each) => each !== name && isLong(each));
  const [head, tail] = isLong(name) ? splitAt(name, name.length - ownEnd(name, names)) : ["", name];
  return { source, head, tail, end: endOfId(named, alike, home), isAlike: alike.length > 0 };
};

/** The same in one text, for titles and sentences. */
export const shownText = ({ head, tail, end }: ShownName): string =>
  end === "" ? `${head}${tail}` : `${head}${tail} ${end}`;

const placesOf = ({ name }: NamedParty): ReadonlyArray<string> => {
  const shape = `=${hintShape(name)}`;
  return isLong(name) ? [shape, `…${name.slice(-leastEnd)}`] : [shape];
};

/** Names by what could be taken for them, so that each is compared with few. */
export interface NameIndex {
  add(named: NamedParty): void;
  /** Those among which a party could be taken for another one. */
  near(named: NamedParty): ReadonlyArray<NamedParty>;
}

/** An index without names. */
export const newNameIndex = (): NameIndex => {
  const places = new Map<string, Array<NamedParty>>();
  return {
    add: (named) => {
      for (const place of placesOf(named)) {
        const there = places.get(place);
        if (there === undefined) places.set(place, [named]);
        else there.push(named);
      }
    },
    near: (named) => placesOf(named).flatMap((place) => places.get(place) ?? []),
  };
};
