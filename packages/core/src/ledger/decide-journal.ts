import type { JournalEvent, JournalPruned, LedgerConfiguration } from "../events/journal-event.js";
import type { Micros } from "../values/time.js";
import type { LedgerState } from "./ledger-state.js";

/** Applies a configuration from now on. */
export interface ApplyConfiguration {
  readonly kind: "ApplyConfiguration";
  readonly configuration: LedgerConfiguration;
}

/** Marks a fork: this journal is a copy that differs from here on. */
export interface RecordFork {
  readonly kind: "RecordFork";
  /** Chain hash of the last event. */
  readonly hash: string;
  readonly reason: string;
}

/** Marks that this journal was restored from a copy. */
export interface RecordRestore {
  readonly kind: "RecordRestore";
  /** Chain hash of the last event. */
  readonly hash: string;
  /** The greatest offset known to have been acknowledged before. */
  readonly lostOffset?: number;
  readonly reason: string;
}

/** Gives the journal a key by which single nodes of it can be proved. */
export interface DrawDisclosureKey {
  readonly kind: "DrawDisclosureKey";
  /** 64 hex digits, random. */
  readonly key: string;
}

/** Names the key that says where the journal was pruned. */
export interface PublishSigningKey {
  readonly kind: "PublishSigningKey";
  /** Ed25519, the 32 bytes as 64 hex digits. */
  readonly publicKey: string;
}

/** Erases the data of submissions up to an offset. */
export interface RecordPruning {
  readonly kind: "RecordPruning";
  readonly pruning: Omit<JournalPruned, "type" | "recordTime">;
}

/** Every command about the journal itself. */
export type JournalCommand =
  | ApplyConfiguration
  | RecordFork
  | RecordRestore
  | DrawDisclosureKey
  | PublishSigningKey
  | RecordPruning;

/** The events of a command about the journal; none for a configuration that is in force already. */
export const decideJournal = (
  { offset, configuration: held }: LedgerState,
  command: JournalCommand,
  recordTime: Micros,
): ReadonlyArray<JournalEvent> => {
  switch (command.kind) {
    case "ApplyConfiguration": {
      const { configuration } = command;
      return isSame(held, configuration)
        ? []
        : [{ type: "ConfigurationApplied", ...configuration, recordTime }];
    }
    case "RecordFork": {
      const { hash, reason } = command;
      return [{ type: "JournalForked", offset, hash, reason, recordTime }];
    }
    case "RecordRestore": {
      const { hash, reason, lostOffset } = command;
      const restored = { type: "JournalRestored" as const, offset, hash, reason, recordTime };
      return [lostOffset === undefined ? restored : { ...restored, lostOffset }];
    }
    case "PublishSigningKey":
      return [{ type: "SigningKeyPublished", publicKey: command.publicKey, recordTime }];
    case "RecordPruning":
      return [{ type: "JournalPruned", ...command.pruning, recordTime }];
    case "DrawDisclosureKey":
      return [{ type: "DisclosureKeyDrawn", key: command.key, recordTime }];
  }
};

const isSame = (a: LedgerConfiguration, b: LedgerConfiguration): boolean =>
  a.deduplicationWindowMicros === b.deduplicationWindowMicros &&
  a.ledgerTimeSkewMicros === b.ledgerTimeSkewMicros &&
  a.maxRightsPerUser === b.maxRightsPerUser &&
  a.maxIdentityProviders === b.maxIdentityProviders &&
  a.softwareVersion === b.softwareVersion &&
  a.packageCode.length === b.packageCode.length &&
  a.packageCode.every(
    ({ packageId, codeVersion }, at) =>
      packageId === b.packageCode[at]?.packageId && codeVersion === b.packageCode[at]?.codeVersion,
  );
