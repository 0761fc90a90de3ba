import { statSync } from "node:fs";
import { dirname } from "node:path";

/** What is at a path; undefined where nothing is. */
const kindAt = (path: string): "folder" | "file" | undefined => {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw thrown;
  }
};

/**
 * Finds what prevents a folder from being made: a file at its path or above it.
 *
 * @returns the path of the file; undefined when there is none
 */
export const fileInPlaceOf = (folder: string): string | undefined => {
  let path = folder;
  let kind = kindAt(path);
  while (kind === undefined && dirname(path) !== path) {
    path = dirname(path);
    kind = kindAt(path);
  }
  return kind === "file" ? path : undefined;
};

/** Why a path is no folder that can be read; undefined when it is one. */
export const folderFault = (folder: string): string | undefined => {
  if (folder === "") return "the name of the folder is empty";
  try {
    if (kindAt(folder) === "folder") return undefined;
    const file = fileInPlaceOf(folder);
    return file === folder
      ? `${folder} is a file`
      : `the folder ${folder} does not exist${file === undefined ? "" : `: ${file} is a file`}`;
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
};
