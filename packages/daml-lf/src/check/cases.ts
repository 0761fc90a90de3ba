import type { Expression, Pattern } from "../syntax/expression.js";
import type { Reference, Type } from "../syntax/type.js";
import { argumentOf, builtin, sameReference, spine } from "./build-type.js";
import { dataTypeOf } from "./definitions.js";
import { refuse } from "./check-error.js";
import { bind, type Scope, step, unbind } from "./scope.js";
import { showType } from "./show-type.js";
import { bindParameters, substitute } from "./substitute.js";
import { requireType, type Typing } from "./typing.js";

/** Variables a pattern binds with their types. */
type Bound = ReadonlyArray<readonly [name: string, type: Type]>;

/** How a scrutinee may be matched: all its constructors, and what a pattern of it binds. */
interface Matching {
  readonly constructors: ReadonlyArray<string>;
  /** Undefined where the pattern is not one of this type. */
  readonly bound: (pattern: Pattern) => Bound | undefined;
}

const nothing: Bound = [];

function keyOf(pattern: Pattern): string {
  if (pattern.tag === "variant" || pattern.tag === "enum") return pattern.constructor;
  return pattern.tag === "bool" ? String(pattern.value) : pattern.tag;
}

function plain(constructors: ReadonlyArray<string>, tags: ReadonlyArray<Pattern["tag"]>): Matching {
  return {
    constructors,
    bound: (pattern) => (tags.includes(pattern.tag) ? nothing : undefined),
  };
}

function unknown(constructor: string): never {
  return refuse("UnknownDefinition", `unknown constructor ${constructor}`);
}

function dataMatching(scope: Scope, of: Reference, given: ReadonlyArray<Type>): Matching {
  const { constructors, parameters } = dataTypeOf(scope.packages, of);
  if (constructors.tag === "variant") {
    step(scope, constructors.fields.length);
    const fields = new Map(constructors.fields.map((field) => [field.name, field.type]));
    return {
      constructors: [...fields.keys()],
      bound: (pattern) => {
        if (pattern.tag !== "variant" || !sameReference(pattern.of, of)) return undefined;
        const type = fields.get(pattern.constructor) ?? unknown(pattern.constructor);
        return [[pattern.binder, substitute(scope, type, bindParameters(parameters, given))]];
      },
    };
  }
  if (constructors.tag === "enum") {
    return {
      constructors: constructors.names,
      bound: (pattern) => {
        if (pattern.tag !== "enum" || !sameReference(pattern.of, of)) return undefined;
        step(scope, constructors.names.length);
        return constructors.names.includes(pattern.constructor)
          ? nothing
          : unknown(pattern.constructor);
      },
    };
  }
  return plain(["a default"], []);
}

function listMatching(list: Type, element: Type): Matching {
  return {
    constructors: ["nil", "cons"],
    bound: (pattern) => {
      if (pattern.tag === "nil") return nothing;
      if (pattern.tag !== "cons") return undefined;
      if (pattern.head === pattern.tail) refuse("Pattern", `a pattern binds ${pattern.head} twice`);
      return [
        [pattern.head, element],
        [pattern.tail, list],
      ];
    },
  };
}

function optionalMatching(element: Type): Matching {
  return {
    constructors: ["none", "some"],
    bound: (pattern) => {
      if (pattern.tag === "none") return nothing;
      return pattern.tag === "some" ? [[pattern.binder, element]] : undefined;
    },
  };
}

function matchingOf(scope: Scope, type: Type): Matching {
  const { head, given } = spine(type);
  if (head.tag === "constructor") return dataMatching(scope, head.of, given);
  if (type.tag === "builtin" && type.builtin === "Unit") return plain(["unit"], ["unit"]);
  if (type.tag === "builtin" && type.builtin === "Bool") return plain(["false", "true"], ["bool"]);
  const listed = argumentOf(type, "List");
  if (listed !== undefined) return listMatching(builtin("List", listed), listed);
  const wrapped = argumentOf(type, "Optional");
  return wrapped === undefined ? plain(["a default"], []) : optionalMatching(wrapped);
}

function checkExhaustive(
  scope: Scope,
  matching: Matching,
  patterns: ReadonlyArray<Pattern>,
  scrutinee: Type,
): void {
  if (patterns.some((pattern) => pattern.tag === "default")) return;
  step(scope, matching.constructors.length);
  const seen = new Set(patterns.map(keyOf));
  const missing = matching.constructors.filter((constructor) => !seen.has(constructor));
  if (missing.length > 0) {
    refuse(
      "Pattern",
      `patterns are not exhaustive: missing ${missing.slice(0, 10).join(", ")} of ${showType(scrutinee)}`,
    );
  }
}

/**
 * The type of a `case`: all alternatives have it, and their patterns cover the scrutinee's type.
 * A type that cannot be matched takes a default only (it passes here and fails when it runs).
 */
export function* typeOfCase(
  scope: Scope,
  expression: Extract<Expression, { tag: "case" }>,
): Typing {
  const scrutinee = yield expression.scrutinee;
  const matching = matchingOf(scope, scrutinee);
  const types: Array<Type> = [];
  for (const { pattern, body } of expression.alternatives) {
    const bound = pattern.tag === "default" ? nothing : matching.bound(pattern);
    if (bound === undefined) {
      return refuse(
        "Pattern",
        `pattern mismatch: a pattern ${pattern.tag} for ${showType(scrutinee)}`,
      );
    }
    for (const [name, type] of bound) bind(scope, name, type);
    types.push(yield body);
    for (const [name] of bound) unbind(scope, name);
  }
  const [first, ...others] = types;
  if (first === undefined) return refuse("Pattern", "a case has no alternatives");
  for (const other of others) requireType(scope, other, first);
  checkExhaustive(
    scope,
    matching,
    expression.alternatives.map((alternative) => alternative.pattern),
    scrutinee,
  );
  return first;
}
