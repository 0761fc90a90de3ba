import type { Package } from "@tallystick/core";
import type { AmuletConfig } from "../src/index.js";

/** What a test may set about its ledger. */
export interface CoinLedgerOptions {
  /** USD per CC; default 0.1. */
  readonly price?: string;
  /** Default true. */
  readonly isDevNet?: boolean;
  /** Changes to the default configuration. */
  readonly config?: (config: AmuletConfig) => AmuletConfig;
  /** The number of the first open round; default 0. */
  readonly firstRound?: bigint;
  /** Packages of the test's own in addition to the coin's. */
  readonly packages?: ReadonlyArray<Package>;
  /** Parties in addition to the usual ones. */
  readonly parties?: ReadonlyArray<string>;
}

/** What can be set about a submission. */
export interface Submission {
  /** Default: the DSO. */
  readonly readAs?: ReadonlyArray<string>;
  /** Contract ids. */
  readonly disclosed?: ReadonlyArray<string>;
}

/** What can be set about a transfer. */
export interface TransferParts {
  /** Contract ids of coins. */
  readonly inputs?: ReadonlyArray<string>;
  /** Who submits; default: the sender and all receivers. */
  readonly by?: ReadonlyArray<string>;
}
