// What is in the files that a registry would get.
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, posix, relative } from "node:path";
import { importsOf, packageOf } from "../lint/imports.js";
import { readProgram } from "../run-program.js";

/** @typedef {import("./manifests.js").Package} Package */

/** Folders of people's machines, as compilers and tools leave them in files. */
const MACHINE_PATH = /(?<![\w.])\/(?:home|Users)\/[a-z][\w.-]*\//;

/** The registry that everyone has. */
const PUBLIC_REGISTRY = "registry.npmjs.org";

/**
 * Packs packages.
 *
 * @param {string} root @param {Package[]} packages @param {string} folder for the tarballs
 * @returns {Promise<string[]>} their files, in the order of the packages
 */
export async function pack(root, packages, folder) {
  mkdirSync(folder);
  const names = packages.flatMap(({ manifest }) => ["--workspace", manifest.name]);
  const args = ["pack", "--silent", "--pack-destination", folder, ...names];
  await outputOf(root, "npm", args);
  return packages.map(({ manifest: { name, version } }) =>
    join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`),
  );
}

/**
 * Runs a program.
 *
 * @param {string} cwd @param {string} program @param {string[]} args
 * @returns {Promise<string>} what it printed; rejected with all of that when it fails
 */
export async function outputOf(cwd, program, args) {
  const { exitCode, stdout, stderr } = await readProgram(cwd, program, args);
  if (exitCode === 0) return stdout;
  throw new Error(`${program} ${args.slice(0, 3).join(" ")} failed:\n${stdout}${stderr}`);
}

/**
 * What must not be in a tarball: the folder of this checkout, the home of its user, hosts of
 * registries that others do not have.
 *
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function machineTexts(root) {
  const registry = new URL((await outputOf(root, "npm", ["config", "get", "registry"])).trim());
  return [root, `${homedir()}/`, ...(registry.host === PUBLIC_REGISTRY ? [] : [registry.host])];
}

/**
 * What is wrong with the files of one tarball.
 *
 * @param {string} name of the package
 * @param {Map<string, string>} files texts by their paths in it
 * @param {string[]} forbidden texts that no file may have
 * @returns {string[]}
 */
export function contentFindings(name, files, forbidden) {
  const manifest = JSON.parse(files.get("package.json") ?? "{}");
  return [
    ...(files.has("LICENSE") ? [] : [`${name}: LICENSE is missing`]),
    ...(manifest.repository?.url === undefined ? [`${name}: repository is missing`] : []),
    ...([...files.keys()].some((path) => path.startsWith("dist/"))
      ? []
      : [`${name}: nothing of what was compiled`]),
    ...[...files].flatMap(([path, text]) => {
      const found = forbidden.find((each) => text.includes(each)) ?? MACHINE_PATH.exec(text)?.[0];
      return found === undefined
        ? []
        : [`${name}: ${path}: found ${found}, a place of one machine`];
    }),
    ...importFindings(name, files),
  ];
}

/**
 * The files that lead from the face of a package: its declarations and its bundle, which whoever
 * installs it compiles with and runs.
 *
 * @param {Map<string, string>} files @param {Record<string, Record<string, string>>} exported
 */
function reached(files, exported) {
  /** @type {Set<string>} */
  const found = new Set();
  const visit = (/** @type {string} */ path) => {
    const text = files.get(path);
    if (text === undefined || found.has(path)) return;
    found.add(path);
    const isDeclaration = path.endsWith(".d.ts");
    for (const { specifier } of importsOf(text).filter((one) => one.specifier.startsWith("."))) {
      const file = isDeclaration ? specifier.replace(/\.js$/, ".d.ts") : specifier;
      visit(posix.join(posix.dirname(path), file));
    }
  };
  for (const { types = "", default: bundle = "" } of Object.values(exported))
    for (const each of [types, bundle]) visit(posix.normalize(each));
  return found;
}

/**
 * What files that users load import and the package does not depend on.
 *
 * @param {string} name @param {Map<string, string>} files
 * @returns {string[]}
 */
function importFindings(name, files) {
  const manifest = JSON.parse(files.get("package.json") ?? "{}");
  const declared = new Set([
    manifest.name,
    ...["dependencies", "peerDependencies", "optionalDependencies"].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    ),
  ]);
  return [...reached(files, manifest.exports ?? {})].flatMap((path) =>
    importsOf(files.get(path) ?? "").flatMap(({ specifier }) => {
      const needed = packageOf(specifier);
      return needed === undefined || declared.has(needed)
        ? []
        : [`${name}: ${path} imports ${needed}, which is no dependency of the package`];
    }),
  );
}

/**
 * The texts of a tarball's files.
 *
 * @param {string} tarball @param {string} folder a new one, for its files
 * @returns {Promise<Map<string, string>>}
 */
export async function filesOf(tarball, folder) {
  mkdirSync(folder, { recursive: true });
  await outputOf(folder, "tar", ["-xzf", tarball, "--strip-components=1"]);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file).replaceAll("\\", "/"), readFileSync(file, "utf8")]),
  );
}
