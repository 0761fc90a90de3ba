/** An event of the journal as the views take it. */
export interface JournalEntry {
  /** Stream revision + 1. */
  readonly offset: number;
  /** The event type of the store. */
  readonly type: string;
  /** JSON text of the event. */
  readonly data: string;
  /** Chain hash of the event, where it is known; views note that of the last event they folded. */
  readonly hash?: string;
}

/**
 * Reads events of the journal without waiting. Throws `JournalReadError` when they cannot be read
 * or are not what was appended.
 */
export interface JournalTexts {
  /**
   * The events from `first` to `last`, both included, in order; all of them are in the journal.
   * Ends early, but not before the first of them, when what was read takes several MiB.
   *
   * @param maxCharacters the read may end with the event by which their data is so long together
   */
  between(first: number, last: number, maxCharacters?: number): ReadonlyArray<JournalEntry>;
}

/** The journal, not the views, cannot be read; `mayPass` when that may be different soon. */
export class JournalReadError extends Error {
  readonly mayPass: boolean;

  constructor(message: string, mayPass = false) {
    super(message);
    this.mayPass = mayPass;
  }
}
