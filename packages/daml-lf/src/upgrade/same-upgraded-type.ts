import type { LfPackage } from "../syntax/package.js";
import type { Reference, Type, TypeBinder } from "../syntax/type.js";

/** Both packages and those that they refer to, by id. */
export interface Packages {
  get(packageId: string): LfPackage | undefined;
}

/** An order of package versions: segment by segment, a prefix is smaller. */
export function compareVersions(left: string, right: string): number {
  const [first, second] = [left.split("."), right.split(".")];
  for (const [index, segment] of first.entries()) {
    const other = second[index];
    if (other === undefined) return 1;
    const difference = Number(segment) - Number(other);
    if (difference !== 0) return difference;
  }
  return first.length - second.length;
}

function sameDefinition(packages: Packages, past: Reference, present: Reference): boolean {
  if (past.module !== present.module || past.name !== present.name) return false;
  const [before, after] = [packages.get(past.packageId), packages.get(present.packageId)];
  if (before === undefined || after === undefined)
    return before === after && past.packageId === present.packageId;
  return before.name === after.name && compareVersions(before.version, after.version) <= 0;
}

/** Positions of type parameters, the last of a name wins. */
export function positions(parameters: ReadonlyArray<TypeBinder>): ReadonlyMap<string, number> {
  return new Map(parameters.map(({ name }, index) => [name, index]));
}

/** Where a type is compared: the packages, and the parameters in scope on either side. */
export interface Comparison {
  readonly packages: Packages;
  readonly past: ReadonlyMap<string, number>;
  readonly present: ReadonlyMap<string, number>;
}

/**
 * Whether a type is the same in the next version of its package: built alike, where a data type may
 * be of a package of the same name with an equal or higher version (daml-lf B.10).
 */
export function sameUpgradedType(comparison: Comparison, past: Type, present: Type): boolean {
  const pending: Array<readonly [Type, Type]> = [[past, present]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [before, after] = pair;
    if (before.tag === "application" && after.tag === "application") {
      pending.push([before.argument, after.argument], [before.function, after.function]);
      continue;
    }
    const same =
      (before.tag === "variable" &&
        after.tag === "variable" &&
        comparison.past.get(before.name) === comparison.present.get(after.name)) ||
      (before.tag === "nat" && after.tag === "nat" && before.value === after.value) ||
      (before.tag === "builtin" && after.tag === "builtin" && before.builtin === after.builtin) ||
      (before.tag === "constructor" &&
        after.tag === "constructor" &&
        sameDefinition(comparison.packages, before.of, after.of));
    if (!same) return false;
  }
  return true;
}
