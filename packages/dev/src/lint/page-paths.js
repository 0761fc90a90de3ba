// A path that a page names is there.
import { existsSync } from "node:fs";
import { join, posix } from "node:path";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./text-files.js").TextFile} TextFile */

/**
 * A path of the repository in code marks: `packages/core/src/index.ts`, `docs/`, `examples/embed`.
 */
const CODE_PATH = /`((?:packages|docs|examples)\/[\w./-]*)`/g;

/**
 * A file named without its place, or with stars for parts of its name: `numeric.ts`, `jwks-*.ts`.
 */
const CODE_FILE = /`((?:[\w*-][\w.*-]*\/)*[\w*-][\w.*-]*\.(?:ts|js))`/g;

/** The target of a link, without what is after `#`. */
const LINK = /\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g;

/** Pages of things that were. */
const HISTORY = /^(CHANGELOG\.md|docs\/decisions\/)/;

/**
 * Paths in code marks, names of files, and links to files, that lead nowhere. A page of a package
 * names files of the package; pages of history keep the names of their day.
 *
 * @param {string} root
 * @param {TextFile[]} files all texts of the repository
 * @returns {Finding[]}
 */
export function pagePathFindings(root, files) {
  return files
    .filter(({ file }) => file.endsWith(".md"))
    .flatMap(({ file, text }) => {
      const scope = /^packages\/[\w-]+\//.exec(file)?.[0] ?? "";
      const known = files.map((each) => each.file).filter((each) => each.startsWith(scope));
      return text.split("\n").flatMap((line, index) =>
        [
          ...pathsIn(file, line).filter((path) => !existsSync(join(root, path))),
          ...namesIn(file, line).filter((name) => !known.some((each) => isNamed(each, name))),
        ].map((path) => ({
          file,
          line: index + 1,
          rule: "page-paths",
          message: `there is no ${path}`,
        })),
      );
    });
}

/**
 * The paths from the root that a line of a page names.
 *
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

/**
 * The files that a line of a page names without their whole path.
 *
 * @param {string} file
 * @param {string} line
 */
function namesIn(file, line) {
  if (HISTORY.test(file)) return [];
  return [...line.matchAll(CODE_FILE)]
    .map((match) => match[1] ?? "")
    .filter((name) => !/^(packages|docs|examples)\//.test(name));
}

/** @param {string} file @param {string} name with stars */
function isNamed(file, name) {
  if (!name.includes("*")) return file.endsWith(`/${name}`);
  const pattern = name.replaceAll(".", "\\.").replaceAll("*", "[\\w.-]*");
  return new RegExp(`/${pattern}$`).test(file);
}
