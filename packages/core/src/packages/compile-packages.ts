import type { Sha256 } from "../values/sha256.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { PackageCode } from "../events/journal-event.js";
import type { CompiledInterface, CompiledTemplate, PackageInfo } from "./catalog.js";
import type { DamlType } from "../daml-types/daml-type.js";
import { record } from "../daml-types/record-types.js";
import { unit } from "../daml-types/scalar-types.js";
import { canonicalJson } from "../values/json.js";
import { packageModel } from "./package-model.js";
import type { Choice, Instance, Interface, Package, Template } from "../templates/template.js";
import { archiveChoiceName, definitionError } from "../templates/definition-rules.js";

/** Packages with their ids, templates and interfaces resolved. */
export interface CompiledPackages {
  readonly packages: ReadonlyArray<PackageInfo>;
  readonly templates: ReadonlyArray<CompiledTemplate>;
  readonly interfaces: ReadonlyArray<CompiledInterface>;
  /** What code each package runs with, ascending by package id. */
  readonly packageCode: ReadonlyArray<PackageCode>;
}

const noFields = record({});

/**
 * In Daml an empty record, so that unlike a unit it accepts no further fields (daml-lf A.5).
 * Clients send null for it too.
 */
const archiveArgument: DamlType<Readonly<Record<never, never>>> = {
  ...noFields,
  decode: (value) => noFields.decode(value === null ? {} : value),
};

/** The choice that archives a contract with the authority of its signatories. */
const archiveOf = (template: Template<unknown>): Choice<unknown, unknown> => ({
  kind: "choice",
  on: template,
  name: archiveChoiceName,
  argument: archiveArgument,
  result: unit,
  consuming: true,
  controllers: (payload) => template.signatories(payload),
  observers: () => [],
  *body() {
    return {};
  },
});

/** What is wrong with the definition of a package. */
export interface PackageError {
  readonly packageName: string;
  /** Names the package and the part of it. */
  readonly message: string;
}

/**
 * Gives packages their ids and links their parts. Left: what is wrong with them (a name against its
 * grammar, a name twice, a payload that is no record, a key with contract ids, a choice or instance
 * of something no package has, packages whose interfaces refer to each other in a circle).
 */
export const compilePackages = (
  definitions: ReadonlyArray<Package>,
  sha256: Sha256,
): Either<PackageError, CompiledPackages> => {
  for (const definition of definitions) {
    const error = definitionError(definition);
    if (error !== undefined) return left({ packageName: definition.name, message: error });
  }
  const owners = new Map<Interface<unknown>, Package>();
  for (const definition of definitions)
    for (const of of definition.interfaces) owners.set(of, definition);
  const infos = new Map<Package, PackageInfo>();
  for (const definition of definitions) {
    const error = identify(definition, owners, infos, [], sha256);
    if (error !== undefined) return left({ packageName: definition.name, message: error });
  }
  return link(definitions, infos, owners);
};

/** Computes the id of a package after the ids of the packages whose interfaces it implements. */
const identify = (
  definition: Package,
  owners: ReadonlyMap<Interface<unknown>, Package>,
  infos: Map<Package, PackageInfo>,
  underway: ReadonlyArray<Package>,
  sha256: Sha256,
): string | undefined => {
  if (infos.has(definition)) return undefined;
  if (underway.includes(definition)) return `package ${definition.name} depends on itself`;
  for (const { interface: of, template } of definition.instances) {
    const owner = owners.get(of);
    if (owner === undefined)
      return `package ${definition.name}: ${template.name} implements ${of.name}, which is in no package`;
    if (owner === definition) continue;
    const error = identify(owner, owners, infos, [...underway, definition], sha256);
    if (error !== undefined) return error;
  }
  const interfaceId = (of: Interface<unknown>): string => {
    const owner = owners.get(of);
    const info = owner === undefined ? undefined : infos.get(owner);
    return info === undefined ? of.name : `${info.packageId}:${of.name}`;
  };
  const model = packageModel(definition, interfaceId);
  const packageId = definition.packageId ?? sha256(canonicalJson(model));
  infos.set(definition, { packageId, name: definition.name, version: definition.version, model });
  return undefined;
};

const link = (
  definitions: ReadonlyArray<Package>,
  infos: ReadonlyMap<Package, PackageInfo>,
  owners: ReadonlyMap<Interface<unknown>, Package>,
): Either<PackageError, CompiledPackages> => {
  const templates: Array<CompiledTemplate> = [];
  const interfaces: Array<CompiledInterface> = [];
  const packages: Array<PackageInfo> = [];
  const packageCode: Array<PackageCode> = [];
  const idOf = (of: Interface<unknown>): string => {
    const owner = owners.get(of);
    return `${(owner === undefined ? undefined : infos.get(owner))?.packageId ?? ""}:${of.name}`;
  };
  for (const definition of definitions) {
    const info = infos.get(definition);
    if (info === undefined || packages.some((known) => known.packageId === info.packageId))
      continue;
    const rival = packages.find(
      (known) => known.name === info.name && known.version === info.version,
    );
    if (rival !== undefined) {
      const message = `two different packages are both ${info.name} ${info.version}; give one of them another version`;
      return left({ packageName: info.name, message });
    }
    packages.push(info);
    packageCode.push({ packageId: info.packageId, codeVersion: definition.codeVersion ?? "" });
    for (const of of definition.interfaces) {
      interfaces.push({
        kind: "interface",
        interfaceId: `${info.packageId}:${of.name}`,
        package: info,
        name: of.name,
        definition: of,
        choices: choicesOn(definition, of),
      });
    }
    for (const template of definition.templates) {
      templates.push({
        kind: "template",
        templateId: `${info.packageId}:${template.name}`,
        package: info,
        name: template.name,
        definition: template,
        mirrorsDaml: definition.packageId !== undefined,
        links: definition.links,
        choices: new Map([
          ...choicesOn(definition, template),
          [archiveChoiceName, archiveOf(template)],
        ]),
        instances: instancesOf(definition, template, idOf),
      });
    }
  }
  packageCode.sort((a, b) => (a.packageId < b.packageId ? -1 : 1));
  return right({ packages, templates, interfaces, packageCode });
};

const choicesOn = (
  definition: Package,
  on: Template<unknown> | Interface<unknown>,
): Map<string, Choice<unknown, unknown>> =>
  new Map(
    definition.choices
      .filter((choice) => choice.on === on)
      .map((choice) => [choice.name, choice] as const),
  );

const instancesOf = (
  definition: Package,
  template: Template<unknown>,
  idOf: (of: Interface<unknown>) => string,
): Map<string, Instance> =>
  new Map(
    definition.instances
      .filter((instance) => instance.template === template)
      .map((instance) => [idOf(instance.interface), instance] as const),
  );
