import type { Kind, Type } from "../syntax/type.js";
import { sameReference } from "./build-type.js";
import { pushAll } from "./push-all.js";
import { type Scope, step } from "./scope.js";

export function sameKind(left: Kind, right: Kind): boolean {
  const pending: Array<readonly [Kind, Kind]> = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [first, second] = pair;
    if (first === second) continue;
    if (first.tag !== second.tag) return false;
    if (first.tag === "arrow" && second.tag === "arrow")
      pending.push([first.parameter, second.parameter], [first.result, second.result]);
  }
  return true;
}

/** Bound variables of both sides, each with the number of its binder; the innermost first. */
interface Binders {
  readonly left: string;
  readonly right: string;
  readonly outer: Binders | undefined;
}

type Task = readonly [Type, Type, Binders | undefined];

function sameVariable(
  scope: Scope,
  left: string,
  right: string,
  from: Binders | undefined,
): boolean {
  for (let binders = from; binders !== undefined; binders = binders.outer) {
    step(scope);
    if (binders.left === left || binders.right === right)
      return binders.left === left && binders.right === right;
  }
  return left === right;
}

function byName(
  fields: ReadonlyArray<{ readonly name: string; readonly type: Type }>,
): ReadonlyMap<string, Type> {
  return new Map(fields.map((field) => [field.name, field.type]));
}

function structTasks(
  left: Extract<Type, { tag: "struct" }>,
  right: Extract<Type, { tag: "struct" }>,
  binders: Binders | undefined,
): ReadonlyArray<Task> | undefined {
  const others = byName(right.fields);
  if (left.fields.length !== right.fields.length) return undefined;
  const tasks: Array<Task> = [];
  for (const field of left.fields) {
    const other = others.get(field.name);
    if (other === undefined) return undefined;
    tasks.push([field.type, other, binders]);
  }
  return tasks;
}

/** What remains to be compared; undefined where the two differ at their heads. */
function compareHeads(scope: Scope, [left, right, binders]: Task): ReadonlyArray<Task> | undefined {
  const whether = (same: boolean): ReadonlyArray<Task> | undefined => (same ? [] : undefined);
  if (left.tag === "variable" && right.tag === "variable")
    return whether(sameVariable(scope, left.name, right.name, binders));
  if (left.tag === "constructor" && right.tag === "constructor")
    return whether(sameReference(left.of, right.of));
  if (left.tag === "builtin" && right.tag === "builtin")
    return whether(left.builtin === right.builtin);
  if (left.tag === "nat" && right.tag === "nat") return whether(left.value === right.value);
  if (left.tag === "application" && right.tag === "application") {
    return [
      [left.argument, right.argument, binders],
      [left.function, right.function, binders],
    ];
  }
  if (left.tag === "forall" && right.tag === "forall") {
    return sameKind(left.binder.kind, right.binder.kind)
      ? [
          [
            left.body,
            right.body,
            { left: left.binder.name, right: right.binder.name, outer: binders },
          ],
        ]
      : undefined;
  }
  if (left.tag === "struct" && right.tag === "struct") return structTasks(left, right, binders);
  if (left.tag === "synonym" && right.tag === "synonym") {
    return sameReference(left.of, right.of) && left.arguments.length === right.arguments.length
      ? left.arguments.map(
          (argument, index): Task => [argument, right.arguments[index] ?? argument, binders],
        )
      : undefined;
  }
  return undefined;
}

/**
 * Whether two types are the same up to the names of bound variables. Type synonyms are compared by
 * name.
 *
 * @param scope - counts the steps
 * @param left - a type
 * @param right - the other
 */
export function sameType(scope: Scope, left: Type, right: Type): boolean {
  const pending: Array<Task> = [[left, right, undefined]];
  for (let task = pending.pop(); task !== undefined; task = pending.pop()) {
    step(scope);
    if (task[0] === task[1] && task[2] === undefined) continue;
    const more = compareHeads(scope, task);
    if (more === undefined) return false;
    pushAll(pending, more);
  }
  return true;
}
