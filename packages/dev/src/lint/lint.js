// `npm run lint`: our own rules on the tree, oxlint with our plugin on each file, and the format.
import { filesBelow, workspaces } from "../repository.js";
import { citationFindings } from "./citations.js";
import { commentLengthFindings } from "./comment-length.js";
import { importCycles } from "./cycles.js";
import { dependencyFindings } from "./dependencies.js";
import { fileNameFindings } from "./file-names.js";
import { readImports } from "./imports.js";
import { importFindings } from "./layers.js";
import { loneExportFindings } from "./lone-exports.js";
import { mirroredTestFindings } from "./mirrored-tests.js";
import { pagePathFindings } from "./page-paths.js";
import { roomFindings } from "./rooms.js";
import { textFiles } from "./text-files.js";
import { formatFindings, oxlintFindings } from "./tools.js";
import { unusedExportFindings } from "./unused-exports.js";
import { wordFindings } from "./words.js";

/**
 * @typedef {{ file: string, line: number, rule: string, message: string }} Finding File from the
 * root, line from 1.
 */
/** @typedef {import("./imports.js").SourceFile} SourceFile */

/** Sources in the sense of our rules. */
const SOURCE_NAME = /\.(ts|tsx|js|mjs)$/;

/**
 * Lints the repository and prints every finding as `file:line: message (rule)`.
 *
 * @param {string} root
 * @param {{ typeAware: boolean }} options whether to apply the rules that need types, which need a
 * build
 * @returns {Promise<number>} how many findings there are
 */
export async function lint(root, options) {
  const tools = await Promise.all([oxlintFindings(root, options), formatFindings(root)]);
  const findings = [treeFindings(root), ...tools].flat();
  for (const { file, line, rule, message } of sorted(findings))
    console.error(`${file}:${line}: ${message} (${rule})`);
  if (findings.length > 0)
    console.error(`lint: ${findings.length} finding${findings.length === 1 ? "" : "s"}`);
  return findings.length;
}

/**
 * What the rules find that look at the tree as a whole and need no parser.
 *
 * @param {string} root
 * @returns {Finding[]}
 */
export function treeFindings(root) {
  const packages = workspaces(root).map((path) => ({
    path,
    files: readImports(root, sourcesOf(root, path)),
  }));
  const ofPackages = packages.flatMap(({ path, files }) => [
    ...importFindings(path, files),
    ...dependencyFindings(root, path, files),
    ...importCycles(files),
    ...roomFindings(path, files),
    ...fileNameFindings(files),
    ...mirroredTestFindings(path, files),
    ...commentLengthFindings(files),
    ...wordFindings(path, files),
  ]);
  const texts = textFiles(root);
  return [
    ...ofPackages,
    ...citationFindings(texts),
    ...pagePathFindings(root, texts),
    ...loneExportFindings(packages.flatMap(({ files }) => files)),
    ...unusedExportFindings(root, workspaces(root), texts),
  ];
}

/** @param {string} root @param {string} path */
function sourcesOf(root, path) {
  return filesBelow(root, path, SOURCE_NAME);
}

/** @param {Finding[]} findings */
function sorted(findings) {
  return findings.toSorted((a, b) =>
    a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1,
  );
}
