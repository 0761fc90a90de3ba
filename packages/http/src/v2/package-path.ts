import { invalidArgument, isPackageIdString, type LedgerError } from "@tallystick/core";
import { wire } from "@tallystick/wire";

/** Path parameters of the endpoints of one package. */
export const PackagePath = wire.wireObject("PackagePath", {
  "package-id": wire.required(wire.wireString),
});

/** INVALID_ARGUMENT for a path id that is no PackageIdString (ledger-api 3.4, 10). */
export const packagePathProblem = (packageId: string): LedgerError | undefined =>
  isPackageIdString(packageId)
    ? undefined
    : invalidArgument(
        `Invalid package id: "${packageId.slice(0, 70)}" is not 1 to 64 characters of [a-zA-Z0-9-_ ]`,
      );
