// A path that a page names is there.
import { existsSync } from "node:fs";
import { join, posix } from "node:path";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./text-files.js").TextFile} TextFile */

/**
 * A path of the repository in code marks: `packages/core/src/index.ts`, `docs/`, `examples/embed`.
 */
const CODE_PATH = /`((?:packages|docs|examples)\/[\w./-]*)`/g;

/** The target of a link, without what is after `#`. */
const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g;

/** Pages of things that were. */
const HISTORY = /^(CHANGELOG\.md|docs\/decisions\/)/;

/**
 * Paths in code marks, and links to files, that lead nowhere. Pages of history keep the paths of
 * their day.
 *
 * @param {string} root
 * @param {TextFile[]} files
 * @returns {Finding[]}
 */
export function pagePathFindings(root, files) {
  return files
    .filter(({ file }) => file.endsWith(".md"))
    .flatMap(({ file, text }) =>
      text.split("\n").flatMap((line, index) =>
        pathsIn(file, line)
          .filter((path) => !existsSync(join(root, path)))
          .map((path) => ({
            file,
            line: index + 1,
            rule: "page-paths",
            message: `there is no ${path}`,
          })),
      ),
    );
}

/**
 * The paths from the root that a line of a page names.
 * @param {string} file
 * @param {string} line
 */
function pathsIn(file, line) {
  const links = [...line.matchAll(LINK)]
    .map((match) => match[1] ?? "")
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => posix.join(posix.dirname(file), target));
  const code = HISTORY.test(file)
    ? []
    : [...line.matchAll(CODE_PATH)].map((match) => match[1] ?? "");
  return [...links, ...code];
}
