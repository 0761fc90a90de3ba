import type { LfPackage, Module } from "../syntax/package.js";
import { refuse } from "./check-error.js";

/** Something with a name that must differ from all others in more than case. */
interface Named {
  readonly what: string;
  readonly module: string;
  readonly path: string;
  /** The name as it reads with its module, in capitals. */
  readonly resolved: string;
}

function named(what: string, module: string, ...path: ReadonlyArray<string>): Named {
  return {
    what,
    module,
    path: path.join("."),
    resolved: [module, ...path].join(".").toUpperCase(),
  };
}

function* namesOf(module: Module): Generator<Named> {
  yield named("module", module.name);
  for (const type of module.dataTypes.values()) {
    const { constructors, name } = type;
    yield named(constructors.tag, module.name, name);
    if (constructors.tag === "enum") {
      for (const constructor of constructors.names)
        yield named("enum constructor", module.name, name, constructor);
    }
    if (constructors.tag === "record" || constructors.tag === "variant") {
      for (const field of constructors.fields) {
        yield named(
          constructors.tag === "record" ? "field" : "variant constructor",
          module.name,
          name,
          field.name,
        );
      }
    }
  }
  for (const synonym of module.synonyms.values())
    yield named("type synonym", module.name, synonym.name);
  for (const owner of [...module.templates.values(), ...module.interfaces.values()]) {
    for (const choice of owner.choices.keys())
      yield named("choice", module.name, owner.name, choice);
  }
}

/** The record of a variant's constructor has the constructor's very name. */
function mayCoincide(first: Named, second: Named): boolean {
  const kinds = [first.what, second.what];
  return (
    kinds.includes("variant constructor") &&
    kinds.includes("record") &&
    first.module === second.module &&
    first.path === second.path
  );
}

/**
 * Rejects a package in which two modules, types, fields, constructors or choices have names that
 * differ in case at most (daml-lf A.7).
 */
export function checkCollisions(checked: LfPackage): void {
  const seen = new Map<string, ReadonlyArray<Named>>();
  for (const module of checked.modules.values()) {
    for (const next of namesOf(module)) {
      const others = seen.get(next.resolved) ?? [];
      const clash = others.find((other) => !mayCoincide(other, next));
      if (clash !== undefined) {
        refuse(
          "Collision",
          `collision between ${clash.what} ${clash.module}:${clash.path} and ${next.what} ${next.module}:${next.path}`,
        );
      }
      seen.set(next.resolved, [...others, next]);
    }
  }
}
