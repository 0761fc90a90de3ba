import type { ErrorCode } from "@tallystick/core";

/** How a store that may be away is, for those who watch over it. */
export interface StoreStatus {
  readonly isUsable: boolean;
  /** How long it has not answered; milliseconds. */
  readonly silentMs: number;
  /** Appends so far after which it was not known whether they were made. */
  readonly unknownAppends: number;
}

/** Figures of a ledger that can be read at any time; each costs next to nothing. */
export interface LedgerGauges {
  /** Offset of the last durable event. */
  readonly ledgerEnd: () => number;
  /** Offset of the last event the views have folded. */
  readonly viewsEnd: () => number;
  /** Commands that are not answered yet. */
  readonly waiting: () => number;
  /** What the last check in the background found damaged. */
  readonly findings: () => number;
  /** The store of the journal. */
  readonly store: () => StoreStatus;
}

/** A submission that was answered. */
export interface SubmissionSeen {
  /** Why it did not take effect; undefined when it did. */
  readonly code: ErrorCode | undefined;
  /** From the call to the answer. */
  readonly durationMs: number;
}

/** A batch of the journal. */
export interface AppendSeen {
  /** Commands that were decided for it, those it has no event of included. */
  readonly commands: number;
  readonly events: number;
  /** How long the store took. */
  readonly durationMs: number;
}

/** The threads of a ledger, by what they work on. */
export type LedgerThread = "views" | "journal" | "snapshot" | "scrubber";

/** Something an operator should know of; the message may name files. */
export interface LedgerNotice {
  readonly kind:
    | "views-damaged"
    | "views-rebuilt"
    | "views-progress"
    | "views-interrupted"
    | "views-resumed"
    | "snapshot-unread"
    | "snapshot-interrupted"
    | "snapshot-resumed"
    | "clock"
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
 * Called with what a ledger does, for measurements. The ledger waits for it, so that it must be
 * quick. What it throws changes nothing: the first time each of its functions throws is a notice.
 * Without an observer nothing is measured.
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
   * A thread of the ledger ended by itself; it is started again.
   *
   * @param thread what it works on
   */
  threadEnded?(thread: LedgerThread): void;
  /**
   * Something an operator should know of, see `LedgerOptions.onNotice`.
   *
   * @param notice what it is about, and a text for people
   */
  noticed?(notice: LedgerNotice): void;
}
