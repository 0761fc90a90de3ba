// The formatter keeps code within its columns and leaves comments alone; this keeps comments within
// them too.

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */

/** Columns of a line, as in biome.json. */
const MAX_COLUMNS = 100;

/**
 * A line of a comment, and code with a comment after it. A quote or slash before the marks may be a
 * text of its own.
 */
const COMMENT = /^\s*(\/\/|\/?\*)|^[^"'`/]*\s\/\/\s/;

/** What cannot be broken: an address, or a word that is too long by itself. */
const UNBREAKABLE = new RegExp(`https?://|\\S{${MAX_COLUMNS - 20}}`);

/**
 * Lines with comments that are too long.
 *
 * @param {SourceFile[]} files
 * @returns {Finding[]}
 */
export function commentLengthFindings(files) {
  return files.flatMap(({ file, text }) =>
    text.split("\n").flatMap((line, index) => {
      if (line.length <= MAX_COLUMNS || !COMMENT.test(line) || UNBREAKABLE.test(line)) return [];
      const message = `a comment of ${line.length} columns; at most ${MAX_COLUMNS} are allowed`;
      return [{ file, line: index + 1, rule: "comment-length", message }];
    }),
  );
}
