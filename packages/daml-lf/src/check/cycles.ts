import type { LfPackage, Module } from "../syntax/package.js";
import { refuse } from "./check-error.js";
import { pushAll } from "./push-all.js";
import { type Scope, step } from "./scope.js";

/** A place in a tree of expressions and types that refers to a definition. */
interface Mention {
  readonly packageId: string;
  readonly module: string;
  readonly name: string;
}

function isMention(value: object): value is Mention {
  return "packageId" in value && "module" in value && "name" in value;
}

/** Everything that is referred to below some definitions, without their source locations. */
function* mentions(scope: Scope, roots: Iterable<unknown>): Generator<Mention> {
  const pending: Array<unknown> = [...roots];
  const seen = new Set<object>();
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    step(scope);
    seen.add(next);
    if (isMention(next)) yield next;
    else if (next instanceof Map) pushAll(pending, next.values());
    else
      for (const [key, value] of Object.entries(next)) if (key !== "location") pending.push(value);
  }
}

/** Names left when all that depend on nothing left are taken away, again and again. */
function inCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyArray<string> {
  const users = new Map<string, Array<string>>();
  const open = new Map<string, number>();
  for (const [name, uses] of graph) {
    const within = [...uses].filter((used) => graph.has(used));
    open.set(name, within.length);
    for (const used of within) {
      const others = users.get(used);
      if (others === undefined) users.set(used, [name]);
      else others.push(name);
    }
  }
  const ready = [...open].filter(([, count]) => count === 0).map(([name]) => name);
  for (let name = ready.pop(); name !== undefined; name = ready.pop()) {
    open.delete(name);
    for (const user of users.get(name) ?? []) {
      const count = (open.get(user) ?? 0) - 1;
      open.set(user, count);
      if (count === 0) ready.push(user);
    }
  }
  return [...open.keys()];
}

function modulesUsed(scope: Scope, packageId: string, module: Module): ReadonlySet<string> {
  const used = new Set<string>();
  const roots = [
    module.synonyms,
    module.dataTypes,
    module.values,
    module.templates,
    module.exceptions,
    module.interfaces,
  ];
  for (const mention of mentions(scope, roots))
    if (mention.packageId === packageId && mention.module !== module.name) used.add(mention.module);

  return used;
}

function synonymsUsed(scope: Scope, packageId: string, module: Module) {
  return new Map(
    [...module.synonyms.values()].map(({ name, type }) => {
      const used = new Set<string>();
      for (const mention of mentions(scope, [type])) {
        if (mention.packageId === packageId && mention.module === module.name)
          used.add(mention.name);
      }
      return [name, used] as const;
    }),
  );
}

/** Rejects modules that use each other, and type synonyms that contain themselves. */
export function checkCycles(scope: Scope, checked: LfPackage): void {
  const modules = [...checked.modules.values()];
  const cycle = inCycle(
    new Map(modules.map((module) => [module.name, modulesUsed(scope, checked.id, module)])),
  );
  if (cycle.length > 0)
    refuse("ImportCycle", `modules use each other: ${cycle.slice(0, 10).join(", ")}`);
  for (const module of modules) {
    const synonyms = inCycle(synonymsUsed(scope, checked.id, module));
    if (synonyms.length > 0) {
      refuse(
        "TypeSynonymCycle",
        `type synonyms of ${module.name} contain themselves: ${synonyms.slice(0, 10).join(", ")}`,
      );
    }
  }
}
