/** Settings of a ledger. */
export interface LedgerConfig {
  /** Name part of the participant id of a new journal. */
  readonly participantName: string;
  /** Name part of the synchronizer id of a new journal. */
  readonly synchronizerName: string;
  /** How far back change ids are remembered, and the period applied when a command names none; microseconds. */
  readonly maxDeduplicationMicros: number;
  /** How far the ledger time may run ahead of the record time; microseconds. */
  readonly ledgerTimeSkewMicros: number;
  /** Submissions that may wait at once; beyond it PARTICIPANT_BACKPRESSURE. */
  readonly maxWaitingSubmissions: number;
  /** Commands decided for one append at most. */
  readonly maxBatchSize: number;
  /** Passes of package selection when a command names none. */
  readonly tapsMaxPassesDefault: number;
  /** A command that asks for more passes is invalid. */
  readonly tapsMaxPassesLimit: number;
  /** A snapshot is written each time this many events have been added. */
  readonly snapshotEveryEvents: number;
  /** Where projections run: beside the ledger, or in the same thread. */
  readonly projectorThread: "worker" | "main";
}
