import { builtinTypes, type Reference, type Type } from "../syntax/type.js";
import { LfError } from "./lf-error.js";

/** Compares definitions: by package, then by the parts of the module, then by those of the name. */
export const compareReferences = (a: Reference, b: Reference): number =>
  a === b
    ? 0
    : compareNames(a.packageId, b.packageId) ||
      compareParts(a.module, b.module) ||
      compareParts(a.name, b.name);

// names of a package are ASCII
const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const compareParts = (a: string, b: string): number => {
  if (a === b) return 0;
  const [first, second] = [a.split("."), b.split(".")];
  return compareEach(first, second, compareNames);
};

const compareEach = <A>(
  a: ReadonlyArray<A>,
  b: ReadonlyArray<A>,
  compare: (a: A, b: A) => number,
): number => {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [x, y] = [a[at], b[at]];
    const difference = x === undefined || y === undefined ? 0 : compare(x, y);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
};

const ranks = { builtin: 0, constructor: 1, nat: 2, struct: 3, application: 4 } as const;

/**
 * Compares types as values of TypeRep (daml-lf B.6). Throws a Crash for what is no type of a value:
 * variables, synonyms and types of type abstractions.
 */
export const compareTypes = (a: Type, b: Type): number => {
  if (a === b) return 0;
  if (a.tag === "builtin" && b.tag === "builtin")
    return builtinTypes.indexOf(a.builtin) - builtinTypes.indexOf(b.builtin);
  if (a.tag === "constructor" && b.tag === "constructor") return compareReferences(a.of, b.of);
  if (a.tag === "nat" && b.tag === "nat") return a.value - b.value;
  if (a.tag === "application" && b.tag === "application")
    return compareTypes(a.function, b.function) || compareTypes(a.argument, b.argument);
  if (a.tag === "struct" && b.tag === "struct") {
    return compareEach(
      a.fields,
      b.fields,
      (x, y) => compareNames(x.name, y.name) || compareTypes(x.type, y.type),
    );
  }
  return rankOf(a) - rankOf(b);
};

const rankOf = (type: Type): number => {
  if (type.tag === "variable" || type.tag === "forall" || type.tag === "synonym")
    throw new LfError({ kind: "Crash", reason: `expected the type of a value, found ${type.tag}` });
  return ranks[type.tag];
};
