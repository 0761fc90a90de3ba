// Every citation of a rule, such as the one of section 3.4 of the ledger API, names a section that
// docs/reference has.
import { lineAt } from "./text-files.js";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./text-files.js").TextFile} TextFile */

/** The folder of the pages that are cited. */
const REFERENCE = "docs/reference/";

/**
 * What may be cited, and whether its name followed by anything but a section is a mistake and not a
 * word.
 */
const DOCUMENTS = [
  { name: "specification", word: true },
  { name: "ledger-api", word: false },
  { name: "wallet", word: true },
  { name: "interactive-submission", word: false },
  { name: "daml-lf", word: false },
  { name: "eventstoredb", word: true },
  { name: "audit", word: true },
];

const NAMES = DOCUMENTS.map(({ name }) => name).join("|");
const SECTION = "(?:\\d+(?:\\.\\d+)*|[A-D](?:\\.\\d+)?)(?![\\w%])";

/**
 * Between two words of a comment: blanks, or the end of a line and the marks that begin the next.
 */
const GAP = "(?:[ \\t]*\\n[ \\t]*(?:\\*|//)?[ \\t]*|[ \\t]+)";

/** A document's name and its sections: `3.4`, `2.5, 3.4`, `10.2 and 11.3`. */
const CITATION = new RegExp(
  `(?<![\\w/.-])(${NAMES})${GAP}(${SECTION}(?:(?:,${GAP}|${GAP}and${GAP})${SECTION})*)`,
  "g",
);

/** A name in front of a bracket's content that is no section. */
const WITHOUT_SECTION = new RegExp(
  `\\((${DOCUMENTS.filter(({ word }) => !word)
    .map(({ name }) => name)
    .join("|")})(?!${GAP}${SECTION})(?=${GAP})`,
  "g",
);

const HEADING = /^#{2,4} (\d+(?:\.\d+)*|[A-D](?:\.\d+)?)\.? \S/gm;

/**
 * Citations that lead nowhere, and sections that two headings of a document claim.
 *
 * @param {TextFile[]} files
 * @returns {Finding[]}
 */
export function citationFindings(files) {
  const { sections, findings } = readSections(files);
  return [...findings, ...files.flatMap((file) => unresolved(file, sections))];
}

/** @param {TextFile[]} files */
function readSections(files) {
  /** @type {Map<string, string>} */
  const sections = new Map();
  /** @type {Finding[]} */
  const findings = [];
  for (const { file, text } of files) {
    const document = documentOf(file);
    if (document === undefined) continue;
    for (const match of text.matchAll(HEADING)) {
      const section = `${document} ${match[1]}`;
      const other = sections.get(section);
      if (other === undefined) {
        sections.set(section, file);
      } else {
        const message = `section ${section} is in ${other} already`;
        findings.push({ file, line: lineAt(text, match.index), rule: "citations", message });
      }
    }
  }
  return { sections, findings };
}

/**
 * The document a page belongs to: `wallet` for `wallet.md` and for `wallet/10-12-coin.md`.
 *
 * @param {string} file
 */
function documentOf(file) {
  if (!file.startsWith(REFERENCE)) return undefined;
  const name = file.slice(REFERENCE.length).split(/[/.]/, 1)[0];
  return DOCUMENTS.find((document) => document.name === name)?.name;
}

/** @param {TextFile} file @param {Map<string, string>} sections @returns {Finding[]} */
function unresolved({ file, text }, sections) {
  const named = [...text.matchAll(CITATION)].flatMap((match) =>
    [...(match[2] ?? "").matchAll(new RegExp(SECTION, "g"))]
      .filter(([section]) => !sections.has(`${match[1]} ${section}`))
      .map(([section]) => ({
        index: match.index,
        message: `"${match[1]} ${section}" is no section of ${REFERENCE}`,
      })),
  );
  const unnamed = [...text.matchAll(WITHOUT_SECTION)].map((match) => ({
    index: match.index,
    message: `"${match[1]}" is cited without a section`,
  }));
  return [...named, ...unnamed].map(({ index, message }) => ({
    file,
    line: lineAt(text, index),
    rule: "citations",
    message,
  }));
}
