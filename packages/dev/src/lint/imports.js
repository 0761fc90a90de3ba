// Reads which modules each file names. A scan by line suffices because the formatter puts every
// import and export at the start of a line; what a comment or a string says is indented or quoted
// and does not match.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ specifier: string, line: number }} Import */
/** @typedef {{ file: string, text: string, imports: Import[] }} SourceFile File from the root. */

/** `import … from "x"` and `export … from "x"`, over several lines too, and `import "x"`. */
const STATIC_IMPORT = /^(?:import|export)\s(?:[^"';()=]*?\sfrom\s+)?["']([^"'\n]+)["']/gm;

/** `import("x")` and `require("x")`, in an expression or a type, not in a comment or a string. */
const DYNAMIC_IMPORT =
  /^(?!\s*\*)(?:"[^"\n]*"|'[^'\n]*'|[^"'`/\n])*?\b(?:import|require)\(\s*["']([^"'\n]+)["']\s*\)/gm;

/**
 * @param {string} root
 * @param {string[]} files from the root
 * @returns {SourceFile[]}
 */
export function readImports(root, files) {
  return files.map((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return { file, text, imports: importsOf(text) };
  });
}

/**
 * The modules a source text names, in the order of its lines.
 *
 * @param {string} text
 * @returns {Import[]}
 */
export function importsOf(text) {
  return [STATIC_IMPORT, DYNAMIC_IMPORT]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ specifier: match[1] ?? "", line: lineAt(text, match.index) }))
    .toSorted((a, b) => a.line - b.line);
}

/** @param {string} text @param {number} index @returns {number} counted from 1 */
function lineAt(text, index) {
  return text.slice(0, index).split("\n").length;
}

/**
 * The package a specifier names: `@a/b` of `@a/b/c`, `a` of `a/b`. Undefined for relative and
 * `node:` specifiers, and for those that the package itself maps (`#a`).
 *
 * @param {string} specifier
 * @returns {string | undefined}
 */
export function packageOf(specifier) {
  if (/^(\.|#|node:)/.test(specifier)) return undefined;
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}
