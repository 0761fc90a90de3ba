// What the sources of a release have to agree in before anything is packed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaces } from "../repository.js";

/** Where the sources are, as every package says it. */
const REPOSITORY = "git+https://github.com/tallystick/tallystick.git";

const SCOPE = "@tallystick/";

/**
 * @typedef {{
 *   name: string,
 *   version: string,
 *   private?: boolean,
 *   license?: string,
 *   repository?: { url?: string, directory?: string },
 *   publishConfig?: { access?: string, provenance?: boolean },
 *   dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>,
 * }} Manifest
 * @typedef {{ path: string, manifest: Manifest }} Package
 */

/** @param {string} file @returns {Manifest} */
const manifestIn = (file) => JSON.parse(readFileSync(file, "utf8"));

/** @param {string} root @returns {string} the version that is released */
export const releasedVersion = (root) => manifestIn(join(root, "package.json")).version;

/** @param {string} root @returns {Package[]} the packages that are published, by path */
export const publishedPackages = (root) =>
  workspaces(root)
    .map((path) => ({ path, manifest: manifestIn(join(root, path, "package.json")) }))
    .filter(({ manifest }) => manifest.private !== true);

/** @param {Manifest} manifest */
const neededBy = ({ dependencies, optionalDependencies }) => ({
  ...dependencies,
  ...optionalDependencies,
});

/**
 * The packages in an order in which each comes after those that it needs, so that whoever installs
 * one while the release is under way finds all of it.
 *
 * @param {Package[]} packages
 * @returns {Package[]}
 */
export function inOrder(packages) {
  const byName = new Map(packages.map((each) => [each.manifest.name, each]));
  /** @type {Set<Package>} */
  const ordered = new Set();
  const visit = (/** @type {Package} */ each) => {
    if (ordered.has(each)) return;
    for (const name of Object.keys(neededBy(each.manifest))) {
      const needed = byName.get(name);
      if (needed !== undefined) visit(needed);
    }
    ordered.add(each);
  };
  packages.forEach(visit);
  return [...ordered];
}

/**
 * What is wrong with the manifests and licences of the packages.
 *
 * @param {string} root
 * @returns {string[]}
 */
export function manifestFindings(root) {
  const version = releasedVersion(root);
  const license = readFileSync(join(root, "LICENSE"), "utf8");
  return publishedPackages(root).flatMap(({ path, manifest }) => {
    const own = join(root, path, "LICENSE");
    const needed = Object.entries(neededBy(manifest));
    return [
      ...expected(path, "version", manifest.version, version),
      ...expected(path, "license", manifest.license, "Apache-2.0"),
      ...expected(path, "repository.url", manifest.repository?.url, REPOSITORY),
      ...expected(path, "repository.directory", manifest.repository?.directory, path),
      ...expected(path, "publishConfig.access", manifest.publishConfig?.access, "public"),
      ...expected(path, "publishConfig.provenance", manifest.publishConfig?.provenance, true),
      ...needed.flatMap(([name, found]) =>
        name.startsWith(SCOPE) ? expected(path, `dependencies.${name}`, found, version) : [],
      ),
      ...(existsSync(own) && readFileSync(own, "utf8") === license
        ? []
        : [`${path}/LICENSE: expected a copy of LICENSE`]),
    ];
  });
}

/**
 * @param {string} path @param {string} field
 * @param {string | boolean | undefined} found @param {string | boolean} wanted
 * @returns {string[]}
 */
const expected = (path, field, found, wanted) =>
  found === wanted
    ? []
    : [`${path}/package.json: ${field}: found ${found ?? "nothing"}, expected ${wanted}`];

/**
 * What is wrong with the changelog: a version that is released has a section with its date, one
 * that is only tried may say `unreleased`.
 *
 * @param {string} text the changelog @param {string} version @param {boolean} isTrial
 * @returns {string[]}
 */
export function changelogFindings(text, version, isTrial) {
  const heads = text.split("\n").filter((line) => line.startsWith("## "));
  const head = heads.find((line) => line.startsWith(`## ${version} - `));
  const date = head?.slice(`## ${version} - `.length) ?? "";
  const isDated = /^\d{4}-\d\d-\d\d$/.test(date);
  return isDated || (isTrial && date === "unreleased")
    ? []
    : [
        `CHANGELOG.md: found ${head ?? "no section of the version"}, expected "## ${version} - YYYY-MM-DD"`,
      ];
}
