import { holdsContractIds, isRecordModel } from "../daml-types/type-model.js";
import {
  isNameString,
  isPackageIdString,
  isPackageName,
  isPackageVersion,
  parseIdentifier,
} from "../values/grammar.js";
import { isLeft } from "fp-ts/lib/Either.js";
import { ArgumentError } from "../values/argument-error.js";
import { sameName } from "../values/same-name.js";
import { formError, givenPartsError, partError } from "./definition-form.js";
import type { Choice, Instance, Interface, Package, Template } from "./template.js";

/** The name of the choice every template has. */
export const archiveChoiceName = "Archive";

/** The errors in a package itself: form, names, types. */
export const definitionError = (definition: Package): string | undefined => {
  const malformed = formError(definition);
  if (malformed !== undefined) return malformed;
  const { name, version, templates, interfaces, choices, instances } = definition;
  if (!isPackageName(name)) return `package name "${name}" is not of [a-zA-Z0-9-_]`;
  if (!isPackageVersion(version)) return `package ${name} has the version "${version}", not 1.2.3`;
  if (definition.packageId !== undefined && !isPackageIdString(definition.packageId))
    return `package ${name} has the package id "${definition.packageId}", not 1 to 64 of [a-zA-Z0-9-_ ]`;
  const names = [...templates, ...interfaces].map((of) => of.name);
  const wrong = [...templates, ...interfaces]
    .map((of) => nameError(of) ?? typeError(of))
    .find((found) => found !== undefined);
  if (wrong !== undefined) return `package ${name}: ${wrong}`;
  const owned = new Set<unknown>([...templates, ...interfaces]);
  const choiceNames = choices.map((choice) => `${choice.on.name}.${choice.name}`);
  const twice = repeated([...names, ...choiceNames]);
  if (twice !== undefined) return `package ${name} has ${twice} twice`;
  const same = sameName(names) ?? sameName(choiceNames);
  if (same !== undefined) return `package ${name}: ${same}`;
  for (const choice of choices) {
    if (!owned.has(choice.on))
      return `package ${name}: choice ${choice.name} is on ${choice.on.name} of another package`;
    const error = choiceNameError(choice);
    if (error !== undefined) return `package ${name}: ${error}`;
  }
  const stray = instances.find((instance) => !owned.has(instance.template));
  if (stray !== undefined)
    return `package ${name}: instance for ${stray.template.name} of another package`;
  const again = instances.find((a, index) =>
    instances.slice(0, index).some((b) => a.template === b.template && a.interface === b.interface),
  );
  return again === undefined
    ? undefined
    : `package ${name}: ${again.template.name} implements ${again.interface.name} twice`;
};

const nameError = ({ name }: { readonly name: string }): string | undefined =>
  isLeft(parseIdentifier(`x:${name}`))
    ? `"${name}" is not Module:Entity, such as "Main:Iou"`
    : undefined;

const choiceNameError = ({ name }: { readonly name: string }): string | undefined =>
  !isNameString(name) || name === archiveChoiceName ? `"${name}" cannot name a choice` : undefined;

/** Daml's rules for types: payloads and views are records, and keys hold no contract ids. */
const typeError = (of: Template<unknown> | Interface<unknown>): string | undefined => {
  const [part, type] = of.kind === "template" ? ["payload", of.payload] : ["view", of.view];
  if (!isRecordModel(type.model)) return `the ${part} of ${of.name} is not a record({...})`;
  if (of.kind === "interface") return undefined;
  const { name, key } = of;
  return key !== undefined && holdsContractIds(key.type.model)
    ? `the key of ${name} contains contract ids, which keys must not contain`
    : undefined;
};

const repeated = (names: ReadonlyArray<string>): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index);

const checked = <A>(definition: A, error: string | undefined): A => {
  if (error !== undefined) throw new ArgumentError(error);
  return definition;
};

/**
 * A definition of what it is told by arguments and of the parts of its author.
 *
 * @throws {ArgumentError} when the parts are no object, or would replace what it is told
 */
export const withParts = <T extends Parameters<typeof givenPartsError>[0], P>(
  told: T,
  parts: P,
): T & P => checked({ ...told, ...parts }, givenPartsError(told, parts));

/** @throws {ArgumentError} unless a template can be one */
export const checkedTemplate = <P, K, N extends string>(
  definition: Template<P, K, N>,
): Template<P, K, N> =>
  checked(
    definition,
    partError("template", definition, 0) ??
      within(`template ${definition.name}`, nameError(definition) ?? typeError(definition)),
  );

/** @throws {ArgumentError} unless an interface can be one */
export const checkedInterface = <V, M>(definition: Interface<V, M>): Interface<V, M> =>
  checked(
    definition,
    partError("interface", definition, 0) ??
      within(`interface ${definition.name}`, nameError(definition) ?? typeError(definition)),
  );

/** @throws {ArgumentError} unless a choice can be one */
export const checkedChoice = <A, R, N extends string>(
  definition: Choice<A, R, N>,
): Choice<A, R, N> =>
  checked(
    definition,
    partError("choice", definition, 0) ??
      within(`choice of ${definition.on.name}`, choiceNameError(definition)),
  );

/** @throws {ArgumentError} unless an instance can be one */
export const checkedInstance = (definition: Instance): Instance =>
  checked(definition, partError("instance", definition, 0));

/** @throws {ArgumentError} unless a package can be one, whatever other packages there are */
export const checkedPackage = (definition: Package): Package =>
  checked(definition, definitionError(definition));

const within = (place: string, error: string | undefined): string | undefined =>
  error === undefined ? undefined : `${place}: ${error}`;
