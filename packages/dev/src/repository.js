// Where things are in the checkout: the workspaces and their files.
import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of this checkout. */
export const repositoryRoot = resolve(fileURLToPath(import.meta.url), "../../../..");

/** Folders that hold workspaces. */
const WORKSPACE_FOLDERS = ["packages", "examples"];

/** Folders that never hold sources of ours. */
const SKIPPED_FOLDERS = new Set(["node_modules", "dist", "peers", "mutation", "api-reference"]);

/**
 * The workspaces there are, as paths from the root with forward slashes, in alphabetical order.
 *
 * @param {string} root
 * @returns {string[]} such as `packages/core`
 */
export function workspaces(root) {
  return WORKSPACE_FOLDERS.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { withFileTypes: true })
          .filter(
            (entry) =>
              entry.isDirectory() && existsSync(join(root, folder, entry.name, "package.json")),
          )
          .map((entry) => `${folder}/${entry.name}`)
          .sort()
      : [],
  );
}

/**
 * Every file below a folder whose name matches, as paths from the root with forward slashes,
 * sorted. A folder that is missing has no files.
 *
 * @param {string} root
 * @param {string} folder from the root
 * @param {RegExp} name
 * @returns {string[]}
 */
export function filesBelow(root, folder, name) {
  const top = join(root, folder);
  if (!existsSync(top)) return [];
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {string} */ directory) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDERS.has(entry.name)) visit(path);
      } else if (name.test(entry.name)) {
        found.push(relative(root, path).split(sep).join("/"));
      }
    }
  };
  visit(top);
  return found.sort();
}
