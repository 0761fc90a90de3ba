import { access, copyFile, link, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  makeFolder,
  placeFile,
  privateFile,
  systemTimers,
  type Timers,
} from "@tallystick/background";
import { removeOtherFiles, snapshotFiles, snapshotPath } from "./snapshot-file.js";

/** Attempts to copy files that are replaced during the copy. */
const maxTries = 3;

const isThere = async (path: string): Promise<boolean> => {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
};

/** A second name for a file that never changes, or a copy where there can be none. */
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch(() => copyFile(from, to));

const copyFiles = async (from: string, to: string): Promise<string | undefined> => {
  const files = await snapshotFiles(from);
  if (files === undefined) return undefined;
  makeFolder(snapshotPath(to));
  for (const name of files.named) {
    const path = join(snapshotPath(to), name);
    // only the manifest ever changes
    if (await isThere(path)) continue;
    await placeFile(path, (draft) => linkOrCopy(join(snapshotPath(from), name), draft));
  }
  await placeFile(join(snapshotPath(to), "manifest"), (draft) =>
    writeFile(draft, files.manifest, { mode: privateFile }),
  );
  await removeOtherFiles(to, files.named);
  return files.manifest;
};

/**
 * Copies the snapshot of one folder into another: the missing runs, then the manifest, so that
 * readers always find a complete snapshot. Files not named by the newer manifest are removed.
 *
 * @returns the manifest that was copied; undefined when there is no snapshot to copy, or it changed
 * too often meanwhile
 */
export const copySnapshot = async (from: string, to: string): Promise<string | undefined> => {
  for (let tries = 1; ; tries++) {
    try {
      return await copyFiles(from, to);
    } catch {
      // its files were replaced, or a folder cannot be written: the journal has everything
      if (tries >= maxTries) return undefined;
    }
  }
};

/** The snapshot of a journal in a folder that the nodes of a ledger share. */
export const sharedPlace = (folder: string, stream: string, journalId: string): string =>
  join(folder, `${stream}-${journalId.slice(0, 16)}`);

/**
 * Copies the shared snapshot into a data folder that has none of this journal.
 *
 * @param journalId the hash of the journal's first event
 */
export const fetchSnapshot = async (
  shared: string,
  data: string,
  journalId: string,
): Promise<boolean> =>
  (await snapshotFiles(data))?.journalId !== journalId &&
  (await copySnapshot(shared, data)) !== undefined;

/** Copies the snapshot of a node into the shared folder. */
export interface SnapshotSharing {
  share(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Shares the snapshot of a data folder from time to time.
 *
 * @param mayShare false while another node does
 */
export const shareSnapshots = (
  data: string,
  shared: string,
  everyMs: number,
  mayShare: () => boolean,
  timers: Timers = systemTimers,
): SnapshotSharing => {
  let sharedLast: string | undefined;
  let sharing: Promise<void> | undefined;
  const shareNewer = async (): Promise<void> => {
    const files = await snapshotFiles(data);
    if (files === undefined || files.manifest === sharedLast) return;
    sharedLast = await copySnapshot(data, shared);
  };
  const share = (): Promise<void> => {
    sharing ??= shareNewer().finally(() => {
      sharing = undefined;
    });
    return sharing;
  };
  const look = (): void => {
    if (mayShare()) void share();
  };
  const timer = timers.every(everyMs, look).unref();
  return {
    share,
    stop: async () => {
      timer.cancel();
      await sharing;
    },
  };
};
