import { nextTurn, systemTimers, type Timers } from "@tallystick/background";
import { type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CheckError } from "./check/check-error.js";
import { checkPackage } from "./check/check-package.js";
import type { Dar } from "./dar.js";
import { darParseError } from "./dar-error.js";
import { decodePackage } from "./decode/decode-package.js";
import { Malformed } from "./malformed.js";
import { stablePackages } from "./stable-packages.js";
import { stableDefinitions } from "./stable/stable-definitions.js";
import type { LfPackage } from "./syntax/package.js";

/**
 * Checks the packages of a DAR (daml-lf A.7, step 3): names, types of everything, and what must be
 * serializable. Other work may run between two packages.
 *
 * @param isChecked packages that need no check, as they were checked before
 * @returns Left DAR_PARSE_ERROR when an expression is nested too deeply, DAR_VALIDATION_ERROR with
 * the first rule that is broken
 */
export const validateDar = async (
  dar: Dar,
  isChecked: (packageId: string) => boolean,
  timers: Timers = systemTimers,
): Promise<Either<LedgerError, void>> => {
  // a DAR need not bring stable packages
  const packages = new Map<string, LfPackage>(stableDefinitions());
  for (const archive of dar.packages) {
    const decoded = decodePackage(archive);
    if (isLeft(decoded)) return decoded;
    // stable packages may be used without being imported
    const dependencies = [...new Set([...decoded.right.dependencies, ...stablePackages.keys()])];
    packages.set(archive.packageId, { ...decoded.right, dependencies });
  }
  for (const [packageId, decoded] of packages) {
    if (stablePackages.has(packageId) || isChecked(packageId)) continue;
    const checked = checkedPackage(packages, decoded);
    if (isLeft(checked)) return checked;
    await nextTurn(timers);
  }
  return right(undefined);
};

const checkedPackage = (
  packages: ReadonlyMap<string, LfPackage>,
  decoded: LfPackage,
): Either<LedgerError, void> => {
  try {
    const checked = checkPackage(packages, decoded);
    return isLeft(checked) ? left(validationError(checked.left)) : checked;
  } catch (thrown) {
    // expressions are read while they are checked
    if (thrown instanceof Malformed) return left(darParseError(thrown.message));
    throw thrown;
  }
};

const validationError = ({ kind, packageId, where, text }: CheckError): LedgerError =>
  ledgerError("DAR_VALIDATION_ERROR", "Package validation failed.", {
    context: { validationError: `${kind} in package ${packageId}, ${where}: ${text}` },
  });
