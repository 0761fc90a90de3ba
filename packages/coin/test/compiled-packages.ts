import { compileCatalog, type CompiledCatalog, type Package, pingPackage } from "@tallystick/core";
import { rightOf, sha256 } from "./coin-values.js";

const catalogs = new Map<ReadonlyArray<Package>, CompiledCatalog>();
/** The compiled packages of a ledger; the same ones are compiled once. */
export const catalogOf = (packages: ReadonlyArray<Package>): CompiledCatalog => {
  const known = catalogs.get(packages);
  if (known !== undefined) return known;
  const compiled = rightOf(compileCatalog([pingPackage, ...packages], sha256));
  catalogs.set(packages, compiled);
  return compiled;
};
