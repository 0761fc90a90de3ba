import type { BuiltinType, Kind, Reference, Type } from "../syntax/type.js";

export const star: Kind = { tag: "star" };

/** The kind of scales of Numeric. */
export const nat: Kind = { tag: "nat" };

export function builtin(name: BuiltinType, ...given: ReadonlyArray<Type>): Type {
  return applied({ tag: "builtin", builtin: name }, given);
}

/** A type applied to arguments, one after the other. */
export function applied(head: Type, given: ReadonlyArray<Type>): Type {
  return given.reduce<Type>(
    (type, argument) => ({ tag: "application", function: type, argument }),
    head,
  );
}

/** The type of a template, record, variant, enum or interface without parameters. */
export function constructorType(of: Reference): Type {
  return { tag: "constructor", of };
}

/** A function type: the last of the types is the result. */
export function arrow(first: Type, ...rest: ReadonlyArray<Type>): Type {
  const [next, ...others] = rest;
  return next === undefined ? first : builtin("Arrow", first, arrow(next, ...others));
}

/** The head of a type and its arguments in order. */
export function spine(type: Type): { readonly head: Type; readonly given: ReadonlyArray<Type> } {
  const given: Array<Type> = [];
  let head = type;
  while (head.tag === "application") {
    given.push(head.argument);
    head = head.function;
  }
  return { head, given: given.reverse() };
}

/** The argument of a type of the form `name argument`, for a builtin of one parameter. */
export function argumentOf(type: Type, name: BuiltinType): Type | undefined {
  return type.tag === "application" &&
    type.function.tag === "builtin" &&
    type.function.builtin === name
    ? type.argument
    : undefined;
}

/** Parameter and result of a function type. */
export function arrowOf(
  type: Type,
): { readonly parameter: Type; readonly result: Type } | undefined {
  if (type.tag !== "application") return undefined;
  const parameter = argumentOf(type.function, "Arrow");
  return parameter === undefined ? undefined : { parameter, result: type.argument };
}

/** Whether two references name the same definition. */
export function sameReference(left: Reference, right: Reference): boolean {
  return (
    left.packageId === right.packageId && left.module === right.module && left.name === right.name
  );
}

export const parties: Type = builtin("List", builtin("Party"));
