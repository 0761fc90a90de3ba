import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { privateFolder } from "./private-files.js";

/**
 * True for a text that can name a folder: no address of a store, none in colons such as `:memory:`,
 * and none that begins with `~`, which only a shell replaces.
 */
export const isFolderPath = (text: string): boolean =>
  text !== "" && !text.includes("://") && !/^(?::.*:|~(?:[\\/].*)?)$/.test(text);

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/**
 * Makes a folder and those above it that are missing. `mkdir` of Node with `recursive` never
 * returns where a file system takes no folders, such as `/proc`; this throws.
 *
 * @param mode who may enter what is made; default: only its owner
 * @returns the first folder that was made; undefined when all were there
 */
export const makeFolder = (path: string, mode = privateFolder): string | undefined => {
  const folder = resolve(path);
  try {
    mkdirSync(folder, { mode });
    return folder;
  } catch (thrown) {
    if (isFolder(folder)) return undefined;
    const isMissing = thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
    const parent = dirname(folder);
    if (!isMissing || isFolder(parent)) throw thrown;
    const first = makeFolder(parent, mode);
    const last = makeFolder(folder, mode);
    return first ?? last;
  }
};
