import { wirePackageId } from "../types/wire-ids.js";
import { required, wireObject, wireString } from "../types/wire-type.js";

/** A package by id, name and version (ledger-api 2.14). */
export const PackageReferenceWire = wireObject("PackageReference", {
  packageId: required(wirePackageId),
  packageName: required(wireString),
  packageVersion: required(wireString),
});
