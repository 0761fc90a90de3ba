/** The suffix of every user's name, with the acronym of the network (wallet 5.2). */
const entrySuffix = ".unverified.ans";

/** Longest name, its suffix included. */
const maxNameLength = 60;
const maxUrlLength = 255;
const maxDescriptionLength = 140;

const ownPart = /^[a-z0-9_-]+$/;

/** The fields of a requested entry. */
export interface EntryTexts {
  readonly name: string;
  readonly url: string;
  readonly description: string;
}

const isAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

/** Validates the fields of an entry; undefined when they are valid (wallet 5.2). */
export const entryErrorOf = ({ name, url, description }: EntryTexts): string | undefined => {
  if (!name.endsWith(entrySuffix) || !ownPart.test(name.slice(0, -entrySuffix.length)))
    return `Invalid name: expected letters a to z, digits, "_" or "-" and the end ${entrySuffix}, found "${name.slice(0, 100)}"`;
  if (name.length > maxNameLength)
    return `Invalid name: expected at most ${maxNameLength} characters, found ${name.length}`;
  if (url !== "" && (url.length > maxUrlLength || !isAddress(url)))
    return `Invalid url: expected nothing, or an http or https address of at most ${maxUrlLength} characters`;
  return Array.from(description).length > maxDescriptionLength
    ? `Invalid description: expected at most ${maxDescriptionLength} characters`
    : undefined;
};
