import {
  type Checkpoint,
  leafHash,
  logAlone,
  openCheckpoint,
  TileLog,
} from "@tallystick/transparency";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError } from "./audited-journal.js";
import type { LogFolder } from "./log-folder.js";
import { openedNote } from "./opened-note.js";

export interface ResumedLog {
  readonly tiles: TileLog;
  readonly entries: ReadonlyArray<Uint8Array>;
}

export interface KeptCheckpoint extends Checkpoint {
  readonly note: string;
}

/**
 * The tiles and entries of a folder, from which a log continues.
 *
 * @param checked events of the last checkpoint
 */
export const resumedLog = (folder: LogFolder, checked: number): ResumedLog => {
  try {
    const wholeTiles = folder.wholeTiles(checked);
    const entries = folder.keptEntries(wholeTiles);
    const leaves = Buffer.concat(entries.map(leafHash));
    return { tiles: TileLog.resume(folder, wholeTiles, leaves), entries };
  } catch {
    // a tile is damaged or missing: all are made of the journal again
    folder.clear();
    return { tiles: new TileLog(folder), entries: [] };
  }
};

/** The journal is not the one that a checkpoint was signed over. */
export const contradiction = ({ size, origin }: Checkpoint, found: number): AuditError =>
  new AuditError(
    "contradiction",
    found < size
      ? `a checkpoint of ${origin} covers ${size} events, but the journal has only ${found}: events are lost`
      : `the first ${size} events differ from those that a checkpoint of ${origin} covers: it is a different journal`,
  );

/** The last checkpoint that was signed, verified with the key in the folder. */
export const lastCheckpoint = (folder: LogFolder): KeptCheckpoint | undefined => {
  const note = folder.lastCheckpoint();
  const key = folder.verifier();
  if (note === undefined || key === undefined) return undefined;
  return { ...openedNote(note, key), note };
};

/** The checkpoint that is published; undefined when it is not signed, as it is made again. */
export const publishedCheckpoint = (folder: LogFolder): KeptCheckpoint | undefined => {
  const note = folder.publishedCheckpoint();
  const key = folder.verifier();
  if (note === undefined || key === undefined) return undefined;
  const opened = openCheckpoint(note, logAlone(key));
  return isLeft(opened) ? undefined : { ...opened.right, note };
};
