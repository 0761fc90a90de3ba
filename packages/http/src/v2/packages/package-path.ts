import { type LedgerError, invalidArgument, isPackageIdString } from "@tallystick/core";
import { required, wireObject, wireString } from "@tallystick/wire";

/** Path parameters of the endpoints of one package. */
export const PackagePath = wireObject("PackagePath", {
  "package-id": required(wireString),
});

/** INVALID_ARGUMENT for a path id that is no PackageIdString (ledger-api 3.4, 10). */
export const packagePathError = (packageId: string): LedgerError | undefined =>
  isPackageIdString(packageId)
    ? undefined
    : invalidArgument(
        `Invalid package id: "${packageId.slice(0, 70)}" is not 1 to 64 characters of [a-zA-Z0-9-_ ]`,
      );
