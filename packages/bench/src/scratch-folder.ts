import { existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `f_type` of file systems that live in memory (statfs(2)): tmpfs and ramfs. */
const memoryFileSystems: ReadonlySet<number> = new Set([0x01021994, 0x858458f6]);

/** Names of file systems worth naming (statfs(2)). */
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
  const type = statfsSync(folder).type;
  return {
    folder,
    fileSystem: fileSystemNames.get(type) ?? `0x${type.toString(16)}`,
    inMemory: memoryFileSystems.has(type),
  };
};

/** Makes a folder inside the scratch disk. */
export const makeScratchFolder = (disk: ScratchDisk, name: string): string =>
  mkdtempSync(join(disk.folder, `${name}-`));

/** Removes a folder and all that is in it; a missing one is fine. */
export const removeFolder = (folder: string): void => {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
};
