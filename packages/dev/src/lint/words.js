// Words in the text of a file that say it is not finished, and suppressions of a check that give no
// reason.

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */

// The brackets keep these patterns from finding themselves.
const UNFINISHED = /\b(TOD[O]|FIXM[E]|XX[X]|not (yet )?implemente[d]|stu[b]s?)\b/i;
const SUPPRESSION =
  /\b(oxlint-disabl[e]|eslint-disabl[e]|biome-ignor[e]|ts-expect-erro[r]|ts-ignor[e])/;

/** The marks of a linter that is off: they suppress nothing. */
const IDLE_SUPPRESSION = /biome-ignor[e] lint/;

/** A reason after the suppression: ` -- because …`, or biome's and TypeScript's `: because …`. */
const REASON = /(--|:)\s*\S+\s+\S+/;

/**
 * @param {string} path the package, from the root
 * @param {SourceFile[]} files
 * @returns {Finding[]}
 */
export function wordFindings(path, files) {
  return files.flatMap(({ file, text }) =>
    text.split("\n").flatMap((content, index) => {
      const unfinished = file.startsWith(`${path}/test/`)
        ? undefined
        : UNFINISHED.exec(content)?.[0];
      const messages = [
        ...(unfinished === undefined ? [] : [`"${unfinished}": finish it or leave it out`]),
        ...(IDLE_SUPPRESSION.test(content) ? ["biome lints nothing here: take this away"] : []),
        ...(suppressesSilently(content) ? ["a suppression must give its reason after ` -- `"] : []),
      ];
      return messages.map((message) => ({ file, line: index + 1, rule: "words", message }));
    }),
  );
}

/** @param {string} content */
function suppressesSilently(content) {
  const match = SUPPRESSION.exec(content);
  return match !== null && !REASON.test(content.slice(match.index));
}
