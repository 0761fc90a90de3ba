import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Package } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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

const loadModule = async (file: string): Promise<Either<string, ReadonlyArray<Package>>> => {
  try {
    if (!(await stat(file)).isFile()) return left(`${file} is not a file`);
  } catch (error) {
    return left(`cannot read ${file}: ${textOf(error)}`);
  }
  let module: unknown;
  try {
    module = await import(pathToFileURL(file).href);
  } catch (error) {
    return left(`${file} throws when it is imported: ${textOf(error)}`);
  }
  const exported = isObject(module) ? module : {};
  const packages = packagesAmong(Object.values(exported));
  if (packages.length > 0) return right(packages);
  const found = Object.keys(exported).join(", ");
  return left(
    `${file} exports no package: expected what definePackage returns, ` +
      `found ${found === "" ? "no exports" : found}`,
  );
};

/**
 * Imports modules, in order, and gives the packages they export, each once. Left: which module has
 * no package and why.
 *
 * @param files absolute paths, or paths from the working directory
 */
export const loadPackages = async (
  files: ReadonlyArray<string>,
): Promise<Either<string, ReadonlyArray<Package>>> => {
  const packages = new Set<Package>();
  for (const file of files) {
    const loaded = await loadModule(file);
    if (isLeft(loaded)) return loaded;
    for (const each of loaded.right) packages.add(each);
  }
  return right([...packages]);
};
