import type { Micros } from "../values/time.js";

/** The code a package runs with; its functions are no part of the package id. */
export interface PackageCode {
  readonly packageId: string;
  /** The version its author gave the code; empty when none was given. */
  readonly codeVersion: string;
}

/** Everything outside of the journal that decides what a command leads to. */
export interface LedgerConfiguration {
  /** How long accepted change ids are remembered; microseconds. */
  readonly deduplicationWindowMicros: number;
  /** How far the ledger time may run ahead of the record time; microseconds. */
  readonly ledgerTimeSkewMicros: number;
  /** Rights one user may hold. */
  readonly maxRightsPerUser: number;
  /** Identity providers beside the default one. */
  readonly maxIdentityProviders: number;
  /** Version of this software. */
  readonly softwareVersion: string;
  /** The packages with code, ascending by package id. */
  readonly packageCode: ReadonlyArray<PackageCode>;
}

/** From here on commands are decided with this configuration. */
export interface ConfigurationApplied extends LedgerConfiguration {
  readonly type: "ConfigurationApplied";
  readonly recordTime: Micros;
}

/** From here on this journal is another one than that it was copied from. */
export interface JournalForked {
  readonly type: "JournalForked";
  /** Offset of the last event both have. */
  readonly offset: number;
  /** Chain hash of that event, lowercase hex. */
  readonly hash: string;
  /** In the words of who forked it. */
  readonly reason: string;
  readonly recordTime: Micros;
}

/** The journal was restored from a copy; what was appended after the copy was made is lost. */
export interface JournalRestored {
  readonly type: "JournalRestored";
  /** Offset of the last event of the copy. */
  readonly offset: number;
  /** Chain hash of that event, lowercase hex. */
  readonly hash: string;
  /**
   * The greatest offset known to have been acknowledged before the loss; absent when nobody knows.
   */
  readonly lostOffset?: number;
  /** In the words of who restored it. */
  readonly reason: string;
  readonly recordTime: Micros;
}

/**
 * The key of the blinded tree by which single nodes of the journal can be proved. In force from
 * here on, and before the first one too.
 */
export interface DisclosureKeyDrawn {
  readonly type: "DisclosureKeyDrawn";
  /** 64 hex digits, random. */
  readonly key: string;
  readonly recordTime: Micros;
}

/** What is said about the journal itself. */
export type JournalEvent =
  | ConfigurationApplied
  | JournalForked
  | JournalRestored
  | DisclosureKeyDrawn;
