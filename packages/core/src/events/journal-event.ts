import { type EventOf, optional, type RecordOf, recordPart } from "./stored-fields.js";
import { listPart, micros, number, ownText, packageId } from "./stored-part.js";

const packageCode = {
  packageId,
  /** The version its author gave the code; empty when none was given. */
  codeVersion: ownText,
};
/** The code a package runs with; its functions are no part of the package id. */
export interface PackageCode extends RecordOf<typeof packageCode> {}

const ledgerConfiguration = {
  /** How long accepted change ids are remembered; microseconds. */
  deduplicationWindowMicros: number,
  /** How far the ledger time may run ahead of the record time; microseconds. */
  ledgerTimeSkewMicros: number,
  /** Rights one user may hold. */
  maxRightsPerUser: number,
  /** Identity providers in addition to the default one. */
  maxIdentityProviders: number,
  /** Version of this software. */
  softwareVersion: ownText,
  /** The packages with code, ascending by package id. */
  packageCode: listPart(recordPart(packageCode)),
};
/** Everything outside of the journal that the result of a command depends on. */
export interface LedgerConfiguration extends RecordOf<typeof ledgerConfiguration> {}

const pruningBoundary = {
  /** Offset up to which submissions were pruned, inclusive. */
  offset: number,
  /** Chain hash of the event at that offset, lowercase hex. */
  hash: ownText,
  /** Events up to the offset whose data was erased, by this or earlier prunings. */
  erased: number,
  /** Events up to the offset that are whole. */
  kept: number,
  /** SHA-256 over what takes the place of the data, lowercase hex (docs/journal-format.md). */
  residue: ownText,
  /** The greatest offset whose data this pruning erases; 0 for none. */
  lastErased: number,
  /** Accepted change ids up to this offset had been forgotten by then. */
  forgottenUpTo: number,
};
/** The signed data of a pruning (docs/journal-format.md). */
export interface PruningBoundary extends RecordOf<typeof pruningBoundary> {}

const recordTime = micros;

/** The fields of each event about the journal itself, in the order of the journal. */
export const journalEvents = {
  /** From here on commands are decided with this configuration. */
  ConfigurationApplied: { ...ledgerConfiguration, recordTime },
  /** From here on this journal differs from the one it was copied from. */
  JournalForked: {
    /** Offset of the last event both have. */
    offset: number,
    /** Chain hash of that event, lowercase hex. */
    hash: ownText,
    /** In the words of who forked it. */
    reason: ownText,
    recordTime,
  },
  /** The journal was restored from a copy; what was appended after the copy was made is lost. */
  JournalRestored: {
    /** Offset of the last event of the copy. */
    offset: number,
    /** Chain hash of that event, lowercase hex. */
    hash: ownText,
    /** In the words of who restored it. */
    reason: ownText,
    recordTime,
    /** The greatest offset known to have been acknowledged before the loss; absent when unknown. */
    lostOffset: optional(number),
  },
  /** The key that says from here on where the journal was pruned; its private half is a file. */
  SigningKeyPublished: {
    /** Ed25519, the 32 bytes as 64 hex digits. */
    publicKey: ownText,
    recordTime,
  },
  /** The data of submissions up to an offset was erased, except what is still needed. */
  JournalPruned: {
    ...pruningBoundary,
    /** Ed25519 over the boundary by the key published last; 128 hex digits. */
    signature: ownText,
    recordTime,
  },
  /**
   * The key of the blinded tree by which single nodes of the journal can be proved. Valid from here
   * on; the first is also valid for the events before it.
   */
  DisclosureKeyDrawn: {
    /** 64 hex digits, random. */
    key: ownText,
    recordTime,
  },
};

type Events = typeof journalEvents;

/** Events about the journal itself. */
export type JournalEvent = EventOf<Events>;

/** From here on commands are decided with this configuration. */
export type ConfigurationApplied = EventOf<Events, "ConfigurationApplied">;
/** The data of submissions up to an offset was erased, except what is still needed. */
export type JournalPruned = EventOf<Events, "JournalPruned">;
/** The key that says from here on where the journal was pruned. */
export type SigningKeyPublished = EventOf<Events, "SigningKeyPublished">;
