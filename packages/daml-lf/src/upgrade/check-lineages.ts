import { type Pausing, withoutPause } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { LfPackage } from "../syntax/package.js";
import { checkUpgrade } from "./check-upgrade.js";
import { compareVersions, type Packages } from "./same-upgraded-type.js";
import type { UpgradeError } from "./upgrade-error.js";

/** Two versions of a package of which the later is no upgrade of the earlier. */
export interface LineageError {
  readonly past: LfPackage;
  readonly present: LfPackage;
  readonly error: UpgradeError;
}

/** Whether a package stores nothing on the ledger (daml-lf A.6); nothing of it is upgraded. */
export function isUtilityPackage(checked: LfPackage): boolean {
  return [...checked.modules.values()].every(
    ({ templates, interfaces, dataTypes }) =>
      templates.size === 0 &&
      interfaces.size === 0 &&
      ![...dataTypes.values()].some((type) => type.serializable),
  );
}

/** Versions of each package name, the lowest first. */
function lineagesOf(vetted: ReadonlyArray<LfPackage>): ReadonlyArray<ReadonlyArray<LfPackage>> {
  const lineages = new Map<string, Array<LfPackage>>();
  for (const each of vetted) {
    if (isUtilityPackage(each)) continue;
    const lineage = lineages.get(each.name);
    if (lineage === undefined) lineages.set(each.name, [each]);
    else lineage.push(each);
  }
  return [...lineages.values()].map((lineage) =>
    lineage.sort((first, second) => compareVersions(first.version, second.version)),
  );
}

/**
 * Checks every two neighbouring versions of all package names (daml-lf B.10). Packages that store
 * nothing on the ledger are left out.
 *
 * @param packages - the vetted packages and all that they refer to, by id
 * @param vetted - the packages that are to be vetted together
 * @param isNew - whether a package was not vetted before; a pair of old ones is not checked again
 * @returns the first pair that is no upgrade, and why
 */
export function checkLineages(
  packages: Packages,
  vetted: ReadonlyArray<LfPackage>,
  isNew: (id: string) => boolean = () => true,
): Either<LineageError, void> {
  return withoutPause(checkingLineages(packages, vetted, isNew));
}

/** Like `checkLineages`, pausing before each pair. */
export function* checkingLineages(
  packages: Packages,
  vetted: ReadonlyArray<LfPackage>,
  isNew: (id: string) => boolean,
): Pausing<Either<LineageError, void>> {
  for (const lineage of lineagesOf(vetted)) {
    for (const [index, present] of lineage.entries()) {
      const past = lineage[index - 1];
      if (past === undefined || !(isNew(past.id) || isNew(present.id))) continue;
      yield;
      const verdict = checkUpgrade(packages, past, present);
      if (isLeft(verdict)) return left({ past, present, error: verdict.left });
    }
  }
  return right(undefined);
}
