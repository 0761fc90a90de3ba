// Files are named in kebab-case after the one thing inside.

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*((\.long)?\.test|\.d)?\.(ts|tsx|js|mjs)$/;

/** Words that say nothing about what is inside. */
const EMPTY_WORDS = new Set([
  "util",
  "utils",
  "helper",
  "helpers",
  "common",
  "manager",
  "managers",
  "misc",
]);

/**
 * @param {SourceFile[]} files
 * @returns {Finding[]}
 */
export function fileNameFindings(files) {
  return files.flatMap(({ file }) => {
    const name = file.slice(file.lastIndexOf("/") + 1);
    const emptyWord = file.split(/[/.-]/).find((word) => EMPTY_WORDS.has(word));
    const message =
      emptyWord !== undefined
        ? `"${emptyWord}" does not say what is inside`
        : KEBAB_CASE.test(name)
          ? undefined
          : "the name is not kebab-case";
    return message === undefined ? [] : [{ file, line: 1, rule: "file-names", message }];
  });
}
