import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ContenderSettings } from "./contender.js";

/** Names of file systems worth naming, by `f_type` (statfs(2)). */
const fileSystemNames: ReadonlyMap<number, string> = new Map([
  [0xef53, "ext4"],
  [0x58465342, "xfs"],
  [0x9123683e, "btrfs"],
  [0x794c7630, "overlayfs"],
  [0x01021994, "tmpfs"],
  [0x858458f6, "ramfs"],
]);

/** What data of a run rests on. */
export interface ScratchDisk {
  readonly folder: string;
  readonly fileSystem: string;
  /**
   * True when a flush costs nothing because there is no disk: figures of durable rows would mean
   * nothing.
   */
  readonly inMemory: boolean;
}

/** Makes the folder that holds all data of one bench run, under the system's temporary folder. */
export const makeScratchDisk = (): ScratchDisk => {
  const folder = mkdtempSync(join(tmpdir(), "tallystick-bench-"));
  const { type } = statfsSync(folder);
  const fileSystem = fileSystemNames.get(type) ?? `0x${type.toString(16)}`;
  return { folder, fileSystem, inMemory: fileSystem === "tmpfs" || fileSystem === "ramfs" };
};

/** Makes a folder inside the scratch disk. */
export const makeScratchFolder = (disk: ScratchDisk, name: string): string =>
  mkdtempSync(join(disk.folder, `${name}-`));

/** Removes a folder and all that is in it; a missing one is fine. */
export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** The journal inside a ledger's data folder. */
export const journalFile = (dataFolder: string): string => join(dataFolder, "journal.db");

/** A snapshot that was moved out of its data folder. */
interface MovedSnapshot {
  /** Removes the snapshot that a start has made meanwhile. */
  readonly removeNew: () => void;
  /** Puts the snapshot back. */
  readonly restore: () => void;
}

/** Moves the snapshot out of a data folder; the ledger then starts by replaying its journal. */
export const moveSnapshotAway = (dataFolder: string): MovedSnapshot => {
  const snapshot = join(dataFolder, "snapshot");
  const moved = `${dataFolder}-snapshot`;
  renameSync(snapshot, moved);
  const removeNew = (): void => removeFolder(snapshot);
  return {
    removeNew,
    restore: () => {
      removeNew();
      renameSync(moved, snapshot);
    },
  };
};

/**
 * A file that takes long to grow, made once for all contenders of a run: it is in the folder of
 * their folders and is removed with them; or in a folder whose files are kept for later runs.
 *
 * @param settings a contender's own folder, and the one whose files are kept, or an empty text
 * @param name says also how large the file is, so that runs of other sizes have others
 * @param grow makes the file at a path and closes it
 * @returns its path
 */
export const grownFile = async (
  { folder, keptFolder }: Pick<ContenderSettings, "folder" | "keptFolder">,
  name: string,
  grow: (path: string) => Promise<void> | void,
): Promise<string> => {
  const place = keptFolder === "" ? dirname(folder) : keptFolder;
  const path = join(place, name);
  if (existsSync(path)) return path;
  mkdirSync(place, { recursive: true });
  // on the same disk as the file, so that it can be renamed
  const growing = mkdtempSync(join(place, "growing-"));
  try {
    await grow(join(growing, name));
    renameSync(join(growing, name), path);
  } finally {
    removeFolder(growing);
  }
  return path;
};
