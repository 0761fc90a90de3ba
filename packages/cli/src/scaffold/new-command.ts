import { cp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { folderFault, makeFolder, messageOf } from "@tallystick/background";
import { CommandError, usageError } from "../command-error.js";
import { wordText } from "../commands/misuse.js";
import { expectNoFile } from "../given-folder.js";
import { type Ask, askAtTerminal } from "../key/ask.js";
import { ownFolder } from "../own-folder.js";
import { type Manifest, readManifest } from "./manifest.js";
import { kindOf } from "./project-kind.js";

/** Names that npm takes for a package. */
const nameForm = /^(?!(?:node_modules|favicon\.ico)$)[a-z0-9][a-z0-9._-]{0,99}$/;

const targetOf = (given: string): string => {
  const target = resolve(given);
  if (nameForm.test(basename(target))) return target;
  throw usageError(
    `new: found ${wordText(basename(target))}, expected a folder name of lower-case letters, digits, - . and _ that npm takes for a package`,
  );
};

/** Rejects a folder in which something would be written over. */
const checkEmpty = async (target: string): Promise<void> => {
  expectNoFile("new", target, "a new folder");
  const found = await readdir(target).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === "ENOENT") return [];
    throw new CommandError(`new: ${thrown.message}`);
  });
  if (found.length > 0) throw new CommandError(`new: ${target} is not empty; nothing was written`);
};

const isOurs = (name: string): boolean => name.startsWith("@tallystick/");

const tarballName = /^tallystick-(.+)-\d+\.\d+\.\d+(?:-[\w.]+)?\.tgz$/;

/** The packages among the files of a folder, as npm finds them from the project. */
const packedIn = async (folder: string, target: string): Promise<Record<string, string>> => {
  const fault = folderFault(folder);
  if (fault !== undefined) {
    throw usageError(
      `--tarballs: ${fault}; expected the folder of the tarballs that npm pack made`,
    );
  }
  const files = await readdir(folder).catch((thrown: unknown) => {
    throw usageError(`--tarballs: ${messageOf(thrown)}`);
  });
  const path = relative(target, resolve(folder)).split(sep).join("/");
  const packed = files.flatMap((file) => {
    const name = tarballName.exec(file)?.[1];
    return name === undefined ? [] : [[`@tallystick/${name}`, `file:${path}/${file}`] as const];
  });
  if (packed.length > 0) return Object.fromEntries(packed);
  throw usageError(`--tarballs: ${folder} has no file such as tallystick-core-0.1.0.tgz`);
};

const manifestIn = async (file: URL | string): Promise<Manifest> =>
  readManifest(await readFile(file, "utf8"));

/** The packages of ours that a package needs, itself among them; they lie next to this one. */
const neededBy = async (name: string, found = new Set<string>()): Promise<Set<string>> => {
  if (found.has(name)) return found;
  found.add(name);
  const folder = name.slice("@tallystick/".length);
  const manifest = await manifestIn(new URL(`../${folder}/package.json`, ownFolder));
  const needs = { ...manifest.dependencies, ...manifest.optionalDependencies };
  for (const each of Object.keys(needs).filter(isOurs)) await neededBy(each, found);
  return found;
};

/** The manifest with our packages of this program's version, or those that were packed. */
const withOurs = async (
  { dependencies = {}, devDependencies = {}, ...rest }: Manifest,
  packed: Readonly<Record<string, string>> | undefined,
): Promise<Manifest> => {
  const { version = "*" } = await manifestIn(new URL("package.json", ownFolder));
  const place = (name: string, given: string) =>
    isOurs(name) ? (packed?.[name] ?? `^${version}`) : given;
  const placed = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(names).map(([name, given]) => [name, place(name, given)]));
  // also what they need themselves: the registry may not have these versions
  const needed =
    packed === undefined ? [] : await neededByAll({ ...dependencies, ...devDependencies });
  const missing = needed.find((name) => packed?.[name] === undefined);
  if (missing !== undefined) throw usageError(`--tarballs: ${missing} is missing`);
  const others = needed.filter((name) => devDependencies[name] === undefined);
  return {
    ...rest,
    dependencies: placed({
      ...dependencies,
      ...Object.fromEntries(others.map((name) => [name, ""])),
    }),
    devDependencies: placed(devDependencies),
  };
};

const neededByAll = async (
  names: Readonly<Record<string, string>>,
): Promise<ReadonlyArray<string>> => {
  const found = new Set<string>();
  for (const name of Object.keys(names).filter(isOurs)) await neededBy(name, found);
  return [...found].sort();
};

const modelFolder = (model: string): string =>
  fileURLToPath(new URL(`scaffold/${model}`, ownFolder));

/** Copies a model; a file in JavaScript is TypeScript too. */
const copyModel = async (model: string, target: string, language: string): Promise<void> => {
  await cp(modelFolder(model), target, { recursive: true });
  const main = join(target, "src", "main");
  if (model === "library" && language === "typescript") await rename(`${main}.js`, `${main}.ts`);
};

/** A project is no secret. */
const readableFolder = 0o755;

interface Wanted {
  readonly kind: Awaited<ReturnType<typeof kindOf>>;
  readonly language: string;
  readonly packed: Readonly<Record<string, string>> | undefined;
}

const writeProject = async (target: string, { kind, language, packed }: Wanted): Promise<void> => {
  const models = kind.models(language);
  const model = await manifestIn(join(modelFolder(models[0] ?? language), "package.json"));
  const manifest = kind.manifest?.(model, language) ?? model;
  const made = { ...(await withOurs(manifest, packed)), name: basename(target) };
  try {
    makeFolder(join(target, ".github", "workflows"), readableFolder);
    for (const each of models) await copyModel(each, target, language);
    await cp(modelFolder("test.yml"), join(target, ".github", "workflows", "test.yml"));
    await writeFile(join(target, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
    // npm packs no file of this name
    await writeFile(join(target, ".gitignore"), "node_modules/\ndist/\ndata/\n");
  } catch (thrown) {
    throw new CommandError(`new: ${messageOf(thrown)}`);
  }
};

interface NewFlags {
  readonly kind?: string | undefined;
  readonly javascript?: boolean | undefined;
  readonly tarballs?: string | undefined;
}

export const runNewCommand = async (
  { kind: given, javascript, tarballs }: NewFlags,
  folder: string,
  out: (line: string) => void,
  ask: Ask = askAtTerminal,
): Promise<void> => {
  const target = targetOf(folder);
  const kind = await kindOf(given, ask);
  await checkEmpty(target);
  const packed = tarballs === undefined ? undefined : await packedIn(tarballs, target);
  const language = javascript === true ? "javascript" : (kind.languages[0] ?? "javascript");
  await writeProject(target, { kind, language, packed });
  out(`Made ${target}, ${kind.text}. Next: cd ${folder}, npm install, npm test, npm start`);
};
