import { wirePackageId } from "../types/wire-ids.js";
import { wireNullable } from "../types/wire-kinds.js";
import { wireArray, wireInt32, wireObject, wireString } from "../types/wire-type.js";
import { optional, required } from "../types/wire-field.js";

/** A package, and from when until when it is vetted (ledger-api 2.13). */
export const VettedPackageWire = wireObject("VettedPackage", {
  packageId: required(wirePackageId),
  validFromInclusive: optional(wireNullable(wireString)),
  validUntilExclusive: optional(wireNullable(wireString)),
  packageName: optional(wireString),
  packageVersion: optional(wireString),
});

/** What one participant has vetted on one synchronizer (ledger-api 2.13). */
export const VettedPackages = wireObject("VettedPackages", {
  packages: required(wireArray(VettedPackageWire)),
  participantId: required(wireString),
  synchronizerId: required(wireString),
  topologySerial: required(wireInt32),
});
