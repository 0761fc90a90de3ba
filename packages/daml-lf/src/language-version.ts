/** A minor version of Daml-LF 2; the order is that of the versions (daml-lf A.3). */
export const minorRank: Readonly<Record<string, number>> = {
  "1": 1,
  "2": 2,
  "3": 3,
  "4-rc1": 4,
  dev: 1000,
};

/** Rank of the first version with flat archives and explicit imports. */
export const rankOf22 = 2;
/** Rank of the first version with contract keys. */
export const rankOf23 = 3;
/** Rank of the development version. */
export const rankOfDev = 1000;

/** Release candidates that were abandoned. */
export const discontinuedMinors: ReadonlySet<string> = new Set(["3-rc1", "3-rc2"]);

/** Minor versions of Daml-LF 1 that can be distinguished; none of them can be used. */
export const legacyMinors: ReadonlySet<string> = new Set("6 7 8 11 12 13 14 15 17 dev".split(" "));

/** Versions that may be uploaded; stable packages are exempt (daml-lf A.3). */
export const allowedLanguageVersions: ReadonlyArray<string> = ["2.1", "2.2", "2.3"];

/** Messages may be nested this deep up to 2.1, and from 2.2 on (daml-lf A.9). */
export const maxNesting = (rank: number): number => (rank < rankOf22 ? 1000 : 100);
