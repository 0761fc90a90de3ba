import {
  isDottedName,
  isLedgerString,
  isNameString,
  isPackageIdString,
  isPackageName,
  isPartyIdString,
  maxHintLength,
} from "./grammar.js";

const rules = {
  "Ledger String": { isValid: isLedgerString, maxLength: 255 },
  Party: { isValid: isPartyIdString, maxLength: 255 },
  "Package ID": { isValid: isPackageIdString, maxLength: 64 },
  "Package Name": { isValid: isPackageName, maxLength: 255 },
};

/** The kinds of texts that have rules of their own, as Daml names them. */
type TextKind = keyof typeof rules;

/** As much of a text as an answer can show. */
const shown = (text: string): string => text.slice(0, 600);

const hexCode = (character: string): string => `0x${character.charCodeAt(0).toString(16)}`;

/** The sentence of a public node about a text that is none of a kind; undefined: it is one. */
export const textSentence = (kind: TextKind, text: string): string | undefined => {
  const { isValid, maxLength } = rules[kind];
  if (isValid(text)) return undefined;
  if (text === "") return `Daml-LF ${kind} is empty`;
  if (text.length > maxLength) return `Daml-LF ${kind} is too long (max: ${maxLength})`;
  // each of their valid characters is a valid text by itself
  const wrong = text.split("").find((character) => !isValid(character)) ?? "";
  return `non expected character ${hexCode(wrong)} in Daml-LF ${kind} "${shown(text)}"`;
};

/** The sentence of a public node about a text that is no name of a field, choice or definition. */
export const nameSentence = (text: string): string | undefined => {
  if (isNameString(text)) return undefined;
  const [first] = text;
  if (first === undefined) return "Daml-LF Name is empty";
  const wrong = text.split("").find((character) => !isNameString(`a${character}`));
  if (!isNameString(text.charAt(0)))
    return `non expected first character ${hexCode(text)} in Daml-LF Name "${shown(text)}"`;
  return wrong === undefined
    ? "Name is too long (max: 1000)"
    : `non expected non first character ${hexCode(wrong)} in Daml-LF Name "${shown(text)}"`;
};

const dottedSentence = (text: string): string | undefined => {
  if (isDottedName(text)) return undefined;
  if (text === "") return "Expected a non-empty string";
  const sentence = text
    .split(".")
    .map(nameSentence)
    .find((each) => each !== undefined);
  return sentence ?? "DottedName is too long (max: 1000)";
};

/** The first wrong part of an identifier of a template or interface, and what a node says of it. */
interface IdentifierFault {
  readonly part: "package" | "module" | "entity";
  readonly sentence: string;
}

/**
 * The sentence of a public node about three parts that are no identifier; undefined: they are one.
 */
export const identifierFault = (text: string): IdentifierFault | undefined => {
  const [reference = "", module = "", entity = ""] = text.split(":");
  const sentences: ReadonlyArray<readonly [IdentifierFault["part"], string | undefined]> = [
    [
      "package",
      reference.startsWith("#")
        ? textSentence("Package Name", reference.slice(1))
        : textSentence("Package ID", reference),
    ],
    ["module", dottedSentence(module)],
    ["entity", dottedSentence(entity)],
  ];
  for (const [part, sentence] of sentences) if (sentence !== undefined) return { part, sentence };
  return undefined;
};

/** The sentence of a public node about a text that is no user id. */
export const userIdSentence = (text: string): string =>
  `User ID "${shown(text)}" does not match regex "[a-zA-Z0-9@^$.!\`\\-#+'~_|:\\(\\)]{1,128}"`;

/** The sentence of a public node about a text that is no contract id. */
export const contractIdSentence = (text: string): string =>
  `cannot parse ContractId "${shown(text)}"`;

/** The sentence of a public node about a contract id that lacks its suffix. */
export const unsuffixedSentence = (contractId: string, version: 1 | 2): string =>
  `Illegal Contract ID "${contractId}", non-suffixed V${version} Contract IDs are forbidden`;

/** The sentence of a public node about a text that is no `<name>::<fingerprint>`. */
export const uniqueIdentifierSentence = (text: string): string => {
  const at = text.indexOf("::");
  if (text === "") return "Empty string is not a valid unique identifier.";
  if (at < 0) return `Invalid unique identifier \`${shown(text)}\` with missing namespace.`;
  if (at === 0) return `Invalid unique identifier \`${shown(text)}\` with empty identifier.`;
  const name = hintSentence(text.slice(0, at));
  return name === undefined
    ? `Fingerprint decoding of \`${text.slice(0, 200)}\` failed with: ${textSentence("Party", text.slice(at + 2)) ?? "it has the delimiter `::`"}`
    : `Identifier decoding of \`${text.slice(0, 200)}\` failed with: ${name}`;
};

/** The sentence of a public node about a text that cannot be before the `::` of an id. */
export const hintSentence = (text: string): string | undefined =>
  textSentence("Party", text) ??
  (text.includes("::")
    ? "String contains reserved delimiter `::`."
    : text.length > maxHintLength
      ? `The given string has a maximum length of ${maxHintLength} but a string of length ${text.length} ('${shown(text)}.') was given`
      : undefined);

/** A text of the caller's in a sentence of a public node. */
export const shortened = (text: string): string =>
  text.length > 53 ? `${text.slice(0, 50)}...` : text;

/** Characters of a fingerprint that are written for all of it in the sentences of a public node. */
const shownOfHash = 12;

/** A hash, or a package id, as the sentences of a public node have it. */
export const shortHash = (hash: string): string =>
  hash.length <= shownOfHash ? hash : `${hash.slice(0, shownOfHash)}...`;

/** An id `<name>::<fingerprint>` as the sentences of a public node have it. */
export const shortId = (id: string): string => {
  const [name = "", ...rest] = id.split("::");
  return [name, ...rest.map(shortHash)].join("::");
};
