/** Limits of a DAR; beyond any of them it is rejected. */
export interface DarLimits {
  /** Entries of the zip file. */
  readonly maxEntries: number;
  /** Uncompressed bytes of one entry; more is rejected as a zip bomb (daml-lf A.9). */
  readonly maxEntryBytes: number;
  /** Uncompressed bytes of all entries together. */
  readonly maxTotalBytes: number;
  /** Uncompressed bytes of the manifest. */
  readonly maxManifestBytes: number;
  /** Packages named by the manifest. */
  readonly maxPackages: number;
  /** Entries of one interned table of a package. */
  readonly maxTableEntries: number;
  /** Fields on the wire of one package, those of all nested messages included. */
  readonly maxFields: number;
  /** Modules, data types, templates, interfaces and choices of one package together. */
  readonly maxDefinitions: number;
}

/** The default limits. */
export const defaultDarLimits: DarLimits = {
  maxEntries: 10_000,
  maxEntryBytes: 1024 ** 3,
  maxTotalBytes: 256 * 1024 ** 2,
  maxManifestBytes: 1024 ** 2,
  maxPackages: 1_000,
  maxTableEntries: 1_000_000,
  maxFields: 16_000_000,
  maxDefinitions: 50_000,
};
