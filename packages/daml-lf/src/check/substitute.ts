import type { Field, Type } from "../syntax/type.js";
import { pushAll } from "./push-all.js";
import { checkDepth, type Scope, step } from "./scope.js";

/** What is put for type variables, by name. */
export type Substitution = ReadonlyMap<string, Type>;

function freeVariables(scope: Scope, types: Iterable<Type>): ReadonlySet<string> {
  const names = new Set<string>();
  const pending = [...types];
  const seen = new Set<Type>();
  for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
    step(scope);
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.tag === "variable") {
      names.add(type.name);
    } else if (type.tag === "application") {
      pending.push(type.function, type.argument);
    } else if (type.tag === "forall") {
      pending.push(type.body);
    } else if (type.tag === "struct") {
      pushAll(
        pending,
        type.fields.map((field) => field.type),
      );
    } else if (type.tag === "synonym") {
      pushAll(pending, type.arguments);
    }
  }
  return names;
}

/** A substitution under way: the names that must not be captured, and how many were made. */
interface Work {
  readonly scope: Scope;
  readonly taken: ReadonlySet<string>;
  fresh: number;
}

function underBinder(
  work: Work,
  type: Extract<Type, { tag: "forall" }>,
  given: Substitution,
  depth: number,
): Type {
  const { name, kind } = type.binder;
  const inner = new Map(given);
  inner.delete(name);
  if (inner.size === 0) return type;
  if (!work.taken.has(name))
    return { tag: "forall", binder: type.binder, body: replace(work, type.body, inner, depth + 1) };
  work.fresh += 1;
  const renamed = `${name}'${work.fresh}'${depth}`;
  inner.set(name, { tag: "variable", name: renamed });
  return {
    tag: "forall",
    binder: { name: renamed, kind },
    body: replace(work, type.body, inner, depth + 1),
  };
}

function replace(work: Work, type: Type, given: Substitution, depth: number): Type {
  checkDepth(work.scope, depth);
  switch (type.tag) {
    case "variable":
      return given.get(type.name) ?? type;
    case "constructor":
    case "builtin":
    case "nat":
      return type;
    case "application": {
      const head = replace(work, type.function, given, depth + 1);
      const argument = replace(work, type.argument, given, depth + 1);
      return head === type.function && argument === type.argument
        ? type
        : { tag: "application", function: head, argument };
    }
    case "forall":
      return underBinder(work, type, given, depth);
    case "struct": {
      const fields = type.fields.map(
        (field): Field => ({
          name: field.name,
          type: replace(work, field.type, given, depth + 1),
        }),
      );
      return { tag: "struct", fields };
    }
    case "synonym":
      return {
        tag: "synonym",
        of: type.of,
        arguments: type.arguments.map((argument) => replace(work, argument, given, depth + 1)),
      };
  }
}

/**
 * Puts types for type variables, all at once and without capture.
 *
 * @param scope - counts the steps
 * @param type - the type to change
 * @param given - what is put for which name
 */
export function substitute(scope: Scope, type: Type, given: Substitution): Type {
  if (given.size === 0) return type;
  return replace({ scope, taken: freeVariables(scope, given.values()), fresh: 0 }, type, given, 0);
}

/** A substitution of parameters by arguments, in order. */
export function bindParameters(
  parameters: ReadonlyArray<{ readonly name: string }>,
  given: ReadonlyArray<Type>,
): Substitution {
  const pairs = parameters.flatMap(({ name }, index) => {
    const type = given[index];
    return type === undefined ? [] : [[name, type] as const];
  });
  return new Map(pairs);
}
