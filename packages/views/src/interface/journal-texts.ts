import type { LedgerEvent } from "@tallystick/core";

/** An event of the journal, for the views. */
export interface JournalEntry {
  /** Stream revision + 1. */
  readonly offset: number;
  readonly type: string;
  /** JSON text of the event. */
  readonly data: string;
  /** Chain hash of the event, if known; views store that of the last folded event. */
  readonly hash?: string;
  /** What the text says, where this process has just decided it; it is not read again then. */
  readonly event?: LedgerEvent;
}

/**
 * Reads events of the journal synchronously. Throws `JournalReadError` when they cannot be read or
 * are damaged.
 */
export interface JournalTexts {
  /**
   * The events from `first` to `last`, both included, in order; all of them are in the journal.
   * Ends early, after at least one, when the events are several MiB.
   *
   * @param maxCharacters the read may end with the event that reaches this sum of data
   */
  between(first: number, last: number, maxCharacters?: number): ReadonlyArray<JournalEntry>;
  /**
   * The events at these offsets, in this order. Ends early, and before one that cannot be read;
   * absent: single reads are as fast.
   *
   * @param maxCharacters the read may end with the event that reaches this sum of data
   */
  at?(offsets: ReadonlyArray<number>, maxCharacters?: number): ReadonlyArray<JournalEntry>;
}

/** The journal, not the views, cannot be read; `mayPass` for transient errors. */
export class JournalReadError extends Error {
  readonly mayPass: boolean;

  constructor(message: string, mayPass = false) {
    super(message);
    this.mayPass = mayPass;
  }
}
