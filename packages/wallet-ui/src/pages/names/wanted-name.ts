import { right } from "fp-ts/lib/Either.js";
import { type Checked, lacks } from "../../states/checked.js";
import { messages } from "./messages.js";

/** What each name of this node's service ends with. */
export const suffix = ".unverified.ans";
const maxName = 60;

/** Why a text is no name that can be had; undefined when it is one, or empty. */
export const nameError = (text: string): string | undefined => {
  const bad = Array.from(text).find((each) => !/^[a-z0-9_-]$/.test(each));
  if (bad !== undefined) return messages.name.wrongCharacter({ character: bad });
  return text.length + suffix.length > maxName
    ? messages.name.tooLong({ count: text.length, most: maxName - suffix.length })
    : undefined;
};

/** What is typed to get a name. */
export interface NameDraft {
  readonly label: string;
  readonly url: string;
  readonly description: string;
}

export const noName: NameDraft = { label: "", url: "", description: "" };

/** The whole name; undefined while it is none. */
export const wholeName = (label: string): string | undefined =>
  label === "" || nameError(label) !== undefined ? undefined : `${label}${suffix}`;

/** A name as the API takes it. */
interface WantedName {
  readonly name: string;
  readonly url: string;
  readonly description: string;
}

/** The name that is requested; Left: what is missing. */
export const nameOf = (
  { label, url, description }: NameDraft,
  isTaken: boolean,
): Checked<WantedName> => {
  const name = wholeName(label);
  if (name === undefined) return lacks(messages.name.missing);
  return isTaken ? lacks(messages.name.takenReason) : right({ name, url, description });
};
