import type { Outcome } from "./administration.js";

/** What a ledger held at a moment. */
export interface LedgerSnapshot {
  /** The last event. */
  readonly offset: number;
  /**
   * Makes the ledger what it was, as often as it is called. Later events are gone as if they had
   * not happened: contracts, users, packages, offsets. Open streams end with SERVICE_NOT_RUNNING.
   * Commands that wait are decided afterwards. Left INVALID_ARGUMENT: the ledger was reverted to an
   * earlier snapshot.
   */
  revert(): Outcome<void>;
}

/** Going back, for tests. */
export interface Snapshots {
  /**
   * Takes a snapshot of a ledger in memory, in a few milliseconds whatever the ledger holds. Left
   * INVALID_ARGUMENT: the ledger has a data folder or a store that loses nothing.
   *
   * @example
   * import { openLedger, orThrow } from "@tallystick/node";
   *
   * const ledger = orThrow(await openLedger({}));
   * const snapshot = orThrow(await ledger.snapshot());
   * orThrow(await ledger.allocateParty({ partyIdHint: "alice" }));
   * orThrow(await snapshot.revert());
   * console.log(ledger.ledgerEnd() === snapshot.offset); // true
   */
  snapshot(): Outcome<LedgerSnapshot>;
}
