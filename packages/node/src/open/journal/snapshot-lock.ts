import { join } from "node:path";
import { lockViews } from "@tallystick/views";
import type { LedgerConfig } from "../../ledger/ledger-config.js";
import type { LedgerOptions } from "../../ledger/ledger.js";

/** The lock of the snapshot in a data folder. */
export interface SnapshotLock {
  /** False when another ledger holds it: this one keeps its state in memory. */
  readonly isHeld: boolean;
  release(): void;
}

const noLock: SnapshotLock = { isHeld: true, release: () => undefined };

const notHeld: SnapshotLock = { isHeld: false, release: () => undefined };

/**
 * Takes the lock of the snapshot in a data folder, until it is released or the process ends. A
 * journal with one writer in the same folder needs no further lock.
 */
export const lockSnapshot = (
  { data, store }: Pick<LedgerOptions, "data" | "store">,
  { journal, sharedJournal }: Pick<LedgerConfig, "journal" | "sharedJournal">,
): SnapshotLock => {
  if (data === undefined) return noLock;
  if (store === undefined && journal === "" && !sharedJournal) return noLock;
  try {
    const lock = lockViews(join(data, "snapshot"));
    return lock === undefined ? notHeld : { isHeld: true, release: () => lock.release() };
  } catch {
    // a folder without write access gets no snapshot either, which its writer reports
    return noLock;
  }
};
