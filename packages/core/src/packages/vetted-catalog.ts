import type { PackageId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompiledCatalog, CompiledInterface, CompiledTemplate } from "./catalog.js";
import { notVetted } from "../errors/interpretation-error.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { Template } from "../templates/template.js";
import type { Micros } from "../values/time.js";
import { isUsableAt, type VettingState } from "./vetting-state.js";

/**
 * The catalogue as new submissions see it: package selection passes over packages that are not
 * vetted at this time (ledger-api 2.13, 7). If no package was ever unvetted it is the catalogue
 * itself.
 */
export const vettedCatalog = (
  catalog: CompiledCatalog,
  vetting: VettingState,
  at: Micros,
): CompiledCatalog =>
  vetting.exceptions.size === 0
    ? catalog
    : restricted(catalog, (packageId) => isUsableAt(vetting, packageId, at));

type IsUsable = (packageId: PackageId) => boolean;

const restricted = (catalog: CompiledCatalog, isUsable: IsUsable): CompiledCatalog => {
  const usableVersions = (of: CompiledTemplate): ReadonlyArray<CompiledTemplate> =>
    templatesNamed(catalog, `#${of.package.name}:${of.name}`).filter((each) =>
      isUsable(each.package.packageId),
    );
  return {
    ...catalog,
    isUsable,
    // of versions that share their code, a definition means one that is usable
    templateOf: (definition) => {
      const own = catalog.templateOf(definition);
      if (own === undefined || isUsable(own.package.packageId)) return own;
      return usableVersions(own).find((each) => isVersionOf(each, definition)) ?? own;
    },
    resolve: (reference, preference) => resolve(catalog, isUsable, reference, preference),
    preferredVersion: (templateId, preference) => {
      const chosen = catalog.preferredVersion(templateId, preference);
      if (chosen === undefined || isUsable(chosen.package.packageId)) return chosen;
      return usableVersions(chosen)[0];
    },
    implementingVersion: (templateId, interfaceId, preference) => {
      const itself = catalog.template(templateId);
      const versions = itself === undefined ? [] : usableVersions(itself);
      const wanted = versions.find((each) => preference.includes(each.package.packageId));
      const inUse = wanted ?? versions[0];
      return inUse?.instances.has(interfaceId) === true ? inUse : undefined;
    },
    checkPreference: (preference) =>
      catalog.checkPreference(preference) ?? unusablePreference(isUsable, preference),
  };
};

const isVersionOf = (
  { links, definition: own }: CompiledTemplate,
  of: Template<unknown>,
): boolean => links?.templates.get(of) === own;

const orNothing = (found: Either<LedgerError, ReadonlyArray<string>>): ReadonlyArray<string> =>
  isLeft(found) ? [] : found.right;

/** All versions of a template in package-name form, the highest first. */
const templatesNamed = (
  catalog: CompiledCatalog,
  reference: string,
): ReadonlyArray<CompiledTemplate> =>
  orNothing(catalog.templatesMatching(reference)).flatMap((id) => catalog.template(id) ?? []);

const interfacesNamed = (
  catalog: CompiledCatalog,
  reference: string,
): ReadonlyArray<CompiledInterface> =>
  orNothing(catalog.interfacesMatching(reference)).flatMap((id) => catalog.interface(id) ?? []);

const resolve = (
  catalog: CompiledCatalog,
  isUsable: IsUsable,
  reference: string,
  preference: ReadonlyArray<string>,
): Either<LedgerError, CompiledTemplate | CompiledInterface> => {
  const chosen = catalog.resolve(reference, preference);
  if (isLeft(chosen) || isUsable(chosen.right.package.packageId)) return chosen;
  if (!reference.startsWith("#")) return left(notVetted(chosen.right.package.packageId));
  const usable = [
    ...templatesNamed(catalog, reference),
    ...interfacesNamed(catalog, reference),
  ].filter((each) => isUsable(each.package.packageId));
  const best = usable.find((each) => preference.includes(each.package.packageId)) ?? usable[0];
  return best === undefined
    ? left(
        ledgerError(
          "JSON_API_PACKAGE_SELECTION_FAILED",
          `No package with the name ${chosen.right.package.name} that has ${reference} is vetted on this node.`,
        ),
      )
    : right(best);
};

const unusablePreference = (
  isUsable: IsUsable,
  preference: ReadonlyArray<string>,
): LedgerError | undefined => {
  const at = preference.findIndex((packageId) => !isUsable(packageId));
  if (at < 0) return undefined;
  return ledgerError(
    "JSON_API_PACKAGE_SELECTION_FAILED",
    `The preferred package ${preference[at]} is not vetted on this node.`,
    { place: { of: "packagePreference", index: at } },
  );
};
