// What a file exports, another file names: an export that only its own file uses is none.
import { posix } from "node:path";
import { lineAt } from "./text-files.js";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */

/**
 * Exports that no other file has to name: `<file> <name>` and the reason.
 *
 * @type {Record<string, string>}
 */
const ALLOWED = {
  "packages/http/src/endpoints/endpoint.ts EndpointRow":
    "the compiler names it in the declaration of what is made with endpointOf",
};

/** A declaration that is exported. */
const DECLARED =
  /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class|enum|interface|type) (\w+)/gm;

/** `export * from "./x.js";` and `export * as x from "./x.js";` */
const STAR = /^export \*(?: as \w+)? from "(\.\/[^"]+)\.js";/gm;

/**
 * Exports whose name no other file of the repository says. What an index exports for users of the
 * library is left to the rule on what is used outside of the package.
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
  const namedIn = filesByWord(files);
  return files
    .filter(({ file }) => !offered.has(file) && !file.endsWith(".d.ts"))
    .flatMap(({ file, text }) =>
      [...text.matchAll(DECLARED)]
        .filter(
          ([, name = ""]) => namedIn.get(name) === file && allowed[`${file} ${name}`] === undefined,
        )
        .map((match) => ({
          file,
          line: lineAt(text, match.index),
          rule: "lone-exports",
          message: `"${match[1]}" is exported and no other file names it`,
        })),
    );
}

/**
 * An index and the files it passes on whole.
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
 * For each word the one file that says it; an empty text when several do.
 *
 * @param {SourceFile[]} files
 * @returns {Map<string, string>}
 */
function filesByWord(files) {
  /** @type {Map<string, string>} */
  const namedIn = new Map();
  for (const { file, text } of files) {
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) {
      const other = namedIn.get(word);
      namedIn.set(word, other === undefined ? file : "");
    }
  }
  return namedIn;
}
