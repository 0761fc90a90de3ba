import { existsSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A file that takes long to grow, made once for all contenders of a run: it is beside their folders
 * and is removed with them.
 *
 * @param folder a contender's own folder
 * @param grow makes the file at a path and closes it
 * @returns its path
 */
export const grownFile = async (
  folder: string,
  name: string,
  grow: (path: string) => Promise<void> | void,
): Promise<string> => {
  const path = join(dirname(folder), name);
  if (existsSync(path)) return path;
  const growing = join(folder, name);
  await grow(growing);
  renameSync(growing, path);
  return path;
};
