import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  type LedgerError,
  invalidArgument,
  isPackageIdString,
  type PackageId,
  textSentence,
} from "@tallystick/core";
import { required, wireObject, wireString } from "@tallystick/wire";

/** Path parameters of the endpoints of one package. */
export const PackagePath = wireObject("PackagePath", {
  "package-id": required(wireString),
});

/**
 * The package id of a path. Left INVALID_ARGUMENT when it is not a PackageIdString (ledger-api 3.4,
 * 10).
 */
export const validPackageId = (packageId: PackageId): Either<LedgerError, string> =>
  isPackageIdString(packageId)
    ? right(packageId)
    : left(
        invalidArgument(
          `Invalid package id: "${packageId.slice(0, 70)}" is not 1 to 64 characters of [a-zA-Z0-9-_ ]`,
          undefined,
          { sentence: `Invalid package id: ${textSentence("Package ID", packageId)}` },
        ),
      );
