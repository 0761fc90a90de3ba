import { checkArgument } from "@tallystick/core";
import { join } from "node:path";
import type { LedgerState } from "@tallystick/core";
import { viewsFileName, walletFileName } from "../journal/views-file.js";
import { closeRuns, readSnapshot } from "../snapshot/snapshot-file.js";

/** The state in the snapshot of a data folder, whose files stay open until it is closed. */
export interface SnapshotState {
  readonly state: LedgerState;
  readonly close: () => void;
}

/**
 * Opens the state in the snapshot of a data folder; undefined when there is none that is intact.
 *
 * @param data the data folder
 * @param stream of the journal
 */
export const openSnapshotState = async (
  data: string,
  stream: string,
): Promise<SnapshotState | undefined> => {
  checkArgument("data", data, "text");
  checkArgument("stream", stream, "text");
  const read = await readSnapshot(data, stream, { hashSeed: 1 });
  return read === undefined ? undefined : { state: read.state, close: () => closeRuns(read.runs) };
};

/**
 * Paths of the files of views in a data folder, which may be there.
 *
 * @param data the data folder
 * @param stream of the journal
 * @param journalId hash of the journal's first event
 */
export const viewsFilesOf = (
  data: string,
  stream: string,
  journalId: string,
): { readonly views: string; readonly wallet: string } => {
  for (const [name, value] of Object.entries({ data, stream, journalId }))
    checkArgument(name, value, "text");
  return {
    views: join(data, viewsFileName(stream, journalId)),
    wallet: join(data, walletFileName),
  };
};
