import { rmSync } from "node:fs";
import { linksAt, makePrivate } from "@tallystick/background";

/**
 * Makes a file that only its owner can read, or takes the access of others away from one that is
 * there. It can be made again, so a link in its place is removed, and not what it leads to. Throws
 * when it cannot be made.
 */
export const makeCacheFile = (path: string): void => {
  for (const link of linksAt(path)) rmSync(link);
  makePrivate(path);
};
