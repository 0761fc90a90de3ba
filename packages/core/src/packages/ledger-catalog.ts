import type { PackageId } from "../values/ids.js";
import type { Catalog, CompiledCatalog, PackageInfo } from "./catalog.js";
import { catalogOf } from "./compile-catalog.js";
import type { CompiledPackages } from "./compile-packages.js";
import { type DeclaredPackage, declaredPackage, isArchiveModel } from "./declared-package.js";
import type { PackageRegistered } from "../events/participant-event.js";
import { noUploadedCode, type PackageEntities, type UploadedCode } from "./uploaded-code.js";
import { entriesOf, type PersistentMap } from "../collections/persistent-map.js";

/**
 * The catalogue at a state: a fold of the packages registered there and of the definitions this
 * process was opened with.
 */
export type LedgerCatalog = (packages: PersistentMap<PackageRegistered>) => CompiledCatalog;

/**
 * The catalogues of a ledger. Packages are only added, so the same map with the same size has the
 * same catalogue: it is cached, and a repeated call costs three comparisons.
 *
 * @param definitions what has code
 * @param uploaded the code of other packages, which came as archives
 */
export const ledgerCatalog = (
  definitions: CompiledPackages,
  uploaded: UploadedCode = noUploadedCode,
): LedgerCatalog => {
  const coded = new Set(definitions.packages.map((info) => info.packageId));
  let of: PersistentMap<PackageRegistered> | undefined;
  let [size, version] = [-1, -1];
  let catalog = catalogOf(definitions, []);
  return (packages) => {
    if (packages === of && packages.size === size && version === uploaded.version) return catalog;
    const others = [...entriesOf(packages)]
      .filter(([packageId]) => !coded.has(packageId))
      // the order of the map differs from one process to the next
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, registered]) => declaredPackage(registered));
    catalog = catalogWith(definitions, others, uploaded);
    [of, size, version] = [packages, packages.size, uploaded.version];
    return catalog;
  };
};

/** The catalogue of definitions and of packages that came otherwise, with what code they have. */
const catalogWith = (
  definitions: CompiledPackages,
  others: ReadonlyArray<DeclaredPackage>,
  uploaded: UploadedCode,
): CompiledCatalog => {
  const declared: Array<DeclaredPackage> = [];
  const infos: Array<PackageInfo> = [];
  const coded: Array<PackageEntities> = [];
  for (const other of others) {
    const entities = isArchiveModel(other.info.model) ? uploaded.entitiesOf(other.info) : undefined;
    if (entities === undefined) {
      declared.push(other);
    } else {
      infos.push(other.info);
      coded.push(entities);
    }
  }
  const compiled: CompiledPackages = {
    packages: [...definitions.packages, ...infos],
    templates: [...definitions.templates, ...coded.flatMap(({ templates }) => templates)],
    interfaces: [...definitions.interfaces, ...coded.flatMap(({ interfaces }) => interfaces)],
    packageCode: definitions.packageCode,
  };
  return catalogOf(compiled, declared);
};

/**
 * A catalogue that always reads the current one, so that long-lived holders see packages added
 * later.
 */
export const presentCatalog = (present: () => Catalog): Catalog => ({
  get packages() {
    return present().packages;
  },
  packageInfo: (packageId) => present().packageInfo(packageId),
  templatesMatching: (reference) => present().templatesMatching(reference),
  interfacesMatching: (reference) => present().interfacesMatching(reference),
  implementers: (interfaceId) => present().implementers(interfaceId),
  interfacesOf: (templateId) => present().interfacesOf(templateId),
  viewPackage: (interfaceId, templateId) => present().viewPackage(interfaceId, templateId),
  interfaceView: (interfaceId, templateId, payload) =>
    present().interfaceView(interfaceId, templateId, payload),
  modelAt: (place) => present().modelAt(place),
});

/**
 * How definitions differ from the packages registered under their ids: another name or version, or
 * a template or interface the uploaded package does not have. Undefined when all fit.
 */
export const definitionMismatch = (
  { packages, templates, interfaces }: CompiledPackages,
  registered: (packageId: PackageId) => PackageRegistered | undefined,
): string | undefined => {
  for (const info of packages) {
    const found = registered(info.packageId);
    if (found === undefined) continue;
    const about = `package ${info.name} ${info.version} is defined for the package id ${info.packageId}`;
    if (found.name !== info.name || found.version !== info.version)
      return `${about}, which is ${found.name} ${found.version}; give it that name and version, or no package id`;
    if (!isArchiveModel(found.model)) continue;
    const known = new Set(
      declaredPackage(found).entities.map(({ kind, name }) => `${kind} ${name}`),
    );
    const missing = [...templates, ...interfaces].find(
      (of) => of.package.packageId === info.packageId && !known.has(`${of.kind} ${of.name}`),
    );
    if (missing !== undefined) return `${about}, which has no ${missing.kind} ${missing.name}`;
  }
  return undefined;
};
