import type { NamedParty } from "../../parties/party-names.js";
import {
  dayKeys,
  dayWords,
  keyWords,
  kindWords,
  partyKeys,
  quoted,
  type WordsContext,
  wordsOf,
} from "./filter-words.js";

/** What may be meant by the last word that is typed. */
export interface Suggestion {
  /** What the last word becomes; with a space behind it when it is whole. */
  readonly text: string;
  /** What it is, where the text does not say it: the whole id of a party. */
  readonly note: string;
}

const most = 8;

const begins = (text: string, typed: string): boolean =>
  text.toLowerCase().startsWith(typed.toLowerCase());

const partyWord = (key: string, { party }: NamedParty, { nameOf }: WordsContext): Suggestion => {
  const name = nameOf(party) ?? party;
  const written = /[ "\\]/.test(name) ? quoted(name) : name;
  return { text: `${key}:${written} `, note: party };
};

const valuesOf = (
  key: string,
  typed: string,
  known: ReadonlyArray<NamedParty>,
  context: WordsContext,
): ReadonlyArray<Suggestion> => {
  if (partyKeys.includes(key)) {
    return known
      .filter(({ name, party }) => begins(name, typed) || begins(party, typed))
      .map((each) => partyWord(key, each, context));
  }
  const values = dayKeys.includes(key) ? dayWords : kindWords;
  return values
    .filter((value) => begins(value, typed))
    .map((value) => ({ text: `${key}:${value} `, note: "" }));
};

/** The last word that is typed; "" after a space. */
export const lastWord = (text: string): string => {
  const last = wordsOf(text).at(-1);
  return last === undefined || last.isDone ? "" : last.text;
};

/** What the last word may become, the most likely first. */
export const suggestionsFor = (
  text: string,
  known: ReadonlyArray<NamedParty>,
  context: WordsContext,
): ReadonlyArray<Suggestion> => {
  const word = lastWord(text);
  const at = word.indexOf(":");
  const key = word.slice(0, Math.max(0, at)).toLowerCase();
  if (keyWords.includes(key))
    return valuesOf(key, word.slice(at + 1).replace(/^"/, ""), known, context).slice(0, most);
  const keyed = keyWords.filter((each) => begins(each, word));
  const named = word.length < 2 ? [] : known.filter(({ name }) => begins(name, word));
  return [
    ...keyed.map((each) => ({ text: `${each}:`, note: "" })),
    ...named.map((each) => partyWord(partyKeys[2] ?? "", each, context)),
  ].slice(0, most);
};
