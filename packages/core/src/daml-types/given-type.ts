import { ArgumentError, foundValue } from "../values/argument-error.js";
import { isNameString } from "../values/grammar.js";
import { sameName } from "../values/same-name.js";
import type { DamlType } from "./daml-type.js";

/** True for what has the form of a type; `numeric` is a function too. */
export const isType = (value: unknown): value is DamlType<unknown> =>
  (typeof value === "object" || typeof value === "function") &&
  value !== null &&
  "decode" in value &&
  "model" in value;

/** Names of JavaScript types that authors may write by mistake. */
const typeOfConstructor: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, "text"],
  [Number, "int64 or numeric"],
  [BigInt, "int64"],
  [Boolean, "bool"],
  [Date, "timestamp or date"],
  [Array, "list(type)"],
  [Object, "record({ name: type })"],
  [Map, "textMap(type) or genMap(key, type)"],
]);

/** What is wrong with something that should be a type; undefined when nothing is. */
export const typeError = (value: unknown): string | undefined => {
  if (isType(value)) return undefined;
  const meant = typeOfConstructor.get(value);
  const hint = meant === undefined ? "" : `; write ${meant}`;
  return `expected a type such as \`party\` or \`record({...})\`, found ${foundValue(value)}${hint}`;
};

/** @throws {ArgumentError} unless an argument is a type */
export const checkType = (place: string, value: unknown): void => {
  const error = typeError(value);
  if (error !== undefined) throw new ArgumentError(`${place}: ${error}`);
};

/** An object literal: a `Map` or an instance of a class has no types as its own properties. */
const isPlainObject = (value: unknown): value is object => {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** @throws {ArgumentError} unless an argument is an object of types by their names */
export const checkTypes = (of: string, value: unknown): void => {
  if (!isPlainObject(value) || isType(value)) {
    throw new ArgumentError(
      `${of}: expected an object of types by their names, such as { owner: party }, found ${foundValue(value)}`,
    );
  }
  checkNames(of, Object.keys(value));
  for (const [name, type] of Object.entries(value)) checkType(`${of}: ${name.slice(0, 60)}`, type);
};

/** @throws {ArgumentError} unless names can be those of the parts of one type */
export const checkNames = (of: string, names: ReadonlyArray<string>): void => {
  const wrong = names.find((name) => !isNameString(name));
  if (wrong !== undefined) {
    throw new ArgumentError(
      `${of}: "${wrong.slice(0, 60)}" is no name: expected letters, digits, _ and $, and no digit first`,
    );
  }
  const same = sameName(names);
  if (same !== undefined) throw new ArgumentError(`${of}: ${same}`);
};
