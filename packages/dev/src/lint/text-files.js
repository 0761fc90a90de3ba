// The files that people read: sources, tests and pages.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, workspaces } from "../repository.js";

/** @typedef {{ file: string, text: string }} TextFile File from the root. */

const TEXT_NAME = /\.(ts|tsx|js|mjs|md)$/;

/** Pages at the top of the checkout. */
const TOP_PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"];

/**
 * Every source, test and page of the repository, sorted within each folder.
 *
 * @param {string} root
 * @returns {TextFile[]}
 */
export function textFiles(root) {
  return [
    ...TOP_PAGES.filter((file) => existsSync(join(root, file))),
    ...filesBelow(root, "docs", TEXT_NAME),
    ...workspaces(root).flatMap((path) => filesBelow(root, path, TEXT_NAME)),
  ].map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
}

/**
 * The line of a place in a text.
 *
 * @param {string} text
 * @param {number} index
 * @returns {number} counted from 1
 */
export function lineAt(text, index) {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1))
    line += 1;
  return line;
}
