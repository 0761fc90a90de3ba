/** Types of `index.js` for tests in TypeScript. */
export declare const SIZE_NAMES: readonly string[];
/** Each row is short, all, nightly. */
export declare const TEST_SIZES: Readonly<Record<string, readonly [number, number, number]>>;
/** Whether this run is `npm test` without `--all` or `--nightly`. */
export declare function isShort(): boolean;
/** The size of a test in this run. @param row its name */
export declare function testSize(row: string): number;
/** The seed of everything that the tests of this run draw. */
export declare function testSeed(): number;
/** A free port that no one else gets by chance: to listen on later, or again after a restart. */
export declare function lastingPort(): Promise<number>;
/** The programs that some tests call. */
export type Program = "cc" | "curl" | "openssl" | "python3";
/** `it` of tests that call programs: without one of them the test is counted as skipped. */
export declare function itNeeding(
  ...programs: ReadonlyArray<Program>
): (title: string, test: () => unknown) => void;
/** Certificates of localhost for tests, each with its key, and the root that issued them; PEM. */
export declare const rootCertificate: string;
export declare const serverCertificate: string;
export declare const serverKey: string;
export declare const userCertificate: string;
export declare const userKey: string;
/** The certificate of a client that the root knows nothing of, and its key; PEM. */
export declare const strangerCertificate: string;
export declare const strangerKey: string;
