/**
 * Hashing schemes of prepared transactions that are known here (interactive-submission 2.7, 2.9).
 */
export type HashingScheme = "HASHING_SCHEME_VERSION_V2" | "HASHING_SCHEME_VERSION_V3";

/** The differences between the schemes. */
export interface SchemeRules {
  /** The byte before the hashes of transaction and metadata. */
  readonly versionByte: number;
  /** Whether nodes and metadata begin with the version 1 of their encoding. */
  readonly hasEncodingVersion: boolean;
  /** Whether keys, queries by key and the maximal record time are covered. */
  readonly coversKeys: boolean;
  /** Versions of nodes that can be hashed. */
  readonly lfVersions: ReadonlyArray<string>;
}

export const schemeRules: Readonly<Record<HashingScheme, SchemeRules>> = {
  HASHING_SCHEME_VERSION_V2: {
    versionByte: 2,
    hasEncodingVersion: true,
    coversKeys: false,
    lfVersions: ["2.1"],
  },
  HASHING_SCHEME_VERSION_V3: {
    versionByte: 3,
    hasEncodingVersion: false,
    coversKeys: true,
    lfVersions: ["2.1", "2"],
  },
};

/** All schemes, the older first. */
export const hashingSchemes: ReadonlyArray<HashingScheme> = [
  "HASHING_SCHEME_VERSION_V2",
  "HASHING_SCHEME_VERSION_V3",
];
