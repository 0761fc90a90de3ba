import { type Checkpoint, checkSeed, type FileKind } from "@tallystick/tables";

/** The checkpoint of the views: the end of the folded journal, and counts. */
export interface ViewsCheckpoint extends Checkpoint {
  /** Record time of the event at `offset`; microseconds, 0 at the beginning. */
  readonly recordTime: number;
  /** Nodes of all transactions up to `offset`, and 1. */
  readonly nodes: number;
  readonly groups: number;
}

/** The checkpoint of empty views of a journal. */
export const emptyCheckpoint = (journal: string): ViewsCheckpoint => ({
  journal,
  offset: 0,
  recordTime: 0,
  hash: "",
  nodes: 1,
  names: 0,
  namesCheck: checkSeed(journal),
  groups: 0,
});

/**
 * The file of the ledger's views ("TSvw").
 *
 * - `block`: the lists of the views, see `blocks/tables.ts`; `data` is records and a CRC-32.
 * - `event_text`: a copy of the journal's events, if the journal has no synchronous reads.
 */
export const viewsKind: FileKind<ViewsCheckpoint> = {
  applicationId: 0x54537677,
  version: 4,
  tables: `
    CREATE TABLE block (
      kind INTEGER NOT NULL,
      list INTEGER NOT NULL,
      no INTEGER NOT NULL,
      data BLOB NOT NULL,
      PRIMARY KEY (kind, list, no)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE event_text (
      offset INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      check_sum INTEGER NOT NULL
    ) STRICT;
  `,
  empty: emptyCheckpoint,
  pageCacheKiB: 64 * 1024,
  // 250 MiB: the log is copied when the views are idle, see `idleCheckpoint`
  copyBackPages: 32_000,
};
