import { compareVersions } from "./package-version.js";
import { shortHash } from "../values/text-sentence.js";
import type { TemplateId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type {
  CompiledCatalog,
  CompiledInterface,
  CompiledTemplate,
  PackageInfo,
  ValuePlace,
} from "./catalog.js";
import { interfacesMatching, templatesMatching } from "./catalog-filters.js";
import { type CatalogIndex, indexOf } from "./catalog-index.js";
import { type CompiledPackages, compilePackages, type PackageError } from "./compile-packages.js";
import type { Sha256 } from "../values/sha256.js";
import { type DeclaredEntity, type DeclaredPackage, isArchiveModel } from "./declared-package.js";
import { type PackageRef, parseIdentifier } from "../values/grammar.js";
import {
  invalidArgument,
  invalidField,
  ledgerError,
  packageNamesNotFound,
  templateNotFound,
} from "../errors/ledger-error-build.js";
import { errorOfChoice, EvaluationError, StoppedCommand } from "../errors/choice-error.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { Json } from "../values/json.js";
import type { Interface, Package, Template } from "../templates/template.js";

/**
 * The catalogue of some packages. Left: what is wrong with them, see `compilePackages`.
 *
 * @param sha256 names each package by its model
 */
export const compileCatalog = (
  definitions: ReadonlyArray<Package>,
  sha256: Sha256,
): Either<PackageError, CompiledCatalog> => {
  const compiled = compilePackages(definitions, sha256);
  return isLeft(compiled) ? compiled : right(catalogOf(compiled.right, []));
};

/**
 * Templates by their definitions. A definition whose package is not there means the version that
 * shares its code, if that is there.
 */
const byDefinition = (
  templates: ReadonlyArray<CompiledTemplate>,
): ReadonlyMap<Template<unknown>, CompiledTemplate> => {
  const found = new Map<Template<unknown>, CompiledTemplate>(
    templates.map((of) => [of.definition, of]),
  );
  const links = new Set(templates.flatMap((of) => of.links ?? []));
  for (const { templates: shared } of links) {
    for (const [definition, version] of shared) {
      const compiled = found.get(version);
      if (compiled !== undefined && !found.has(definition)) found.set(definition, compiled);
    }
  }
  return found;
};

/**
 * The catalogue of packages with code and of packages without.
 *
 * @param declared none of them may have the id of a package with code
 */
export const catalogOf = (
  compiled: CompiledPackages,
  declared: ReadonlyArray<DeclaredPackage>,
): CompiledCatalog => {
  const { templates, interfaces } = compiled;
  const index = indexOf(compiled, declared);
  const templateByDefinition = byDefinition(templates);
  const interfaceByDefinition = new Map<Interface<unknown>, CompiledInterface>(
    interfaces.map((of) => [of.definition, of]),
  );
  return {
    packages: index.packages,
    isUsable: () => true,
    packageInfo: (packageId) => index.infos.get(packageId),
    template: (templateId) => index.byId.get(templateId),
    interface: (interfaceId) => index.interfacesById.get(interfaceId),
    templateOf: (definition) => templateByDefinition.get(definition),
    interfaceOf: (definition) => interfaceByDefinition.get(definition),
    resolve: (reference, preference) => resolve(index, reference, preference),
    preferredVersion: (templateId, preference) => preferredVersion(index, templateId, preference),
    checkPreference: (preference) => checkPreference(index.infos, preference),
    templatesMatching: (reference) => templatesMatching(index, reference),
    interfacesMatching: (reference) => interfacesMatching(index, reference),
    implementingVersion: (templateId, interfaceId, preference) =>
      implementingVersion(index, templateId, interfaceId, preference),
    implementers: (interfaceId) =>
      templates
        .filter((of) => viewingVersion(index, of.templateId, interfaceId) !== undefined)
        .map((of) => of.templateId),
    interfacesOf: (templateId) => interfacesOf(index, templateId),
    viewPackage: (interfaceId, templateId) =>
      viewingVersion(index, templateId, interfaceId)?.package.packageId,
    interfaceView: (interfaceId, templateId, payload) =>
      interfaceView(index, interfaceId, templateId, payload),
    modelAt: (place) => modelAt(index, place),
  };
};

const modelAt = (index: CatalogIndex, { id, part, choice }: ValuePlace): Json | undefined => {
  const found = resolve(index, id, []);
  if (isLeft(found)) return undefined;
  const of = found.right;
  if (part === "argument" || part === "result") return of.choices.get(choice ?? "")?.[part].model;
  if (of.kind === "interface") return part === "view" ? of.definition.view.model : undefined;
  return part === "key" ? of.definition.key?.type.model : of.definition.payload.model;
};

const resolve = (
  index: CatalogIndex,
  reference: string,
  preference: ReadonlyArray<string>,
): Either<LedgerError, CompiledTemplate | CompiledInterface> => {
  const known = index.byId.get(reference) ?? index.interfacesById.get(reference);
  if (known !== undefined) return right(known);
  const declared = declaredAt(index, reference, preference);
  if (declared !== undefined) return left(withoutCode(reference, declared));
  const versions = index.byName.get(reference);
  const chosen = versions === undefined ? undefined : preferred(versions, preference);
  return chosen === undefined ? left(unresolved(index, reference)) : right(chosen);
};

/**
 * Resolves a reference to a template without code: by its id, by a preferred package, else by name
 * alone when no version has code.
 */
const declaredAt = (
  index: CatalogIndex,
  reference: string,
  preference: ReadonlyArray<string>,
): DeclaredEntity | undefined => {
  const byId = index.declaredById.get(reference);
  if (byId !== undefined) return byId;
  const versions = index.declaredByName.get(reference);
  if (versions === undefined) return undefined;
  const wanted = versions.find((of) => preference.includes(of.package.packageId));
  return wanted ?? (index.byName.has(reference) ? undefined : versions[0]);
};

const withoutCode = (
  reference: string,
  { kind, package: { packageId, name, version, model }, id }: DeclaredEntity,
): LedgerError =>
  isArchiveModel(model)
    ? ledgerError(
        "PACKAGE_SELECTION_FAILED",
        `The ${kind} ${reference} is of the uploaded package ${name} ${version} (${packageId}). Its archive could not be read when the node was opened; upload its DAR again, or open the node with a TypeScript definition that has this package id.`,
        { context: { package_id: packageId, [`${kind}_id`]: id } },
      )
    : templateNotFound(reference);

const preferred = <A extends { readonly package: PackageInfo }>(
  versions: ReadonlyArray<A>,
  preference: ReadonlyArray<string>,
): A | undefined =>
  preference.length === 0
    ? versions[0]
    : (versions.find((of) => preference.includes(of.package.packageId)) ?? versions[0]);

const unresolved = (index: CatalogIndex, reference: string): LedgerError => {
  const parsed = parseIdentifier(reference);
  if (isLeft(parsed)) return invalidField("templateId", parsed.left.reason);
  const packageRef: PackageRef = parsed.right.packageRef;
  if (packageRef.kind === "id") return templateNotFound(reference);
  const versions = index.packages.filter(({ name }) => name === packageRef.value);
  const [highest] = versions.toSorted((a, b) => compareVersions(b.version, a.version));
  return highest === undefined
    ? packageNamesNotFound(packageRef.value)
    : templateNotFound(reference.replace(`#${packageRef.value}`, highest.packageId));
};

/** All versions of a template, the highest first; none of an unknown one. */
const versionsOf = (index: CatalogIndex, templateId: TemplateId): ReadonlyArray<CompiledTemplate> =>
  index.versionsById.get(templateId) ?? [];

const interfacesOf = (index: CatalogIndex, templateId: TemplateId): ReadonlyArray<string> => [
  ...new Set(versionsOf(index, templateId).flatMap((of) => [...of.instances.keys()])),
];

const implementingVersion = (
  index: CatalogIndex,
  templateId: TemplateId,
  interfaceId: string,
  preference: ReadonlyArray<string>,
): CompiledTemplate | undefined => {
  const inUse = preferred(versionsOf(index, templateId), preference);
  return inUse?.instances.has(interfaceId) === true ? inUse : undefined;
};

/** The highest version of a template that implements an interface. */
const viewingVersion = (
  index: CatalogIndex,
  templateId: TemplateId,
  interfaceId: string,
): CompiledTemplate | undefined =>
  versionsOf(index, templateId).find((of) => of.instances.has(interfaceId));

const preferredVersion = (
  index: CatalogIndex,
  templateId: TemplateId,
  preference: ReadonlyArray<string>,
): CompiledTemplate | undefined => {
  const itself = index.byId.get(templateId);
  if (itself === undefined || preference.length === 0) return itself;
  const versions = versionsOf(index, templateId);
  return versions.find((of) => preference.includes(of.package.packageId)) ?? itself;
};

const checkPreference = (
  infos: ReadonlyMap<string, PackageInfo>,
  preference: ReadonlyArray<string>,
): LedgerError | undefined => {
  const names = new Map<string, string>();
  for (const [at, packageId] of preference.entries()) {
    const place = { of: "packagePreference", index: at } as const;
    const info = infos.get(packageId);
    if (info === undefined) {
      return ledgerError(
        "JSON_API_PACKAGE_SELECTION_FAILED",
        `The preferred package ${packageId} is not known to this node.`,
        { publicCause: `Package-id ${shortHash(packageId)} not known`, place },
      );
    }
    const other = names.get(info.name);
    if (other !== undefined) {
      return {
        ...invalidArgument(
          `found ${packageId}, a second package of the name ${info.name}, expected one`,
          undefined,
          {
            sentence: `duplicate preference for package-name ${info.name}: ${other} vs ${packageId}`,
          },
        ),
        place,
      };
    }
    names.set(info.name, packageId);
  }
  return undefined;
};

const interfaceView = (
  index: CatalogIndex,
  interfaceId: string,
  templateId: TemplateId,
  payload: Json,
): Either<LedgerError, Json> => {
  const template = viewingVersion(index, templateId, interfaceId);
  const instance = template?.instances.get(interfaceId);
  if (template === undefined || instance === undefined) {
    return left(
      ledgerError(
        "NO_VETTED_INTERFACE_IMPLEMENTATION_PACKAGE",
        `No package known to this node implements ${interfaceId} for ${templateId}.`,
      ),
    );
  }
  const decoded = template.definition.payload.decode(payload);
  if (isLeft(decoded)) {
    return left(
      ledgerError(
        "DAML_INTERPRETATION_ERROR",
        `The payload cannot be read: ${decoded.left.reason}.`,
      ),
    );
  }
  try {
    return right(instance.interface.view.encode(instance.view(decoded.right)));
  } catch (thrown) {
    if (thrown instanceof EvaluationError) return left(thrown.ledgerError());
    if (thrown instanceof StoppedCommand) return left(errorOfChoice(thrown.error));
    return left(
      ledgerError("UNHANDLED_EXCEPTION", `The view of ${interfaceId} failed: ${String(thrown)}.`),
    );
  }
};
