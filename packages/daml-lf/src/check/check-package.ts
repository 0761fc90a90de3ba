import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { LfPackage } from "../syntax/package.js";
import { checkCollisions } from "./collisions.js";
import { checkCycles } from "./cycles.js";
import type { Packages } from "./definitions.js";
import { checkModuleTypes } from "./module-typing.js";
import { type CheckError, BrokenRule, refuse } from "./check-error.js";
import { type CheckLimits, defaultCheckLimits, emptyScope } from "./scope.js";
import { checkModuleSerializable } from "./serializable.js";

function checkDependencyVersions(packages: Packages, checked: LfPackage): void {
  for (const id of checked.dependencies) {
    const used = packages.get(id);
    if (used === undefined) {
      refuse("UnknownDefinition", `unknown package ${id}`);
    } else if (used.languageVersion > checked.languageVersion) {
      refuse(
        "DependencyVersion",
        `a package of Daml-LF ${checked.languageVersion} uses ${id} of ${used.languageVersion}`,
      );
    }
  }
}

/**
 * Checks a package as a participant does at upload (daml-lf A.7, step 3): names, cycles, versions
 * of dependencies, types of everything, and what must be serializable.
 *
 * @param packages - the package and all it refers to, by id; the others are taken to be checked
 * @param checked - the package
 * @param limits - bounds of the work; a package that exceeds them is rejected
 * @returns the first rule that is broken, and where
 */
export function checkPackage(
  packages: Packages,
  checked: LfPackage,
  limits: CheckLimits = defaultCheckLimits,
): Either<CheckError, void> {
  const scope = emptyScope(packages, limits);
  let where = `package ${checked.name} ${checked.version}`;
  const at = (place: string, check: () => void): void => {
    where = place;
    check();
  };
  try {
    checkCollisions(checked);
    checkCycles(scope, checked);
    checkDependencyVersions(packages, checked);
    for (const module of checked.modules.values()) {
      checkModuleTypes(scope, checked.id, module, at);
      checkModuleSerializable(scope, checked.id, module, at);
    }
    return right(undefined);
  } catch (error) {
    if (!(error instanceof BrokenRule)) throw error;
    return left({ kind: error.kind, packageId: checked.id, where, text: error.message });
  }
}
