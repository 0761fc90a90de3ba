// Names and sentences are plain English of the field: one word for one thing, and things do what
// software does.

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./text-files.js").TextFile} TextFile */

/** What to write instead. The brackets keep a pattern from finding itself. */
const WORDS = [
  { pattern: /\bstand[s]?\b(?! for\b)/i, instead: "say what it is: is, is at, is stored, remains" },
  {
    pattern: /\b(?:is|are|be|was|were|been|being) tol[d]\b(?! apart)/i,
    instead: "is called with, receives, learns",
  },
  {
    pattern: /\b(?:is|are|be|was|were|been|being) aske[d]\b/i,
    instead: "is called, is queried, is requested",
  },
  {
    pattern: /\bhande[d]\b|\bhand[s] (?:it|them|over|out|in|back|on)\b/i,
    instead: "passes, is passed",
  },
  { pattern: /\bane[w]\b/i, instead: "again; is rebuilt, is written again" },
  { pattern: /\bgoes o[n]\b/i, instead: "continues, resumes" },
  { pattern: /\ba erro[r]\b/i, instead: "an error" },
  { pattern: /\blook-up[s]?\b/i, instead: "lookup" },
  { pattern: /\bknows? nothin[g] of\b/i, instead: "does not depend on" },
  { pattern: /\bturne[d] away\b/i, instead: "rejected, denied" },
];

/** One word for what goes wrong in the domain. @type {RegExp} */
const OTHER_ERRORS =
  /\b\w*[a-z](?:(?<!TransientServer|Result|Ledger|Lf|rypto|[oO]n)Failur[e]|Proble[m]|(?<!Append|waiting)Faul[t]|Refusa[l])s?\b|\brefusal[s]?\b/;

/** Texts that quote others: history, and the rules of systems that have words of their own. */
const QUOTES = /^(CHANGELOG\.md|docs\/reference\/|docs\/decisions\/)/;

/**
 * Words that the field does not use.
 *
 * @param {TextFile[]} files
 * @returns {Finding[]}
 */
export function voiceFindings(files) {
  return files
    .filter(({ file }) => !QUOTES.test(file))
    .flatMap(({ file, text }) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          messagesOf(line).map((message) => ({ file, line: index + 1, rule: "voice", message })),
        ),
    );
}

/** @param {string} line */
function messagesOf(line) {
  const found = WORDS.flatMap(({ pattern, instead }) => {
    const word = pattern.exec(line)?.[0];
    return word === undefined ? [] : [`"${word}": write instead ${instead}`];
  });
  const error = OTHER_ERRORS.exec(line)?.[0];
  return error === undefined ? found : [...found, `"${error}": what goes wrong is an error`];
}
