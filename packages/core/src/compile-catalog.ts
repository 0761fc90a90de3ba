import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type {
  CompiledCatalog,
  CompiledInterface,
  CompiledTemplate,
  PackageInfo,
} from "./catalog.js";
import { type CompiledPackages, compilePackages, type Sha256 } from "./compile-packages.js";
import { type PackageRef, parseIdentifier } from "./grammar.js";
import {
  invalidArgument,
  invalidField,
  ledgerError,
  templateNotFound,
} from "./ledger-error-build.js";
import type { LedgerError } from "./ledger-error.js";
import type { Json } from "./json.js";
import type { Interface, Package, Template } from "./template.js";

/**
 * The catalogue of some packages. Left: what is wrong with them, see `compilePackages`.
 *
 * @param sha256 names each package by its model
 */
export const compileCatalog = (
  definitions: ReadonlyArray<Package>,
  sha256: Sha256,
): Either<string, CompiledCatalog> => {
  const compiled = compilePackages(definitions, sha256);
  return isLeft(compiled) ? compiled : right(catalogOf(compiled.right));
};

type Versions<A> = ReadonlyMap<string, ReadonlyArray<A>>;

interface Index {
  readonly byId: ReadonlyMap<string, CompiledTemplate>;
  readonly interfacesById: ReadonlyMap<string, CompiledInterface>;
  /** `#name:Module:Entity` to its versions, the highest first. */
  readonly byName: Versions<CompiledTemplate | CompiledInterface>;
  readonly packageNames: ReadonlySet<string>;
}

const catalogOf = ({ packages, templates, interfaces }: CompiledPackages): CompiledCatalog => {
  const index: Index = {
    byId: new Map(templates.map((of) => [of.templateId, of])),
    interfacesById: new Map(interfaces.map((of) => [of.interfaceId, of])),
    byName: versionsByName([...templates, ...interfaces]),
    packageNames: new Set(packages.map((info) => info.name)),
  };
  const infos = new Map(packages.map((info) => [info.packageId, info]));
  const templateByDefinition = new Map<Template<unknown>, CompiledTemplate>(
    templates.map((of) => [of.definition, of]),
  );
  const interfaceByDefinition = new Map<Interface<unknown>, CompiledInterface>(
    interfaces.map((of) => [of.definition, of]),
  );
  return {
    packages,
    isUsable: () => true,
    packageInfo: (packageId) => infos.get(packageId),
    template: (templateId) => index.byId.get(templateId),
    interface: (interfaceId) => index.interfacesById.get(interfaceId),
    templateOf: (definition) => templateByDefinition.get(definition),
    interfaceOf: (definition) => interfaceByDefinition.get(definition),
    resolve: (reference, preference) => resolve(index, reference, preference),
    preferredVersion: (templateId, preference) => preferredVersion(index, templateId, preference),
    checkPreference: (preference) => checkPreference(infos, preference),
    templatesMatching: (reference) => templatesMatching(index, reference),
    interfacesMatching: (reference) => interfacesMatching(index, reference),
    implementingVersion: (templateId, interfaceId, preference) =>
      implementingVersion(index, templateId, interfaceId, preference),
    implementers: (interfaceId) =>
      templates
        .filter((of) => versionsOf(index, of).some((each) => each.instances.has(interfaceId)))
        .map((of) => of.templateId),
    interfacesOf: (templateId) => interfacesOf(index, templateId),
    viewPackage: (interfaceId, templateId) =>
      implementingVersion(index, templateId, interfaceId, [])?.package.packageId,
    interfaceView: (interfaceId, templateId, payload) =>
      interfaceView(index, interfaceId, templateId, payload),
  };
};

const versionsByName = <A extends CompiledTemplate | CompiledInterface>(
  items: ReadonlyArray<A>,
): Versions<A> => {
  const found = new Map<string, Array<A>>();
  for (const item of items) {
    const reference = `#${item.package.name}:${item.name}`;
    found.set(reference, [...(found.get(reference) ?? []), item]);
  }
  for (const versions of found.values())
    versions.sort((a, b) => compareVersions(b.package.version, a.package.version));
  return found;
};

/** Negative, zero or positive as the first package version is lower than, equal to or higher than the second. */
export const compareVersions = (a: string, b: string): number => {
  const [left, right] = [a.split(".").map(Number), b.split(".").map(Number)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
};

const resolve = (
  index: Index,
  reference: string,
  preference: ReadonlyArray<string>,
): Either<LedgerError, CompiledTemplate | CompiledInterface> => {
  const known = index.byId.get(reference) ?? index.interfacesById.get(reference);
  if (known !== undefined) return right(known);
  const versions = index.byName.get(reference);
  const chosen = versions === undefined ? undefined : preferred(versions, preference);
  return chosen === undefined ? left(unresolved(index, reference)) : right(chosen);
};

const preferred = <A extends { readonly package: PackageInfo }>(
  versions: ReadonlyArray<A>,
  preference: ReadonlyArray<string>,
): A | undefined =>
  preference.length === 0
    ? versions[0]
    : (versions.find((of) => preference.includes(of.package.packageId)) ?? versions[0]);

const unresolved = (index: Index, reference: string): LedgerError => {
  const parsed = parseIdentifier(reference);
  if (isLeft(parsed)) return invalidField("templateId", parsed.left);
  const packageRef: PackageRef = parsed.right.packageRef;
  if (packageRef.kind === "name" && !index.packageNames.has(packageRef.value))
    return ledgerError(
      "JSON_API_PACKAGE_SELECTION_FAILED",
      `No package with the name ${packageRef.value} is known to this node.`,
    );
  return templateNotFound(reference);
};

/** All versions of a template, the highest first. */
const versionsOf = (
  index: Index,
  { package: { name: packageName }, name }: CompiledTemplate,
): ReadonlyArray<CompiledTemplate> =>
  (index.byName.get(`#${packageName}:${name}`) ?? []).filter((of) => of.kind === "template");

const interfacesOf = (index: Index, templateId: string): ReadonlyArray<string> => {
  const itself = index.byId.get(templateId);
  if (itself === undefined) return [];
  return [...new Set(versionsOf(index, itself).flatMap((of) => [...of.instances.keys()]))];
};

const implementingVersion = (
  index: Index,
  templateId: string,
  interfaceId: string,
  preference: ReadonlyArray<string>,
): CompiledTemplate | undefined => {
  const itself = index.byId.get(templateId);
  if (itself === undefined) return undefined;
  const versions = versionsOf(index, itself).filter((of) => of.instances.has(interfaceId));
  return (
    versions.find((of) => preference.includes(of.package.packageId)) ??
    versions.find((of) => of === itself) ??
    versions[0]
  );
};

const preferredVersion = (
  index: Index,
  templateId: string,
  preference: ReadonlyArray<string>,
): CompiledTemplate | undefined => {
  const itself = index.byId.get(templateId);
  if (itself === undefined || preference.length === 0) return itself;
  const versions = index.byName.get(`#${itself.package.name}:${itself.name}`) ?? [];
  const chosen = versions.find((of) => preference.includes(of.package.packageId));
  return chosen?.kind === "template" ? chosen : itself;
};

const checkPreference = (
  infos: ReadonlyMap<string, PackageInfo>,
  preference: ReadonlyArray<string>,
): LedgerError | undefined => {
  const names = new Set<string>();
  for (const [at, packageId] of preference.entries()) {
    const field = `packageIdSelectionPreference[${at}]`;
    const info = infos.get(packageId);
    if (info === undefined)
      return invalidArgument(`found ${packageId}, a package this node does not know`, field);
    if (names.has(info.name))
      return invalidArgument(
        `found ${packageId}, a second package of the name ${info.name}, expected one`,
        field,
      );
    names.add(info.name);
  }
  return undefined;
};

/** The versions a filter in package-name form stands for; Left as ledger-api 3.4 has it. */
const matching = (
  index: Index,
  reference: string,
  kind: "template" | "interface",
): Either<LedgerError, ReadonlyArray<CompiledTemplate | CompiledInterface>> => {
  const parsed = parseIdentifier(reference);
  if (isLeft(parsed)) return left(invalidField(`${kind}Id`, parsed.left));
  const packageRef: PackageRef = parsed.right.packageRef;
  if (packageRef.kind === "id")
    return left(
      invalidField(
        "packageId",
        `expected the package-name form #name:Module:Entity, found ${reference}`,
      ),
    );
  const found = (index.byName.get(reference) ?? []).filter((of) => of.kind === kind);
  if (found.length > 0) return right(found);
  if (!index.packageNames.has(packageRef.value))
    return left(
      ledgerError(
        "PACKAGE_NAMES_NOT_FOUND",
        `The package name ${packageRef.value} is not known to this node.`,
      ),
    );
  return left(
    kind === "template"
      ? ledgerError(
          "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
          `No package of that name has the template ${reference}.`,
        )
      : ledgerError(
          "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
          `No package of that name has the interface ${reference}.`,
        ),
  );
};

const templatesMatching = (
  index: Index,
  reference: string,
): Either<LedgerError, ReadonlyArray<string>> => {
  const found = matching(index, reference, "template");
  return isLeft(found)
    ? found
    : right(found.right.flatMap((of) => (of.kind === "template" ? [of.templateId] : [])));
};

const interfacesMatching = (
  index: Index,
  reference: string,
): Either<LedgerError, ReadonlyArray<string>> => {
  const found = matching(index, reference, "interface");
  return isLeft(found)
    ? found
    : right(found.right.flatMap((of) => (of.kind === "interface" ? [of.interfaceId] : [])));
};

const interfaceView = (
  index: Index,
  interfaceId: string,
  templateId: string,
  payload: Json,
): Either<LedgerError, Json> => {
  const template = implementingVersion(index, templateId, interfaceId, []);
  const instance = template?.instances.get(interfaceId);
  if (template === undefined || instance === undefined)
    return left(
      ledgerError(
        "NO_VETTED_INTERFACE_IMPLEMENTATION_PACKAGE",
        `No package known to this node implements ${interfaceId} for ${templateId}.`,
      ),
    );
  const decoded = template.definition.payload.decode(payload);
  if (isLeft(decoded))
    return left(
      ledgerError(
        "DAML_INTERPRETATION_ERROR",
        `The payload cannot be read: ${decoded.left.reason}.`,
      ),
    );
  try {
    return right(instance.interface.view.encode(instance.view(decoded.right)));
  } catch (thrown) {
    return left(
      ledgerError("UNHANDLED_EXCEPTION", `The view of ${interfaceId} failed: ${String(thrown)}.`),
    );
  }
};
