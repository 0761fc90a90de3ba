// A language that nobody speaks: each text in accented letters, and about 40 % longer. In the site
// of `pseudo-site.ts` it is used instead of `src/messages/catalogue.ts`.
import { Children, Fragment, isValidElement, type ReactNode } from "react";
import type { catalogue as plainCatalogue } from "../../src/messages/catalogue.js";

const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = "áƀčđéƒǧħíǰķłḿñóƥɋřšťúṽẃẋýžÁƁČĐÉƑǦĦÍǰĶŁḾÑÓƤɊŘŠŤÚṼẂẊÝŽ";

const letters: ReadonlyMap<string, string> = new Map(
  Array.from(plain, (letter, at) => [letter, Array.from(accented)[at] ?? letter]),
);

/** Around the values within a text, which are no part of it: accents, which take no room. */
const [valueStart, valueEnd] = ["\u0350", "\u0351"];

/** A text in the pseudo language: accented, vowels twice; what is marked as a value stays. */
export const pseudoText = (text: string): string => {
  let depth = 0;
  return Array.from(text, (character) => {
    if (character === valueStart) depth += 1;
    if (character === valueEnd) depth -= 1;
    const letter = depth > 0 ? undefined : letters.get(character);
    if (letter === undefined) return character;
    return /[aeiouAEIOU]/.test(character) ? letter + letter.toLowerCase() : letter;
  }).join("");
};

/** A text without the values in it. */
export const withoutValues = (text: string): string => {
  const left = text.replaceAll(/\u0350[^\u0350\u0351]*\u0351/g, "");
  return left === text ? text : withoutValues(left);
};

const marked = (value: unknown): unknown => {
  if (typeof value === "string") return `${valueStart}${value}${valueEnd}`;
  return Array.isArray(value) ? value.map(marked) : value;
};

const markedEach = (values: unknown): unknown =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, marked(value)]));

/** The texts between the elements of what `rich` made. */
const pseudoNode = (node: ReactNode): ReactNode => {
  if (typeof node === "string") return pseudoText(node);
  if (!isValidElement<{ children?: ReactNode }>(node) || node.type !== Fragment) return node;
  return Children.map(node.props.children, (child) =>
    typeof child === "string" ? pseudoText(child) : child,
  );
};

const pseudo = (message: unknown): unknown => {
  if (typeof message === "string") return pseudoText(message);
  if (typeof message === "function")
    return (values: unknown) => pseudoNode(message(markedEach(values)));
  if (Array.isArray(message)) return message.map(pseudo);
  return Object.fromEntries(
    Object.entries(Object(message)).map(([name, each]) => [name, pseudo(each)]),
  );
};

/** The texts of an area in the pseudo language. */
export const catalogue: typeof plainCatalogue = (texts) => pseudo(texts.en) as typeof texts.en;
