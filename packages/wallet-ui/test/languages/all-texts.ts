// The texts of a language as data: those made of values are made of values that are found again.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Children, isValidElement, type ReactNode } from "react";
import type { Language } from "../../src/messages/language.js";

/** The sources; this file is compiled into `dist/test/languages`. */
export const sourceFolder = fileURLToPath(new URL("../../../src/", import.meta.url));

const compiledFolder = fileURLToPath(new URL("../../src/", import.meta.url));

/** Where the catalogues of a language are, from the sources. */
export const folderOf = (language: Language): string =>
  language === "en" ? "" : `translations/${language}/`;

/** The paths of the catalogues of a language, such as `pages/send/messages`. */
export const catalogueNames = (language: Language): ReadonlyArray<string> => {
  const folder = join(sourceFolder, folderOf(language));
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /(^|\/)messages(-[a-z]+)?\.ts$/.test(name))
    .filter((name) => !name.startsWith("translations/"))
    .map((name) => name.replace(/\.ts$/, ""))
    .sort();
};

/** A text: `[n]` stands for the value of a name; of several pieces, where elements are in it. */
export interface Text {
  readonly place: string;
  readonly pieces: ReadonlyArray<string>;
}

const firstValue = 7_003;

/** Values that are told apart in a text: numbers, lists or texts of numbers. */
const valuesAs = (form: (value: number) => unknown, names: Array<string>): unknown =>
  new Proxy(
    {},
    {
      get: (_target, name) => {
        const known = names.indexOf(String(name));
        const at = known < 0 ? names.push(String(name)) - 1 : known;
        return form(firstValue + 100 * at);
      },
    },
  );

const forms: ReadonlyArray<(value: number) => unknown> = [
  (value) => value,
  (value) => [String(value)],
  String,
];

/** What a text made of values is, with its values in square brackets. */
const filledIn = (message: (values: never) => ReactNode): Piece => {
  for (const form of forms) {
    const names: Array<string> = [];
    try {
      // border: the proxy has every value
      return marked(message(valuesAs(form, names) as never), names);
    } catch {
      // it wants values of another form
    }
  }
  throw new Error("no values fit a text");
};

type Piece = string | ReadonlyArray<Piece>;

const marked = (node: ReactNode, names: ReadonlyArray<string>): Piece => {
  if (typeof node === "number") return marked(String(node), names);
  if (typeof node === "string") {
    return names.reduce(
      (text, name, at) => text.replaceAll(String(firstValue + 100 * at), `[${name}]`),
      node,
    );
  }
  if (!isValidElement<{ children?: ReactNode }>(node)) return [];
  return Children.toArray(node.props.children).map((child) => marked(child, names));
};

const piecesOf = (piece: Piece): ReadonlyArray<string> =>
  typeof piece === "string" ? [piece] : piece.flatMap(piecesOf);

const textsIn = (place: string, message: unknown): ReadonlyArray<Text> => {
  if (typeof message === "string") return [{ place, pieces: [message] }];
  if (typeof message === "function")
    // border: a message that is a function is made of values
    return [{ place, pieces: piecesOf(filledIn(message as (values: never) => ReactNode)) }];
  return Object.entries(Object(message)).flatMap(([name, each]) =>
    textsIn(`${place}.${name}`, each),
  );
};

/** All texts of a language. */
export const allTexts = async (language: Language): Promise<ReadonlyArray<Text>> => {
  const found = catalogueNames(language).map(async (name) => {
    const file = join(compiledFolder, folderOf(language), `${name}.js`);
    const { messages }: { messages: unknown } = await import(pathToFileURL(file).href);
    return textsIn(name, messages);
  });
  return (await Promise.all(found)).flat();
};
