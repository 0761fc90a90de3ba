import type { PackageId } from "../values/ids.js";
import type { Catalog, CompiledCatalog } from "./catalog.js";
import { catalogOf } from "./compile-catalog.js";
import type { CompiledPackages } from "./compile-packages.js";
import { declaredPackage, isArchiveModel } from "./declared-package.js";
import type { PackageRegistered } from "../events/participant-event.js";
import { entriesOf, type PersistentMap } from "../collections/persistent-map.js";

/**
 * The catalogue at a state: a fold of the packages registered there and of the definitions this
 * process was opened with.
 */
export type LedgerCatalog = (packages: PersistentMap<PackageRegistered>) => CompiledCatalog;

/**
 * The catalogues of a ledger. Packages are only added, so the same map with the same size has the
 * same catalogue: it is cached, and a repeated call costs two comparisons.
 *
 * @param definitions what has code
 */
export const ledgerCatalog = (definitions: CompiledPackages): LedgerCatalog => {
  const coded = new Set(definitions.packages.map((info) => info.packageId));
  let of: PersistentMap<PackageRegistered> | undefined;
  let size = -1;
  let catalog = catalogOf(definitions, []);
  return (packages) => {
    if (packages === of && packages.size === size) return catalog;
    const declared = [...entriesOf(packages)]
      .filter(([packageId]) => !coded.has(packageId))
      // the order of the map differs from one process to the next
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, registered]) => declaredPackage(registered));
    catalog = catalogOf(definitions, declared);
    [of, size] = [packages, packages.size];
    return catalog;
  };
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
