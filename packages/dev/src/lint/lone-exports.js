// What a file exports, a file that imports it names: an export that only its own file uses is none.
import { posix } from "node:path";
import { resolveImport } from "./cycles.js";
import { lineAt } from "./text-files.js";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */

/**
 * Exports that no other file has to name: `<file> <name>` and the reason.
 *
 * @type {Record<string, string>}
 */
const ALLOWED = {
  "packages/audit/test/rules/packages-from-coin.ts packagesFrom":
    "threads import it by its address",
  "packages/cli/test/tarballs/typed-program.ts codeOf": "in the text of a program",
  "packages/event-store/test/contract/reopened-memory.ts reopen":
    "a test imports it by its address",
  "packages/http/test/published/administration-types.test.ts Checked": "the compiler checks it",
  "packages/playwright/test/runner/suite.ts typed": "the compiler checks it",
  "packages/signing/src/digest/sha256-node.ts sha256": "imported by a name of package.json",
  "packages/testing/test/runners/debts.ts debts": "other test runners import it",
  "packages/wallet-ui/src/texts/jsx-runtime.ts jsx": "imported by a name of package.json",
  "packages/wallet-ui/test/browser/pseudo-catalogue.ts catalogue": "a build of the test imports it",
  "packages/http/src/endpoints/endpoint.ts EndpointRow":
    "the compiler names it in the declaration of what is made with endpointOf",
};

/** Texts in other languages: the build of a page takes them instead of the English ones. */
const TRANSLATIONS = /\/src\/translations\//;

/** A declaration that is exported. */
const DECLARED =
  /^export (?:async )?(?:abstract )?(const|let|function\*?|class|enum|interface|type) (\w+)/gm;

const TYPE_KINDS = new Set(["interface", "type"]);

/**
 * A type that its own file names again is taken for a part of a signature.
 *
 * @param {string} text @param {string} name
 */
const isNamedAgain = (text, name) => text.split(new RegExp(`\\b${name}\\b`)).length > 2;

/** Where an import leads: the names of files are no names of exports. */
const PLACE = /\bfrom "[^"]+"/g;

/** `export * from "./x.js";` and `export * as x from "./x.js";` */
const STAR = /^export \*(?: as \w+)? from "(\.\/[^"]+)\.js";/gm;

/**
 * Exports whose name no file that imports theirs says. What an index exports for users of the
 * library is left to the rule on what is used outside of the package; what an example exports is
 * for readers.
 *
 * @param {SourceFile[]} files all files of all packages
 * @param {Record<string, string>} [allowed]
 * @returns {Finding[]}
 */
export function loneExportFindings(files, allowed = ALLOWED) {
  const byFile = new Map(files.map((source) => [source.file, source]));
  const offered = new Set(
    files
      .filter(({ file }) => file.endsWith("/src/index.ts"))
      .flatMap(({ file }) => filesBehind(byFile, file)),
  );
  const said = wordsOfImporters(byFile);
  return files
    .filter(({ file }) => !offered.has(file) && !/\.d\.ts$|^examples\//.test(file))
    .filter(({ file }) => !TRANSLATIONS.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(DECLARED)]
        .filter(
          ([, kind = "", name = ""]) =>
            said.get(file)?.has(name) !== true &&
            !(TYPE_KINDS.has(kind) && isNamedAgain(text, name)) &&
            allowed[`${file} ${name}`] === undefined,
        )
        .map((match) => ({
          file,
          line: lineAt(text, match.index),
          rule: "lone-exports",
          message: `"${match[2]}" is exported and no file that imports this one names it`,
        })),
    );
}

/**
 * A file and those it passes on whole.
 *
 * @param {Map<string, SourceFile>} byFile
 * @param {string} file
 * @returns {string[]}
 */
function filesBehind(byFile, file) {
  const text = byFile.get(file)?.text ?? "";
  const starred = [...text.matchAll(STAR)].map((match) =>
    posix.join(posix.dirname(file), `${match[1]}.ts`),
  );
  return [file, ...starred.flatMap((each) => filesBehind(byFile, each))];
}

/**
 * For each file the words of all files that import it, or one that passes it on whole.
 *
 * @param {Map<string, SourceFile>} byFile
 * @returns {Map<string, Set<string>>}
 */
function wordsOfImporters(byFile) {
  /** @type {Map<string, Set<string>>} */
  const said = new Map();
  for (const { file, text, imports } of byFile.values()) {
    const words = text.replaceAll(PLACE, "").match(/[A-Za-z_$][\w$]*/g) ?? [];
    const targets = imports.flatMap(
      ({ specifier }) => resolveImport(byFile, file, specifier)?.file ?? [],
    );
    for (const target of targets.flatMap((each) => filesBehind(byFile, each))) {
      const ofTarget = said.get(target) ?? new Set();
      for (const word of words) ofTarget.add(word);
      said.set(target, ofTarget);
    }
  }
  return said;
}
