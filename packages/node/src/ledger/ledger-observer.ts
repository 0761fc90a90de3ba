import type { ErrorCode } from "@tallystick/core";

/** The state of a remote store, for monitoring. */
export interface StoreStatus {
  readonly isUsable: boolean;
  /** How long it has not responded; milliseconds. */
  readonly silentMs: number;
  /** Appends so far whose outcome was unknown at first. */
  readonly unknownAppends: number;
  /** The node of a cluster that takes the appends, its leader; undefined for an embedded store. */
  readonly leader: string | undefined;
}

/** How the nodes of one journal share its appends. */
export interface TurnStatus {
  /** Nodes that contend for the journal now, this one included. */
  readonly nodes: number;
  /** Appends of this node so far that came after those of another one, and were decided again. */
  readonly lostRaces: number;
}

/** Parts of a data folder. */
export type DataPart = "journal" | "views" | "wallet" | "snapshot" | "archives";

/** What a data folder takes, and what is left for it. */
export interface DiskUse {
  readonly bytes: Readonly<Record<DataPart, number>>;
  /** What this process may still write to the folder's file system. */
  readonly freeBytes: number;
}

/** Metrics of a ledger, cheap to read at any time. */
export interface LedgerGauges {
  /** Offset of the last durable event. */
  readonly ledgerEnd: () => number;
  /** Offset of the last event the views have folded. */
  readonly viewsEnd: () => number;
  /** Commands not answered yet. */
  readonly waiting: () => number;
  /** Damage found by the last background check. */
  readonly findings: () => number;
  /** The store of the journal. */
  readonly store: () => StoreStatus;
  /** The turns of the nodes that append to the journal. */
  readonly turns: () => TurnStatus;
  /** What the data folder takes; undefined for a ledger in memory. */
  readonly disk: () => DiskUse | undefined;
}

/** An answered submission. */
export interface SubmissionSeen {
  /** The error code; undefined when it took effect. */
  readonly code: ErrorCode | undefined;
  /** From the call to the answer. */
  readonly durationMs: number;
}

/** An append of a batch. */
export interface AppendSeen {
  /** Commands decided for it, those without an event included. */
  readonly commands: number;
  readonly events: number;
  /** How long the store took. */
  readonly durationMs: number;
}

/** The threads of a ledger, by what they work on. */
export type LedgerThread = "views" | "reads" | "journal" | "snapshot" | "scrubber";

/** A message for the operator; it may name files. */
export interface LedgerNotice {
  readonly kind:
    | "views-damaged"
    | "views-rebuilt"
    | "views-progress"
    | "views-interrupted"
    | "views-stalled"
    | "views-resumed"
    | "snapshot-unread"
    | "snapshot-interrupted"
    | "snapshot-resumed"
    | "clock"
    | "choice-threw"
    | "command-failed"
    | "journal-interrupted"
    | "journal-resumed"
    | "rights-missing"
    | "damage-found"
    | "thread-ended"
    | "file-removed"
    | "journal"
    | "observer"
    | "wallet";
  readonly message: string;
}

/**
 * Called with what a ledger does, for metrics. Calls are synchronous, so they must be quick.
 * Exceptions have no effect: the first of each function is a notice. Without an observer nothing is
 * measured.
 */
export interface LedgerObserver {
  /**
   * The ledger is open.
   *
   * @param gauges figures to read at any time
   */
  opened(gauges: LedgerGauges): void;
  /**
   * A submission was answered.
   *
   * @param submission its code and how long it took
   */
  submitted(submission: SubmissionSeen): void;
  /**
   * A batch was appended to the journal.
   *
   * @param append how much it was and how long the store took
   */
  appended(append: AppendSeen): void;
  /**
   * A thread of the ledger ended by itself; it restarts.
   *
   * @param thread what it works on
   */
  threadEnded?(thread: LedgerThread): void;
  /**
   * A message for the operator, see `LedgerOptions.onNotice`.
   *
   * @param notice what it is about, and a text for people
   */
  noticed?(notice: LedgerNotice): void;
}
