import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../../../", import.meta.url));

/** The TypeScript compiler of this checkout. */
export const compiler = join(root, "node_modules", ".bin", "tsc");

/** The packages of this repository that a package needs, itself among them. */
const withDependencies = async (name: string, found = new Set<string>()): Promise<Set<string>> => {
  if (found.has(name)) return found;
  found.add(name);
  const folder = join(root, "packages", name.slice("@tallystick/".length));
  const { dependencies, optionalDependencies } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  );
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies }))
    if (each.startsWith("@tallystick/")) await withDependencies(each, found);
  return found;
};

/**
 * Packs packages and those of this repository that they need.
 * @returns the new folder of the tarballs
 */
export const packedIn = async (
  folder: string,
  ...names: ReadonlyArray<string>
): Promise<string> => {
  const packed = join(folder, "packed");
  await mkdir(packed);
  const needed = new Set<string>();
  for (const name of names) await withDependencies(name, needed);
  const workspaces = [...needed].flatMap((each) => ["--workspace", each]);
  const args = ["pack", "--silent", "--ignore-scripts", "--pack-destination", packed];
  await run("npm", [...args, ...workspaces], { cwd: root });
  return packed;
};

/** What a project in TypeScript has besides, with what that needs itself. */
const forTypeScript = /^(?:typescript|@typescript\/.*|@types\/node|undici-types)$/;

/**
 * Gives a project what this checkout has installed of others' packages, so that `npm install` finds
 * it there and asks no registry.
 */
export const copyOthers = async (project: string): Promise<void> => {
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  for (const [path, { dev, link }] of Object.entries<{ dev?: boolean; link?: boolean }>(
    lock.packages,
  )) {
    // below a package is what only it needs in this version
    const name = /^(?:packages\/[^/]+\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || link === true) continue;
    if (dev === true && !forTypeScript.test(name)) continue;
    const [source, target] = [join(root, path), join(project, "node_modules", name)];
    if (existsSync(source) && !existsSync(target)) await cp(source, target, { recursive: true });
  }
};

/** Packs a package with those it needs, and unpacks them below `modules` as npm would. */
const install = async (name: string, folder: string, modules: string) => {
  const packed = await packedIn(folder, name);
  for (const tarball of await readdir(packed)) {
    const name = /^tallystick-(.*)-\d+\.\d+\.\d+\.tgz$/.exec(tarball)?.[1] ?? "";
    const target = join(modules, "@tallystick", name);
    await mkdir(target, { recursive: true });
    await run("tar", ["-xzf", join(packed, tarball), "-C", target, "--strip-components=1"]);
  }
};

/** Gives the folder what this checkout has installed, except for our own packages. */
const linkOthers = async (modules: string): Promise<void> => {
  for (const name of await readdir(join(root, "node_modules"))) {
    if (name === "@tallystick" || name.startsWith(".")) continue;
    const target = join(modules, name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(join(root, "node_modules", name), target);
  }
};

/**
 * Installs a package of this repository from tarballs below a folder, without a network.
 * @returns the folder's node_modules
 */
export const installPacked = async (name: string, folder: string): Promise<string> => {
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  await Promise.all([install(name, folder, modules), linkOthers(modules)]);
  return modules;
};

/** Gives a project below that folder an own copy of a library, next to the one that is shared. */
export const ownCopy = async (project: string, library: string): Promise<void> => {
  const target = join(project, "node_modules", library);
  await cp(join(root, "node_modules", library), target, { recursive: true, dereference: true });
};
