import type { PackageId } from "../values/ids.js";
import type { Micros } from "../values/time.js";

/** The code a package runs with; its functions are no part of the package id. */
export interface PackageCode {
  readonly packageId: PackageId;
  /** The version its author gave the code; empty when none was given. */
  readonly codeVersion: string;
}

/** Everything outside of the journal that the result of a command depends on. */
export interface LedgerConfiguration {
  /** How long accepted change ids are remembered; microseconds. */
  readonly deduplicationWindowMicros: number;
  /** How far the ledger time may run ahead of the record time; microseconds. */
  readonly ledgerTimeSkewMicros: number;
  /** Rights one user may hold. */
  readonly maxRightsPerUser: number;
  /** Identity providers in addition to the default one. */
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

/** From here on this journal differs from the one it was copied from. */
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
  /** The greatest offset known to have been acknowledged before the loss; absent when unknown. */
  readonly lostOffset?: number;
  /** In the words of who restored it. */
  readonly reason: string;
  readonly recordTime: Micros;
}

/**
 * The key of the blinded tree by which single nodes of the journal can be proved. Valid from here
 * on; the first is also valid for the events before it.
 */
export interface DisclosureKeyDrawn {
  readonly type: "DisclosureKeyDrawn";
  /** 64 hex digits, random. */
  readonly key: string;
  readonly recordTime: Micros;
}

/** The key that says from here on where the journal was pruned; its private half is a file. */
export interface SigningKeyPublished {
  readonly type: "SigningKeyPublished";
  /** Ed25519, the 32 bytes as 64 hex digits. */
  readonly publicKey: string;
  readonly recordTime: Micros;
}

/** The signed data of a pruning (docs/journal-format.md). */
export interface PruningBoundary {
  /** Offset up to which submissions were pruned, inclusive. */
  readonly offset: number;
  /** Chain hash of the event at that offset, lowercase hex. */
  readonly hash: string;
  /** Events up to the offset whose data was erased, by this or earlier prunings. */
  readonly erased: number;
  /** Events up to the offset that are whole. */
  readonly kept: number;
  /** SHA-256 over what takes the place of the data, lowercase hex (docs/journal-format.md). */
  readonly residue: string;
  /** The greatest offset whose data this pruning erases; 0 for none. */
  readonly lastErased: number;
  /** Accepted change ids up to this offset had been forgotten by then. */
  readonly forgottenUpTo: number;
}

/** The data of submissions up to an offset was erased, except what is still needed. */
export interface JournalPruned extends PruningBoundary {
  readonly type: "JournalPruned";
  /** Ed25519 over the boundary by the key published last; 128 hex digits. */
  readonly signature: string;
  readonly recordTime: Micros;
}

/** Events about the journal itself. */
export type JournalEvent =
  | SigningKeyPublished
  | JournalPruned
  | ConfigurationApplied
  | JournalForked
  | JournalRestored
  | DisclosureKeyDrawn;
