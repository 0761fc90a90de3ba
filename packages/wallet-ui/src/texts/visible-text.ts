// What others wrote (memos, hints, names) is shown as text, with what hides or turns the words
// around it made visible.

/** A piece of a text: characters as they are, or the code of a character that is not visible. */
interface TextPart {
  readonly kind: "text" | "hidden";
  /** For `hidden` the code point, e.g. "U+202E". */
  readonly text: string;
}

// controls, format and direction marks, line and paragraph separators, private and unassigned
// characters, surrogates without a partner, fillers, and spaces other than the usual ones
const hidden =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?![ \u00a0\u202f\u3000])\p{Zs}/u;

const joiners = new Set(["\u200c", "\u200d"]);
const joinable =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]/u;
const pictograph = /[\p{Extended_Pictographic}0-9#*]/u;
const combining = /\p{M}/u;

/** Marks on one letter; more would cover the lines around it. */
const maxMarks = 4;

/** Joiners and variation selectors have a use in some scripts and in emoji, and only there. */
const isInUse = (character: string, before: string, after: string): boolean =>
  joiners.has(character)
    ? joinable.test(before) && joinable.test(after)
    : character === "\ufe0f" && pictograph.test(before);

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The longest text that is taken apart; the rest is left out, and said so by the last part. */
const maxCharacters = 10_000;

/** A text in parts; those that are `hidden` are drawn as a mark with their code. */
export const textParts = (text: string): ReadonlyArray<TextPart> => {
  const characters = Array.from(text.slice(0, maxCharacters));
  const parts: Array<TextPart> = [];
  let plain = "";
  let marks = 0;
  for (const [at, character] of characters.entries()) {
    marks = combining.test(character) ? marks + 1 : 0;
    const isHidden =
      (hidden.test(character) || marks > maxMarks) &&
      !isInUse(character, characters[at - 1] ?? "", characters[at + 1] ?? "");
    if (!isHidden) {
      plain += character;
      continue;
    }
    if (plain !== "") parts.push({ kind: "text", text: plain });
    plain = "";
    parts.push({ kind: "hidden", text: codeOf(character) });
  }
  const rest = text.length > maxCharacters ? "…" : "";
  if (plain + rest !== "") parts.push({ kind: "text", text: plain + rest });
  return parts;
};

/** Most texts have none of these, and are shown as they are. */
const suspect = new RegExp(`${hidden.source}|${combining.source}`, "u");

/** The text on one line, with the codes of hidden characters in brackets: for titles and labels. */
export const visibleText = (text: string): string =>
  text.length > maxCharacters || suspect.test(text)
    ? textParts(text)
        .map((part) => (part.kind === "text" ? part.text : `[${part.text}]`))
        .join("")
    : text;
