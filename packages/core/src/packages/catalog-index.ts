import type { CompiledInterface, CompiledTemplate, PackageInfo } from "./catalog.js";
import type { CompiledPackages } from "./compile-packages.js";
import type { DeclaredEntity, DeclaredPackage } from "./declared-package.js";
import { compareVersions } from "./package-version.js";

/** Items by `#name:Module:Entity`, each with its versions, the highest first. */
export type Versions<A> = ReadonlyMap<string, ReadonlyArray<A>>;

/** Lookup tables of a catalogue. */
export interface CatalogIndex {
  readonly packages: ReadonlyArray<PackageInfo>;
  readonly infos: ReadonlyMap<string, PackageInfo>;
  readonly packageNames: ReadonlySet<string>;
  readonly byId: ReadonlyMap<string, CompiledTemplate>;
  /** All versions of each template, by its id; the highest first. */
  readonly versionsById: ReadonlyMap<string, ReadonlyArray<CompiledTemplate>>;
  readonly interfacesById: ReadonlyMap<string, CompiledInterface>;
  readonly byName: Versions<CompiledTemplate | CompiledInterface>;
  /** What is known by name only, by id in package-id form. */
  readonly declaredById: ReadonlyMap<string, DeclaredEntity>;
  readonly declaredByName: Versions<DeclaredEntity>;
}

/** The index of packages with code and of packages known by their names only. */
export const indexOf = (
  { packages, templates, interfaces }: CompiledPackages,
  declared: ReadonlyArray<DeclaredPackage>,
): CatalogIndex => {
  const known = [...packages, ...declared.map(({ info }) => info)];
  const entities = declared.flatMap((of) => of.entities);
  const versions = [...versionsByName(templates).values()];
  return {
    packages: known,
    infos: new Map(known.map((info) => [info.packageId, info])),
    packageNames: new Set(known.map((info) => info.name)),
    byId: new Map(templates.map((of) => [of.templateId, of])),
    versionsById: new Map(versions.flatMap((all) => all.map((of) => [of.templateId, all]))),
    interfacesById: new Map(interfaces.map((of) => [of.interfaceId, of])),
    byName: versionsByName([...templates, ...interfaces]),
    declaredById: new Map(entities.map((of) => [of.id, of])),
    declaredByName: versionsByName(entities),
  };
};

interface Versioned {
  readonly package: PackageInfo;
  readonly name: string;
}

const versionsByName = <A extends Versioned>(items: ReadonlyArray<A>): Versions<A> => {
  const found = new Map<string, Array<A>>();
  for (const item of items) {
    const reference = `#${item.package.name}:${item.name}`;
    const versions = found.get(reference);
    if (versions === undefined) found.set(reference, [item]);
    else versions.push(item);
  }
  for (const versions of found.values()) versions.sort(byVersion);
  return found;
};

/** Orders the highest version first. */
export const byVersion = (a: Versioned, b: Versioned): number =>
  compareVersions(b.package.version, a.package.version);
