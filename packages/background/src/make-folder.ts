import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { privateFolder } from "./private-files.js";

/**
 * True for a text that can name a folder: no address of a store, none in colons such as `:memory:`,
 * and none that begins with `~`, which only a shell replaces.
 */
export const isFolderPath = (text: string): boolean =>
  text !== "" && !text.includes("://") && !/^(?::.*:|~(?:[\\/].*)?)$/.test(text);

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
};

/**
 * Makes a folder that only its owner enters, and those above it that are missing. `mkdir` of Node
 * never returns where a file system takes no folders, such as `/proc`; this throws.
 *
 * @returns the first folder that was made; undefined when all were there
 */
export const makeFolder = async (path: string): Promise<string | undefined> => {
  const folder = resolve(path);
  try {
    await mkdir(folder, { mode: privateFolder });
    return folder;
  } catch (thrown) {
    if (await isFolder(folder)) return undefined;
    const isMissing = thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
    const parent = dirname(folder);
    if (!isMissing || (await isFolder(parent))) throw thrown;
    const first = await makeFolder(parent);
    const last = await makeFolder(folder);
    return first ?? last;
  }
};
