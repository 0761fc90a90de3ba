import { join } from "node:path";
import { lockViews } from "@tallystick/views";
import type { LedgerConfig } from "../../ledger/ledger-config.js";
import type { LedgerOptions } from "../../ledger/ledger.js";

/** Which ledger keeps its state in the snapshot of a data folder. */
export interface SnapshotLock {
  /** False when another one does: this one keeps it in memory. */
  readonly isHeld: boolean;
  release(): void;
}

const noLock: SnapshotLock = { isHeld: true, release: () => undefined };

const notHeld: SnapshotLock = { isHeld: false, release: () => undefined };

/**
 * Takes the right to keep the state in a data folder, until it is released or the process ends. A
 * journal in the same folder that has one writer keeps others out already.
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
    // a folder that takes no file takes no snapshot either, and whoever writes it says so
    return noLock;
  }
};
