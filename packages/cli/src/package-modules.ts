import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { messageOf } from "@tallystick/background";
import type { Package } from "@tallystick/core";
import type { RegistryModule } from "@tallystick/http";
import type { DarFile } from "@tallystick/node";
import { type CommandError, usageError } from "./command-error.js";
import { exitCode } from "./exit-code.js";

/** This module, by which threads get packages. */
export const packageModules = new URL("./package-modules.js", import.meta.url).href;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const areAll = (kind: string, values: unknown): boolean =>
  Array.isArray(values) && values.every((each) => isObject(each) && each.kind === kind);

/** What `definePackage` returns, of whichever copy of `@tallystick/core`. */
const isPackage = (value: unknown): value is Package =>
  isObject(value) &&
  typeof value.name === "string" &&
  typeof value.version === "string" &&
  areAll("template", value.templates) &&
  areAll("interface", value.interfaces) &&
  areAll("choice", value.choices) &&
  areAll("instance", value.instances);

/** The packages among exports: packages, and lists of packages. */
const packagesAmong = (exported: ReadonlyArray<unknown>): ReadonlyArray<Package> =>
  exported.flatMap((each) => {
    if (Array.isArray(each) && each.every(isPackage)) return each;
    return isPackage(each) ? [each] : [];
  });

const wrong = (reason: string): CommandError => usageError(`packages: ${reason}`);

/**
 * Imports a module that a flag or a setting names. One that ends this process, or waits for what
 * never comes, ends it with the exit code of wrong usage.
 *
 * @param file an absolute path, or one from the working directory
 * @throws {CommandError} what the module throws
 */
export const importedModule = async (
  file: string,
  wrong: (reason: string) => CommandError,
): Promise<unknown> => {
  const ended = (): void => {
    const reason = `${file} ends the process, or waits forever, when it is imported`;
    process.stderr.write(`tallystick: ${wrong(reason).message}; it may only export\n`);
    process.exitCode = exitCode.usage;
  };
  process.once("exit", ended);
  try {
    return await import(pathToFileURL(file).href);
  } catch (thrown) {
    const reason = `${file} throws when it is imported: ${messageOf(thrown)}`;
    throw wrong(`${reason}; "node ${file}" shows where`);
  } finally {
    process.off("exit", ended);
  }
};

const importOf = async (file: string): Promise<unknown> => {
  const found = await stat(file).catch((thrown: unknown) => {
    throw wrong(`cannot read ${file}: ${messageOf(thrown)}`);
  });
  if (!found.isFile()) throw wrong(`${file} is not a file`);
  return importedModule(file, wrong);
};

const loadModule = async (file: string): Promise<ReadonlyArray<Package>> => {
  const module = await importOf(file);
  const exported = isObject(module) ? module : {};
  const packages = packagesAmong(Object.values(exported));
  if (packages.length > 0) return packages;
  const found = Object.keys(exported).join(", ");
  throw wrong(
    `${file} exports no package: expected what definePackage returns, ` +
      `found ${found === "" ? "no exports" : found}`,
  );
};

/**
 * Imports modules and reads DARs, in order, and gives the packages they export, each once.
 *
 * @param files absolute paths, or paths from the working directory; a DAR ends in `.dar`
 * @throws {CommandError} which module has no package and why
 */
export const loadPackages = async (
  files: ReadonlyArray<string>,
): Promise<ReadonlyArray<Package | DarFile>> => {
  const packages = new Set<Package | DarFile>();
  for (const file of files) {
    if (isDar(file)) packages.add(await loadDar(file));
    else for (const each of await loadModule(file)) packages.add(each);
  }
  return [...packages];
};

const isDefined = (given: Package | DarFile): given is Package =>
  !("kind" in given && given.kind === "dar");

const isDar = (file: string): boolean => file.toLowerCase().endsWith(".dar");

const loadDar = async (file: string): Promise<DarFile> => {
  const { LedgerFailure, readDar } = await import("@tallystick/node");
  try {
    return await readDar(file);
  } catch (thrown) {
    throw thrown instanceof LedgerFailure ? wrong(thrown.message) : thrown;
  }
};

/** What `serve` mounts of an export: a registry of a token. */
const isRegistry = (value: unknown): value is RegistryModule =>
  isObject(value) && value.kind === "token-registry" && typeof value.open === "function";

/**
 * The registries of tokens that modules export, each once.
 *
 * @param files those of the packages
 */
export const loadRegistries = async (
  files: ReadonlyArray<string>,
): Promise<ReadonlyArray<RegistryModule>> => {
  const found = new Set<RegistryModule>();
  for (const file of files.filter((each) => !isDar(each))) {
    const module = await importOf(file);
    const exported = isObject(module) ? Object.values(module) : [];
    for (const each of exported) if (isRegistry(each)) found.add(each);
  }
  return [...found];
};

/** The coin's packages and those of modules, as a thread of an audit gets them. */
export const packagesFrom = async (
  files: ReadonlyArray<string>,
): Promise<ReadonlyArray<Package>> => {
  const { coinPackages } = await import("@tallystick/coin");
  // an audit finds the archives of DARs in the journal
  const modules = await loadPackages(files.filter((file) => !isDar(file)));
  return [...coinPackages, ...modules.flatMap((each) => (isDefined(each) ? [each] : []))];
};
