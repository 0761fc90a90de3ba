import type { DataType, Module } from "../syntax/package.js";
import type { Type } from "../syntax/type.js";
import { constructorType, spine } from "./build-type.js";
import type { Packages } from "./definitions.js";
import { refuse } from "./check-error.js";
import { pushAll } from "./push-all.js";
import { type Scope, step } from "./scope.js";
import { showType } from "./show-type.js";

const atoms: ReadonlySet<string> = new Set([
  "Int64",
  "Text",
  "Timestamp",
  "Date",
  "Party",
  "Bool",
  "Unit",
  "AnyException",
]);
const containers: ReadonlyMap<string, number> = new Map([
  ["List", 1],
  ["Optional", 1],
  ["TextMap", 1],
  ["GenMap", 2],
]);

function dataType(packages: Packages, type: Extract<Type, { tag: "constructor" }>) {
  return packages.get(type.of.packageId)?.modules.get(type.of.module)?.dataTypes.get(type.of.name);
}

/** Parts that have to be serializable too; undefined where the type is not. */
function partsOf(
  scope: Scope,
  type: Type,
  parameters: ReadonlySet<string>,
): ReadonlyArray<Type> | undefined {
  const { head, given } = spine(type);
  if (head.tag === "variable") return parameters.has(head.name) ? given : undefined;
  if (head.tag === "constructor")
    return dataType(scope.packages, head)?.serializable === true ? given : undefined;
  if (head.tag !== "builtin") return undefined;
  if (atoms.has(head.builtin)) return given;
  if (head.builtin === "ContractId") return given.length === 1 ? [] : undefined;
  if (head.builtin === "Numeric") return given[0]?.tag === "nat" ? [] : undefined;
  return containers.get(head.builtin) === given.length ? given : undefined;
}

function checkSerializable(
  scope: Scope,
  what: string,
  type: Type,
  parameters: ReadonlySet<string> = new Set(),
): void {
  const pending = [type];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    step(scope);
    const parts = partsOf(scope, next, parameters);
    if (parts === undefined) {
      return refuse(
        "NotSerializable",
        `${what} is expected to be serializable, found ${showType(next)}`,
      );
    }
    pushAll(pending, parts);
  }
}

function checkDataType(scope: Scope, type: DataType): void {
  const higher = type.parameters.find((parameter) => parameter.kind.tag !== "star");
  if (higher !== undefined)
    refuse("NotSerializable", `the parameter ${higher.name} of a serializable type has no values`);
  const { constructors } = type;
  if (constructors.tag === "interface")
    return refuse("NotSerializable", "an interface is not serializable");
  const parameters = new Set(type.parameters.map((parameter) => parameter.name));
  const count = constructors.tag === "enum" ? constructors.names : constructors.fields;
  if (constructors.tag !== "record" && count.length === 0)
    refuse("NotSerializable", "a serializable type has no constructors");
  if (constructors.tag === "enum") return;
  for (const field of constructors.fields)
    checkSerializable(scope, `field ${field.name}`, field.type, parameters);
}

/**
 * Checks that what is stored on the ledger is serializable: types that say so, payloads, keys,
 * arguments and results of choices, exceptions and views.
 *
 * @param scope - the packages
 * @param packageId - the package the module is of
 * @param module - the module
 * @param at - runs a check with the name of what is under check
 */
export function checkModuleSerializable(
  scope: Scope,
  packageId: string,
  module: Module,
  at: (where: string, check: () => void) => void,
): void {
  const typeNamed = (name: string): Type =>
    constructorType({ packageId, module: module.name, name });
  for (const type of module.dataTypes.values()) {
    if (type.serializable)
      at(`data type ${module.name}:${type.name}`, () => checkDataType(scope, type));
  }
  for (const template of module.templates.values()) {
    at(`template ${module.name}:${template.name}`, () => {
      checkSerializable(scope, "a template", typeNamed(template.name));
      checkChoices(scope, template.choices.values());
      if (template.key !== undefined) checkSerializable(scope, "a key", template.key.type);
    });
  }
  for (const { name } of module.exceptions.values()) {
    at(`exception ${module.name}:${name}`, () =>
      checkSerializable(scope, "an exception", typeNamed(name)),
    );
  }
  for (const declared of module.interfaces.values()) {
    at(`interface ${module.name}:${declared.name}`, () => {
      checkChoices(scope, declared.choices.values());
      checkSerializable(scope, "a view", declared.view);
    });
  }
}

function checkChoices(
  scope: Scope,
  choices: Iterable<{
    readonly name: string;
    readonly argument: { readonly type: Type };
    readonly resultType: Type;
  }>,
): void {
  for (const choice of choices) {
    checkSerializable(scope, `the argument of ${choice.name}`, choice.argument.type);
    checkSerializable(scope, `the result of ${choice.name}`, choice.resultType);
  }
}
