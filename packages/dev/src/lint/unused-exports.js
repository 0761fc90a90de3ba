// What a package exports, someone outside of it uses: another package, an example, a test, a page.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { lineAt } from "./text-files.js";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./text-files.js").TextFile} TextFile */
/** @typedef {{ name: string, line: number, isType: boolean }} Exported Line of the index. */

/** Why the interfaces of the token standard are exported. */
const STANDARD = "for packages that implement or use an interface of the token standard";

/**
 * Exports for users of the library that nothing in this repository shows: `<package> <name>` and
 * the reason.
 *
 * @type {Record<string, string>}
 */
const ALLOWED = {
  "@tallystick/coin allocationInstructionV1": STANDARD,
  "@tallystick/coin allocationRequestV1": STANDARD,
  "@tallystick/coin allocationV1": STANDARD,
  "@tallystick/coin featuredAppRightV1": STANDARD,
  "@tallystick/coin holdingV1": STANDARD,
  "@tallystick/coin metadataV1": STANDARD,
  "@tallystick/coin transferInstructionV1": STANDARD,
  "@tallystick/coin featuredAppRightV2": STANDARD,
  "@tallystick/coin allocationInstructionV2": STANDARD,
  "@tallystick/coin allocationRequestV2": STANDARD,
  "@tallystick/coin allocationV2": STANDARD,
  "@tallystick/coin holdingV2": STANDARD,
  "@tallystick/coin transferEventsV2": STANDARD,
  "@tallystick/coin transferInstructionV2": STANDARD,
  "@tallystick/coin coinRelease": "for ledgers with the packages of one release of the network",
  "@tallystick/event-store-sqlite storeProvider": "loaded by the scheme of an address",
  "@tallystick/event-store-eventstoredb storeProviders": "loaded by the scheme of an address",
};

/** `export { a, type B, c as d } from "./x.js";`, over several lines too. */
const NAMED = /^export (type )?\{([^}]*)\}/gm;

/** `export * from "./x.js";` and `export * as x from "./x.js";` */
const STAR = /^export \*(?: as (\w+))? from "(\.\/[^"]+)\.js";/gm;

/** A declaration that is exported. */
const DECLARED = /^export (?:async )?(const|function\*?|class|enum|interface|type) (\w+)/gm;

/**
 * Exported values that nothing outside of their package names, and exported types that no other
 * file names at all. A type that a second file of the package names is taken for a part of a
 * signature.
 *
 * @param {string} root
 * @param {string[]} packages from the root
 * @param {TextFile[]} files all texts of the repository
 * @param {Record<string, string>} [allowed]
 * @returns {Finding[]}
 */
export function unusedExportFindings(root, packages, files, allowed = ALLOWED) {
  const byFile = new Map(files.map((each) => [each.file, each.text]));
  return packages.flatMap((path) => {
    const file = `${path}/src/index.ts`;
    const { name } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
    const used = usedWords(path, name, files);
    return exportsOf(byFile, file)
      .filter((each) => !isUsed(each, used) && allowed[`${name} ${each.name}`] === undefined)
      .map((each) => ({
        file,
        line: each.line,
        rule: "unused-exports",
        message: `"${each.name}" is exported and nothing outside of the package uses it`,
      }));
  });
}

/**
 * @param {Exported} exported
 * @param {{ outside: Set<string>, inside: Map<string, number> }} used
 */
function isUsed({ name, isType }, { outside, inside }) {
  return outside.has(name) || (isType && (inside.get(name) ?? 0) > 1);
}

/**
 * The words of files outside that name the package, and how often its own sources say each word.
 *
 * @param {string} path
 * @param {string} name
 * @param {TextFile[]} files
 */
function usedWords(path, name, files) {
  /** @type {Set<string>} */
  const outside = new Set();
  /** @type {Map<string, number>} */
  const inside = new Map();
  for (const { file, text } of files) {
    if (file.startsWith(`${path}/src/`)) {
      if (file !== `${path}/src/index.ts`)
        for (const word of wordsIn(text)) inside.set(word, (inside.get(word) ?? 0) + 1);
    } else if (text.includes(`${name}"`)) {
      for (const word of wordsIn(text)) outside.add(word);
    }
  }
  return { outside, inside };
}

/** @param {string} text */
function wordsIn(text) {
  return text.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

/**
 * What an index exports, following `export *`.
 *
 * @param {Map<string, string>} byFile
 * @param {string} file
 * @returns {Exported[]}
 */
function exportsOf(byFile, file) {
  const text = byFile.get(file) ?? "";
  const named = [...text.matchAll(NAMED)].flatMap((match) =>
    (match[2] ?? "")
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "")
      .map((each) => ({
        name: each.split(/\s+/).at(-1) ?? each,
        line: lineAt(text, match.index + match[0].indexOf(each)),
        isType: match[1] !== undefined || each.startsWith("type "),
      })),
  );
  const stars = [...text.matchAll(STAR)].flatMap((match) => {
    const line = lineAt(text, match.index);
    if (match[1] !== undefined) return [{ name: match[1], line, isType: false }];
    const target = posix.join(posix.dirname(file), `${match[2]}.ts`);
    return exportsOf(byFile, target).map((each) => ({ ...each, line }));
  });
  const declared = [...text.matchAll(DECLARED)].map((match) => ({
    name: match[2] ?? "",
    line: lineAt(text, match.index),
    isType: match[1] === "interface" || match[1] === "type",
  }));
  return [...named, ...stars, ...declared];
}
