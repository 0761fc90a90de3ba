import type {
  DataType,
  LfChoice,
  LfInterface,
  LfKey,
  LfPackage,
  LfTemplate,
  Module,
  TypeSynonym,
  Value,
} from "../syntax/package.js";
import type { Reference, Type } from "../syntax/type.js";
import { refuse } from "./check-error.js";
import { showReference } from "./show-type.js";

/** The packages a check may look into, by id. */
export type Packages = ReadonlyMap<string, LfPackage>;

function found<T>(what: string, of: Reference, value: T | undefined): T {
  return value ?? refuse("UnknownDefinition", `unknown ${what} ${showReference(of)}`);
}

function moduleOf(packages: Packages, of: Reference): Module {
  const found = packages.get(of.packageId);
  if (found === undefined) return refuse("UnknownDefinition", `unknown package ${of.packageId}`);
  return (
    found.modules.get(of.module) ??
    refuse("UnknownDefinition", `unknown module ${of.packageId}:${of.module}`)
  );
}

export function dataTypeOf(packages: Packages, of: Reference): DataType {
  return found("data type", of, moduleOf(packages, of).dataTypes.get(of.name));
}

export function synonymOf(packages: Packages, of: Reference): TypeSynonym {
  return found("type synonym", of, moduleOf(packages, of).synonyms.get(of.name));
}

/** The top-level value of that name. */
export function valueOf(packages: Packages, of: Reference): Value {
  return found("value", of, moduleOf(packages, of).values.get(of.name));
}

export function templateOf(packages: Packages, of: Reference): LfTemplate {
  return found("template", of, moduleOf(packages, of).templates.get(of.name));
}

/** The key of the template of that name. */
export function keyOf(packages: Packages, of: Reference): LfKey {
  return found("key of template", of, templateOf(packages, of).key);
}

export function interfaceOf(packages: Packages, of: Reference): LfInterface {
  return found("interface", of, moduleOf(packages, of).interfaces.get(of.name));
}

/** A choice of the template of that name. */
export function templateChoice(packages: Packages, of: Reference, choice: string): LfChoice {
  return found(`choice ${choice} of template`, of, templateOf(packages, of).choices.get(choice));
}

/** A choice of the interface of that name. */
export function interfaceChoice(packages: Packages, of: Reference, choice: string): LfChoice {
  return found(`choice ${choice} of interface`, of, interfaceOf(packages, of).choices.get(choice));
}

/** The type of a method of the interface of that name. */
export function methodType(packages: Packages, of: Reference, method: string): Type {
  return found(`method ${method} of interface`, of, interfaceOf(packages, of).methods.get(method));
}

/** Rejects a name that is no exception. */
export function requireException(packages: Packages, of: Reference): void {
  found("exception", of, moduleOf(packages, of).exceptions.get(of.name));
}
