import { type Checkpoint, emptyCheckpoint, type FileKind } from "@tallystick/tables";

/** The checkpoint of the views: the end of the folded journal, and counts. */
export interface ViewsCheckpoint extends Checkpoint {
  /** Record time of the event at `offset`; microseconds, 0 at the beginning. */
  readonly recordTime: number;
  /** Nodes of all transactions up to `offset`, and 1. */
  readonly nodes: number;
  readonly groups: number;
}

export const emptyViewsCheckpoint = (journal: string): ViewsCheckpoint => ({
  ...emptyCheckpoint(journal),
  recordTime: 0,
  nodes: 1,
  groups: 0,
});

/**
 * The file of the ledger's views ("TSvw"): its lists are those of `blocks/tables.ts`; `event_text`
 * is a copy of the journal's events, where the journal cannot be read at once.
 */
export const viewsKind: FileKind<ViewsCheckpoint> = {
  applicationId: 0x54537677,
  version: 7,
  tables: `
    CREATE TABLE event_text (
      offset INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      check_sum INTEGER NOT NULL
    ) STRICT;
  `,
  empty: emptyViewsCheckpoint,
  pageCacheKiB: 64 * 1024,
  // 250 MiB: the log is copied when the views are idle, see `idleCheckpoint`
  copyBackPages: 32_000,
};
