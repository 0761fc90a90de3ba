// What a package imports and what its package.json declares must be the same.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLED } from "../build-bundles.js";
import { packageOf } from "./imports.js";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */
/**
 * @typedef {{ name?: string, private?: boolean } & Record<"dependencies" | "devDependencies" |
 * "peerDependencies" | "optionalDependencies", Record<string, string>>} Manifest
 */

/**
 * Packages whose sources are bundled, so that who installs them needs none of what they import: the
 * root package.json has it as dependencies, as a start builds them.
 */
const BUILT = new Set(["packages/wallet-ui"]);

/** Packages that declare what code that is copied into them when they are built imports. */
const COPIED = new Set(["packages/sqlite-binaries"]);

/**
 * Findings on packages that are imported and not declared, and on those declared and never imported
 * by a source. Tests, and sources of packages that are never published, may also use what the root
 * package.json declares.
 *
 * @param {string} root
 * @param {string} path the package, from the root
 * @param {SourceFile[]} files all files of the package
 * @returns {Finding[]}
 */
export function dependencyFindings(root, path, files) {
  const manifest = readManifest(root, `${path}/package.json`);
  const rootManifest = readManifest(root, "package.json");
  const isPrivate = manifest.private === true;
  const toBuild = isPrivate || BUILT.has(path) ? Object.keys(rootManifest.dependencies) : [];
  const rootNames = [...Object.keys(rootManifest.devDependencies), ...toBuild];
  const own = [
    ...BUNDLED,
    manifest.name ?? "",
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.peerDependencies),
    ...Object.keys(manifest.optionalDependencies),
  ];
  const forSources = new Set([
    ...own,
    ...(isPrivate ? rootNames : []),
    ...(BUILT.has(path) ? [...Object.keys(manifest.devDependencies), ...toBuild] : []),
  ]);
  const forTests = new Set([...own, ...Object.keys(manifest.devDependencies), ...rootNames]);
  // a project that a package makes has tests of its own
  const isSource = (/** @type {SourceFile} */ { file }) => !file.includes("/test/");

  const undeclared = files.flatMap((source) =>
    source.imports.flatMap(({ specifier, line }) => {
      const name = packageOf(specifier);
      if (name === undefined || (isSource(source) ? forSources : forTests).has(name)) return [];
      const message = `"${name}" is not declared in ${path}/package.json`;
      return [{ file: source.file, line, rule: "dependencies", message }];
    }),
  );
  return [...undeclared, ...unusedFindings(root, path, manifest, files, isSource)];
}

/**
 * @param {string} root
 * @param {string} path
 * @param {Manifest} manifest
 * @param {SourceFile[]} files
 * @param {(source: SourceFile) => boolean} isSource
 * @returns {Finding[]}
 */
function unusedFindings(root, path, manifest, files, isSource) {
  const file = `${path}/package.json`;
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const used = (/** @type {SourceFile[]} */ some) =>
    new Set(some.flatMap(({ imports }) => imports.map(({ specifier }) => packageOf(specifier))));
  const usedBySources = used(files.filter(isSource));
  const usedAtAll = used(files);
  return [
    ...Object.keys(manifest.dependencies).filter(
      (name) => !usedBySources.has(name) && !COPIED.has(path),
    ),
    ...Object.keys(manifest.devDependencies).filter((name) => !usedAtAll.has(name)),
  ]
    .filter((name) => !name.startsWith("@types/"))
    .map((name) => ({
      file,
      line: lines.findIndex((line) => line.includes(`"${name}":`)) + 1,
      rule: "dependencies",
      message: `"${name}" is declared and nothing imports it`,
    }));
}

/** @param {string} root @param {string} file @returns {Manifest} */
function readManifest(root, file) {
  const none = {
    dependencies: {},
    devDependencies: {},
    peerDependencies: {},
    optionalDependencies: {},
  };
  return { ...none, ...JSON.parse(readFileSync(join(root, file), "utf8")) };
}
