import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ContenderSettings } from "../contender.js";

/**
 * A file that takes long to grow, made once for all contenders of a run: it is beside their folders
 * and is removed with them; or in a folder whose files are kept for later runs.
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
    rmSync(growing, { recursive: true, force: true });
  }
  return path;
};
