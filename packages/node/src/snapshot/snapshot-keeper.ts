import type { Folded } from "../journal/journal.js";
import type { SnapshotJournal } from "./snapshot-state.js";
import { type SnapshotWriting, writeSnapshot } from "./snapshot-file.js";
import { sizeOfState } from "./snapshot-state.js";

/** Writes a snapshot now and then, and one at the end. */
export interface SnapshotKeeper {
  /** To be called after each append. */
  after(folded: Folded): void;
  /** Writes the last one, unless it is written already. */
  close(folded: Folded): Promise<void>;
}

/** Entries a snapshot writes at most for each event since the one before it. */
const maxEntriesPerEvent = 4;

/**
 * A keeper for a data folder.
 *
 * @param lastOffset offset of the snapshot that is there; 0 for none
 * @param everyEvents events between two snapshots at least; a larger state is written more rarely,
 * so that the cost for
 *   each event stays the same
 */
export const keepSnapshots = (
  folder: string,
  journal: SnapshotJournal,
  lastOffset: number,
  everyEvents: number,
): SnapshotKeeper => {
  let last = lastOffset;
  // a disk that takes no snapshot is not asked again with every append
  let lastTried = lastOffset;
  let writing: SnapshotWriting | undefined;
  return {
    after: (folded) => {
      const { offset } = folded.state;
      if (writing !== undefined || offset - lastTried < everyEvents) return;
      if ((offset - lastTried) * maxEntriesPerEvent < sizeOfState(folded.state)) return;
      lastTried = offset;
      writing = writeSnapshot(folder, journal, folded, false);
      void writing.done.then((done) => {
        if (done) last = offset;
        writing = undefined;
      });
    },
    close: async (folded) => {
      writing?.abandon();
      await writing?.done;
      if (folded.state.offset > last) await writeSnapshot(folder, journal, folded, true).done;
    },
  };
};
