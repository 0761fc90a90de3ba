import { wirePackageId } from "../types/wire-ids.js";
import { wireObject, wireString } from "../types/wire-type.js";
import { required } from "../types/wire-field.js";

/** A package by id, name and version (ledger-api 2.14). */
export const PackageReferenceWire = wireObject("PackageReference", {
  packageId: required(wirePackageId),
  packageName: required(wireString),
  packageVersion: required(wireString),
});
