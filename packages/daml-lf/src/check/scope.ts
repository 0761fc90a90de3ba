import type { Kind, Type } from "../syntax/type.js";
import type { Packages } from "./definitions.js";
import { refuse } from "./check-error.js";

/** How many steps the check of one package may take, and how deep a type may nest. */
export interface CheckLimits {
  readonly steps: number;
  readonly typeDepth: number;
}

/** Sixteen times the steps of the largest genuine package tried, daml-prim. */
export const defaultCheckLimits: CheckLimits = { steps: 20_000_000, typeDepth: 1_000 };

/**
 * The context of an expression: packages, and the variables in scope, each name with all its
 * bindings, the innermost last. Steps left are shared by the whole check of a package.
 */
export interface Scope {
  readonly packages: Packages;
  readonly limits: CheckLimits;
  readonly kinds: Map<string, Array<Kind>>;
  readonly types: Map<string, Array<Type>>;
  stepsLeft: number;
}

/**
 * An empty scope.
 *
 * @param packages - the package under check and all that it refers to
 * @param limits - bounds of the work
 */
export function emptyScope(packages: Packages, limits: CheckLimits): Scope {
  return { packages, limits, kinds: new Map(), types: new Map(), stepsLeft: limits.steps };
}

/** Counts work; rejects a package that takes more than is allowed. */
export function step(scope: Scope, count = 1): void {
  scope.stepsLeft -= count;
  if (scope.stepsLeft < 0)
    refuse("TooMuchWork", `the check takes more than ${scope.limits.steps} steps`);
}

/** Rejects a type that nests too deep to be worked on. */
export function checkDepth(scope: Scope, depth: number): void {
  step(scope);
  if (depth > scope.limits.typeDepth)
    refuse("TooMuchWork", `a type nests deeper than ${scope.limits.typeDepth} levels`);
}

function push<T>(bindings: Map<string, Array<T>>, name: string, value: T): void {
  const before = bindings.get(name);
  if (before === undefined) bindings.set(name, [value]);
  else before.push(value);
}

/** Brings a variable into scope. */
export function bind(scope: Scope, name: string, type: Type): void {
  push(scope.types, name, type);
}

/** Takes the innermost binding of a variable out of scope. */
export function unbind(scope: Scope, name: string): void {
  scope.types.get(name)?.pop();
}

/** Brings a type variable into scope. */
export function bindType(scope: Scope, name: string, kind: Kind): void {
  push(scope.kinds, name, kind);
}

/** Takes the innermost binding of a type variable out of scope. */
export function unbindType(scope: Scope, name: string): void {
  scope.kinds.get(name)?.pop();
}

export function typeOfVariable(scope: Scope, name: string): Type {
  return scope.types.get(name)?.at(-1) ?? refuse("UnknownVariable", `unknown variable ${name}`);
}

export function kindOfVariable(scope: Scope, name: string): Kind {
  return (
    scope.kinds.get(name)?.at(-1) ?? refuse("UnknownVariable", `unknown type variable ${name}`)
  );
}

/** Rejects names of which one appears twice. */
export function refuseRepeated(names: Iterable<string>, what: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) refuse("Duplicate", `${what} ${name} appears twice`);
    seen.add(name);
  }
}
